import Foundation
import ImageCompression
import Media
import TestSupport
import Testing

@Suite struct FormatTests {
  /// A kind of source, and how near the result has to be.
  struct Kind: CustomTestStringConvertible {
    let clip: Clip
    let format: PictureFormat
    var testDescription: String { clip.name }
  }

  static let kinds: [Kind] = [
    Kind(clip: .still("baseline.jpg", ["-q:v", "2"]), format: .jpeg),
    Kind(clip: .still("rgb.png", ["-pix_fmt", "rgb24"]), format: .png),
    Kind(clip: .still("deep.png", ["-pix_fmt", "rgb48be"]), format: .png),
    Kind(clip: .still("gray.png", ["-pix_fmt", "gray"]), format: .png),
    Kind(clip: .still("palette.png", ["-pix_fmt", "pal8"]), format: .png),
    Kind(clip: .still("lossy.webp", ["-c:v", "libwebp", "-quality", "95"]), format: .webp),
    Kind(clip: .still("lossless.webp", ["-c:v", "libwebp", "-lossless", "1"]), format: .webp),
    Kind(clip: .still("packed.tiff", ["-c:v", "tiff", "-pix_fmt", "rgb24"]), format: .tiff),
    Kind(
      clip: .still("deflated.tiff", ["-c:v", "tiff", "-pix_fmt", "rgb48le", "-compression_algo", "deflate"]),
      format: .tiff),
    Kind(clip: .still("plain.bmp", ["-c:v", "bmp"]), format: .bmp),
    Kind(clip: .still("one.gif", ["-c:v", "gif"]), format: .gif),
    Kind(clip: imageMagick("progressive.jpg", ["-interlace", "JPEG", "-quality", "95"]), format: .jpeg),
    Kind(clip: imageMagick("gray.jpg", ["-colorspace", "Gray", "-quality", "95"]), format: .jpeg),
    Kind(clip: imageMagick("cmyk.jpg", ["-colorspace", "CMYK", "-quality", "95"]), format: .jpeg),
    Kind(clip: imageMagick("full.jpg", ["-sampling-factor", "1x1", "-quality", "95"]), format: .jpeg),
    Kind(clip: imageMagick("tall.jpg", ["-sampling-factor", "1x2", "-quality", "95"]), format: .jpeg),
    Kind(clip: .still("odd.png", ["-vf", "format=rgb24,crop=319:177:0:0", "-pix_fmt", "rgb24"]), format: .png),
    Kind(
      clip: .still("odd.jpg", ["-vf", "format=rgb24,crop=317:97:0:0", "-q:v", "2", "-pix_fmt", "yuvj420p"]),
      format: .jpeg),
    Kind(clip: .still("tiny.png", ["-pix_fmt", "rgb24"], size: "16x10"), format: .png),
  ]

  private static func imageMagick(_ name: String, _ arguments: [String]) -> Clip {
    Clip(name) { file in
      let source = try await Clip.still("rgb.png", ["-pix_fmt", "rgb24"]).file
      let result = try await run("convert", [source.path] + arguments + [file.path])
      guard result.status == .exited(0) else { throw ToolFailure("convert: \(result.errorText)") }
    }
  }

  @Test(arguments: kinds, [ImageFormat.heic, .jpeg])
  func `every kind of picture is told by its content and looks the same afterwards`(
    kind: Kind, format: ImageFormat
  ) async throws {
    // A name that says nothing.
    let folder = try TemporaryFolder()
    let source = folder.file("picture")
    try FileManager.default.copyItem(at: try await kind.clip.file, to: source)
    let made = try await Compressed(source, faithful(format))
    #expect(made.report.source?.format == kind.format)
    let (before, after) = (try await ShownPicture(source), try await ShownPicture(made.file))
    #expect((after.width, after.height) == (before.width, before.height))
    let likeness = try await before.likeness(to: after)
    // Of so few pixels, reduced color is much.
    #expect(likeness > (kind.clip.name == "tiny.png" ? 17 : 24), "\(likeness) dB")
    if kind.clip.name.hasPrefix("de"), format == .heic { #expect(made.report.output?.bitDepth == 10) }
  }

  @Test func `a misnamed picture is read as what it is, and the report says so`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("photo.heic")
    try FileManager.default.copyItem(at: try await Clip.photo().file, to: source)
    let made = try await Compressed(source, faithful(.heic))
    #expect(made.report.source?.format == .jpeg)
    #expect(made.report.warnings.contains { $0.contains("whatever its name says") })
  }

