import FFmpeg
import Foundation
import Media
import TestSupport
import Testing

@testable import ImageCompression

@Suite struct ComparisonTests {
  @Test func `versions are as similar as the first, and each is the file that its quality gives`() async throws {
    let photo = try await Clip.photo().file
    let comparison = try await ImageComparator().compare(ImageComparisonRequest(photo, quality: 0.7))
    #expect(comparison.versions.map(\.format) == [.heic, .jpeg, .avif])
    #expect((comparison.width, comparison.height) == (320, 240))
    #expect(comparison.previews == nil)
    let target = try #require(comparison.version(.heic)?.similarity)
    #expect(comparison.version(.heic)?.quality == 0.7)
    let data = try Data(contentsOf: photo)
    for version in comparison.versions {
      #expect(version.isEqual)
      // No step beside it is nearer.
      let steps = QualityScale.steps(version.format)
      let step = try #require(steps.lastIndex { $0 <= version.quality })
      for beside in [step - 1, step + 1] where version.format != .heic && steps.indices.contains(beside) {
        let other = try await ImageComparator().compare(
          ImageComparisonRequest(photo, formats: [version.format], quality: steps[beside]))
        #expect(abs(other.versions[0].similarity - target) >= abs(version.similarity - target), "\(version)")
      }
      let file = try await ImageCompressor().compress(
        data,
        .image(version.format).quality(version.quality).metadata(.strip).sizePolicy(.allowLarger))
      #expect(file.data.count == Int(version.bytes), "\(version.format)")
      #expect(version.encoder == file.report.encoder)
      #expect(abs(version.bitsPerPixel - Double(version.bytes) * 8 / 76800) < 1e-9)
      #expect(version.encodingSeconds > 0)
    }
    let jpeg = try #require(comparison.version(.jpeg))
    #expect(comparison.sizeRatio(.jpeg) == 1)
    #expect(comparison.sizeRatio(.heic) == Double(comparison.versions[0].bytes) / Double(jpeg.bytes))
  }

  @Test func `the similarity is what another program measures`() async throws {
    let photo = try await Clip.photo().file
    let comparison = try await ImageComparator().compare(ImageComparisonRequest(photo, formats: [.jpeg], quality: 0.6))
    let folder = try TemporaryFolder()
    let file = folder.file("made.jpg")
    try await ImageCompressor().compress(
      Data(contentsOf: photo), .image(.jpeg).quality(0.6).metadata(.strip)
    ).data.write(to: file)
    let graph = "[0]format=yuvj420p[a];[1]format=yuvj420p[b];[a][b]ssim"
    let result = try await run(
      "ffmpeg", ["-hide_banner", "-i", photo.path, "-i", file.path, "-lavfi", graph, "-f", "null", "-"])
    let measured = try #require(result.errorText.firstMatch(of: /All:([0-9.]+)/).flatMap { Double($0.1) })
    #expect(abs(comparison.versions[0].similarity - measured) < 0.003)
  }

  @Test func `what is coded without loss comes back nearly as it was`() async throws {
    // Colors of photos: of stronger ones, many are none in red, green and blue.
    let pale = try await Clip.still(
      "pale.jpg", ["-vf", "eq=saturation=0.3", "-pix_fmt", "yuvj420p", "-q:v", "2"]
    ).file
    let data = [UInt8](try Data(contentsOf: pale))
    var report = ImageReport(outcome: .compressed)
    let job = ImageJob(
      settings: .image(.heic).lossless().chroma(.yuv420), namedFormat: nil, name: "photo", path: nil, threads: 1,
      control: JobControl(),
      passage: try await PixelBudget.shared.enter())
    let ready = try job.makeReady(data, &report)
    let made = try job.encode(ready, &report)
    let before = ready.prepared.picture
    let after = try HeifFile(made).primary().decode(as: .yuv420).frames(color: ready.plan.color).picture
    #expect(after.pixelFormat?.name == before.pixelFormat?.name)
    let similarity = try before.similarity(to: after)
    #expect(similarity > 0.995)
  }

