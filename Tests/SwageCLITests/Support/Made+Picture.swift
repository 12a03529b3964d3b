import Swage

@testable import ImageCompression
@testable import SwageCLI

extension Made {
  /// What `swage image` tells of a picture.
  static var photograph: ImageResult {
    var report = ImageReport(outcome: .compressed)
    report.source = photo(.jpeg, bytes: 3_480_000)
    report.output = photo(.heic, bytes: 1_210_000)
    report.backend = .vaapi
    report.encoder = "hevc_vaapi"
    report.device = "/dev/dri/renderD128"
    report.attempts = [
      ImageReport.Attempt(backend: .nvenc, encoder: "hevc_nvenc", device: "0", result: .failed, reason: "it hangs"),
      ImageReport.Attempt(
        backend: .vaapi, encoder: "hevc_vaapi", device: "/dev/dri/renderD128", result: .succeeded,
        reason: "in case hevc_nvenc fails"),
    ]
    report.similarity = 0.9789
    report.decisions = [Decision(what: "format", choice: "heic", reason: "nothing else was asked for")]
    report.parts = [ImagePart(kind: .exif, action: .kept, reason: "orientation and size are those of the result")]
    report.verification = Verification(
      level: .full, checks: [Verification.Check(name: "size", expected: "4x3", found: "4x3", passed: true)])
    report.warnings = ["the gain map isn't kept: HEIC can't have it"]
    return ImageResult(input: "photo.jpg", report: report, status: .success)
  }

  /// What `swage image --compare` tells of a picture in three formats, one of which couldn't be as similar.
  static func compared(_ input: String = "photo.jpg") -> ImageComparisonResult {
    let version = { (format: ImageFormat, bytes: Int64, similarity: Double, isEqual: Bool) in
      ImageComparison.Version(
        format: format, encoder: "encoder", quality: 0.8, encoderQuality: 42, bytes: bytes, bitsPerPixel: 1.5,
        encodingSeconds: 0.5, similarity: similarity, isEqual: isEqual)
    }
    let comparison = ImageComparison(
      source: photo(.jpeg, bytes: 3_480_000), width: 1512, height: 2016, tolerance: 0.001,
      versions: [
        version(.heic, 610_000, 0.95, true), version(.jpeg, 1_000_000, 0.9502, true),
        version(.avif, 500_000, 0.91, false),
      ], warnings: [], previews: nil)
    return ImageComparisonResult(input: input, comparison: comparison, error: nil, status: .success)
  }

  private static func photo(_ format: PictureFormat, bytes: Int64) -> ImageDescription {
    ImageDescription(
      path: "/home/ada/photo.\(format.rawValue)", bytes: bytes, format: format,
      size: PixelSize(width: 4032, height: 3024), displaySize: PixelSize(width: 3024, height: 4032),
      orientation: format == .jpeg ? .right : .up, bitDepth: 8, chroma: .yuv420, hasAlpha: false,
      colorProfile: "Display P3", color: ColorDescription(), date: "2023:07:14 10:20:30", hasLocation: true,
      camera: "Ada Analytical 1")
  }
}