  @Test(arguments: [ImageFormat.heic, .avif])
  func `transparency is kept, and put on white in JPEG with a warning`(format: ImageFormat) async throws {
    let source = try await Self.transparent.file
    let kept = try await Compressed(source, faithful(format))
    #expect(kept.report.output?.hasAlpha == true)
    #expect(kept.action(.alpha) == .kept)
    let folder = try TemporaryFolder()
    let png = folder.file("alpha.png")
    _ = try await run("heif-convert", [kept.file.path, png.path])
    let samples = try await run("convert", [png.path, "-alpha", "extract", "-resize", "2x1!", "-depth", "8", "gray:-"])
    let alpha = [UInt8](samples.output)
    #expect(alpha.count == 2 && alpha[0] < 40 && alpha[1] > 215, "\(alpha)")

    let flat = try await Compressed(source, faithful(.jpeg))
    #expect(flat.report.warnings.contains { $0.contains("white") })
    #expect(flat.action(.alpha) == .converted)
    let pixels = try await run(
      "convert", [flat.file.path, "-crop", "40x240+4+0", "+repage", "-resize", "1x1!", "-depth", "8", "gray:-"])
    #expect([UInt8](pixels.output).first ?? 0 > 245)
  }

  /// The left half is wholly transparent, the right one opaque.
  static let transparent = Clip(
    "transparent.png",
    ffmpeg: [
      "-f", "lavfi", "-i",
      "testsrc2=size=320x240:rate=1:duration=1,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*gte(X,160)'",
      "-frames:v", "1",
    ])

  @Test(arguments: [ImageFormat.heic, .avif])
  func `without loss every sample of red, green and blue comes back`(format: ImageFormat) async throws {
    let source = try await Clip.still("rgb.png", ["-pix_fmt", "rgb24"]).file
    let made = try await Compressed(source, .image(format).lossless().sizePolicy(.allowLarger))
    let (before, after) = (try await ShownPicture(source), try await ShownPicture(made.file))
    let likeness = try await before.likeness(to: after)
    #expect(likeness == 100, "\(likeness) dB")
    #expect(made.report.similarity == 1)
  }

  @Test func `a size is a bound of the longer side and never enlarges`() async throws {
    let source = try await Clip.photo(orientation: 6).file
    let small = try await Compressed(source, .image(.heic, longSide: 100).sizePolicy(.allowLarger))
    #expect(small.report.output?.displaySize == PixelSize(width: 76, height: 100))
    let same = try await Compressed(source, .image(.jpeg, longSide: 1000).sizePolicy(.allowLarger))
    #expect(same.report.output?.displaySize == PixelSize(width: 240, height: 320))
  }

  @Test func `depth and chroma are as asked`() async throws {
    let source = try await Clip.still("rgb.png", ["-pix_fmt", "rgb24"]).file
    let made = try await Compressed(
      source, .image(.heic).bitDepth(.ten).chroma(.yuv444).sizePolicy(.allowLarger))
    #expect(made.report.output?.bitDepth == 10)
    #expect(made.report.output?.chroma == .yuv444)
    let info = try await run("heif-info", ["-d", made.file.path])
    // The number that HEVC has for it, or what newer versions of the command call that.
    let words = ["chroma_format: 3", "chroma_format: 4:4:4"]
    #expect(words.contains { info.text.contains($0) }, "\(info.text.prefix(4000))")
  }

  @Test(.needsCorpus("cmyk.jpg")) func `a picture for printing has the colors that other programs show`() async throws {
    let source = try Corpus.file("cmyk.jpg")
    let made = try await Compressed(source, faithful(.jpeg))
    let folder = try TemporaryFolder()
    // ImageMagick's own conversion of CMYK without a profile.
    let shown = folder.file("shown.png")
    _ = try await run("convert", [source.path, "-colorspace", "sRGB", "PNG24:\(shown.path)"])
    let likeness = try await ShownPicture(shown).likeness(to: ShownPicture(made.file))
    #expect(likeness > 30, "\(likeness) dB")
  }
}