  @Test(arguments: [("gray.png", "gray"), ("clear.png", "rgba"), ("deep.png", "rgb48be")])
  func `gray, transparent and deep pictures are compared, too, with the same samples`(
    name: String, layout: String
  ) async throws {
    let source = try await Clip.still("odd-\(name)", ["-vf", "scale=161:121", "-pix_fmt", layout]).file
    var request = ImageComparisonRequest(source, quality: 0.6)
    request.previewLongSide = 80
    let comparison = try await ImageComparator().compare(request)
    #expect((comparison.width, comparison.height) == (161, 121))
    #expect(comparison.versions.count == 3 && comparison.versions.allSatisfy(\.isEqual))
    let previews = try #require(comparison.previews)
    #expect(previews.versions.count == 3)
    for preview in [previews.original] + previews.versions {
      let shown = try await ImageCompressor().compress(preview, .image(.heic)).report.source
      #expect(shown?.format == .jpeg)
      #expect((shown?.width, shown?.height) == (80, 60))
    }
  }

  @Test func `the first format sets the similarity, and one named twice is encoded once`() async throws {
    let photo = try await Clip.photo().file
    let comparison = try await ImageComparator().compare(
      ImageComparisonRequest(photo, formats: [.jpeg, .heic, .jpeg], quality: 0.5))
    #expect(comparison.versions.map(\.format) == [.jpeg, .heic])
    #expect(comparison.versions[0].quality == 0.5)
    #expect(comparison.versions[0].encoderQuality == 50)
    #expect(comparison.sizeRatio(.avif) == nil)
  }

  @Test func `what can't be compared fails with the module's errors`() async throws {
    let photo = try await Clip.photo().file
    let missing = URL(fileURLWithPath: "/nonexistent/a.jpg")
    let cases: [(ImageComparisonRequest, CompressionError.Code)] = [
      (ImageComparisonRequest(missing), .sourceNotFound), (ImageComparisonRequest(photo, formats: []), .invalidRequest),
      (ImageComparisonRequest(photo, quality: 2), .invalidRequest),
    ]
    for (request, code) in cases {
      let error = await #expect(throws: CompressionError.self) { try await ImageComparator().compare(request) }
      #expect(error?.code == code)
    }
  }

  @Test func `the search finds the steps on both sides of every target in few tries`() {
    let count = 101
    for first in [0, 37, 100] {
      for target in 0...count {
        var search = SimilaritySearch(count: count, first: first)
        var tries = 0
        while let step = search.next, tries < 20 {
          tries += 1
          search.note(isBelow: step < target)
        }
        #expect(search.below == (target == 0 ? nil : target - 1), "\(target) from \(first)")
        #expect(search.above == (target == count ? nil : target), "\(target) from \(first)")
        #expect(tries <= 14)
      }
    }
    #expect(SimilaritySearch(count: 0, first: 0).next == nil)
  }

  @Test func `each step of a scale is another number of the encoder's, and they rise`() {
    for format in ImageFormat.allCases {
      let numbers = QualityScale.steps(format).map { QualityScale.number($0, format) }
      #expect(numbers.count > 80)
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func `medians leave out what isn't as similar`() {
    let comparisons = [(50, true), (70, true), (10, false), (90, true), (60, true)].map(comparison)
    let medians = ImageComparison.medians(of: comparisons)
    #expect(medians.map(\.format) == [.heic, .jpeg])
    #expect(medians[0].pictures == 4)
    #expect(abs((medians[0].sizeRatio ?? 0) - 0.65) < 1e-9)
    #expect(medians[1].sizeRatio == 1)
    #expect(ImageComparison.medians(of: []).isEmpty)
  }

  private func comparison(bytes: Int, isEqual: Bool) -> ImageComparison {
    let size = PixelSize(width: 10, height: 10)
    let version = { (format: ImageFormat, bytes: Int, isEqual: Bool) in
      ImageComparison.Version(
        format: format, encoder: "", quality: 0.5, encoderQuality: 50, bytes: Int64(bytes), bitsPerPixel: 1,
        encodingSeconds: 1, similarity: 0.9, isEqual: isEqual)
    }
    return ImageComparison(
      source: ImageDescription(
        path: nil, bytes: 1, format: .png, size: size, displaySize: size, orientation: .up, bitDepth: 8, chroma: .rgb,
        hasAlpha: false, colorProfile: nil, color: ColorDescription(), date: nil, hasLocation: false, camera: nil),
      width: 10, height: 10, tolerance: 0.001, versions: [version(.heic, bytes, isEqual), version(.jpeg, 100, true)],
      warnings: [], previews: nil)
  }
}
