import Foundation
import ImageCompression
import TestSupport
import Testing

@Suite struct SafetyTests {
  @Test(arguments: FormatTests.kinds.filter { $0.clip.name != "tiny.png" })
  func `a source that ends early is refused as damaged, whatever its kind`(kind: FormatTests.Kind) async throws {
    let whole = try Data(contentsOf: try await kind.clip.file)
    let folder = try TemporaryFolder()
    for share in [0.3, 0.6, 0.95] {
      let source = folder.file("cut-\(share)")
      try whole.prefix(Int(Double(whole.count) * share)).write(to: source)
      let error = try await failure(source, faithful(.heic))
      #expect(error?.code == .sourceDamaged, "\(kind.clip.name) at \(share): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test(arguments: [ImageFormat.heic, .avif])
  func `HEIC and AVIF that end early are refused as damaged`(format: ImageFormat) async throws {
    let made = try await Compressed(try await Clip.photo().file, faithful(format))
    let whole = try Data(contentsOf: made.file)
    let folder = try TemporaryFolder()
    for share in [0.05, 0.5, 0.9] {
      let source = folder.file("cut-\(share)")
      try whole.prefix(Int(Double(whole.count) * share)).write(to: source)
      let error = try await failure(source, faithful(.jpeg))
      #expect(error?.code == .sourceDamaged, "at \(share)")
    }
  }

  @Test func `what isn't a picture is refused with its kind`() async throws {
    let folder = try TemporaryFolder()
    let film = folder.file("film.jpg")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x48:duration=0.2", "-f", "mp4"], to: film)
    let text = folder.file("text.jpg")
    try Data("not a picture at all".utf8).write(to: text)
    let empty = folder.file("empty.jpg")
    try Data().write(to: empty)
    for source in [film, text, empty] {
      let error = try await failure(source, faithful(.heic))
      #expect(error?.code == .noPicture, "\(source.lastPathComponent)")
      #expect(error?.remedy != nil)
    }
    #expect(try await failure(folder.file("missing.jpg"), faithful(.heic))?.code == .sourceNotFound)
    #expect(try await failure(folder.url, faithful(.heic))?.code == .sourceUnreadable)
  }

  @Test func `a picture of more pixels than the limit is refused before it is decoded`() async throws {
    for name in ["rgb.png", "one.gif", "plain.bmp", "packed.tiff", "lossy.webp", "baseline.jpg"] {
      guard let kind = FormatTests.kinds.first(where: { $0.clip.name == name }) else { continue }
      let error = try await failure(try await kind.clip.file, faithful(.heic).pixelLimit(320 * 240 - 1))
      #expect(error?.code == .notSupported, "\(name): \(error!)")
    }
    // 60000 by 60000 pixels in a file of some bytes.
    var bomb = [UInt8](try Data(contentsOf: try await Clip.still("rgb.png", ["-pix_fmt", "rgb24"]).file))
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    let folder = try TemporaryFolder()
    let source = folder.file("bomb.png")
    try Data(bomb).write(to: source)
    let error = try await failure(source, faithful(.heic))
    #expect([.notSupported, .sourceDamaged].contains(error?.code))
  }

  @Test func `nothing larger is left: the source is kept, or the wish that it doesn't meet is named`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("small.jpg")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=160x120", "-frames:v", "1", "-q:v", "31"], to: source)
    let output = folder.file("out.jpg")
    // No kind of file was asked for but by the name, which the source meets.
    let kept = try await ImageCompressor().compress(
      ImageRequest(from: source, to: .file(output), image: .image(.jpeg).quality(1)))
    #expect(kept.outcome == .keptSource)
    #expect(try Data(contentsOf: output) == Data(contentsOf: source))
    #expect(kept.output?.path == output.path)
    let error = try await failure(source, .image(.jpeg, longSide: 150).quality(1))
    #expect(error?.code == .notSmaller)
    #expect(error?.message.contains("size") == true)
    #expect(try await failure(source, .image(.heic).quality(1))?.code == .notSmaller)
    let larger = try await Compressed(source, .image(.heic).quality(1).sizePolicy(.allowLarger))
    #expect(larger.report.outcome == .compressed)
  }

  @Test func `a kept source keeps its kind of file where nothing else was asked for`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("small.jpg")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=160x120", "-frames:v", "1", "-q:v", "31"], to: source)
    let report = try await ImageCompressor().compress(
      ImageRequest(from: source, image: .automatic.quality(1)))
    #expect(report.outcome == .keptSource)
    #expect(folder.contents == ["small-compressed.jpg", "small.jpg"])
  }

  @Test func `a source is replaced by a checked result only, and never written over by accident`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("photo.jpg")
    let original = try Data(contentsOf: try await Clip.photo().file)
    try original.write(to: source)
    await #expect(throws: CompressionError.self) {
      try await ImageCompressor().compress(ImageRequest(from: source, to: .file(source), image: .image(.jpeg)))
    }
    #expect(try Data(contentsOf: source) == original)
    let report = try await ImageCompressor().compress(
      ImageRequest(from: source, to: .replaceSource, image: .automatic.quality(0.4)))
    #expect(report.outcome == .compressed)
    #expect(folder.contents == ["photo.jpg"])
    #expect(try Data(contentsOf: source).count < original.count)
    await #expect(throws: CompressionError.self) {
      try await ImageCompressor().compress(ImageRequest(from: source, to: .replaceSource, image: .image(.heic)))
    }
  }

  @Test func `a cancelled job throws at once and leaves nothing`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("large.png")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=2000x1500", "-frames:v", "1"], to: source)
    let output = try folder.folder("out")
    let job = Task {
      try await ImageCompressor().compress(
        ImageRequest(from: source, to: .directory(output), image: .image(.heic).quality(1).sizePolicy(.allowLarger)))
    }
    try await Task.sleep(for: .milliseconds(300))
    let began = ContinuousClock.now
    job.cancel()
    await #expect(throws: CancellationError.self) { try await job.value }
    #expect(began.duration(to: .now) < .seconds(1))
    try await Task.sleep(for: .seconds(3))
    #expect(TemporaryFolder.contents(of: output) == [])
  }

  @Test(
    .needsCorpus("truncated.jpg"), arguments: ["truncated.jpg", "corrupted.heic", "pixel-motion-photo-shortened.jpg"])
  func `real damaged pictures are refused`(name: String) async throws {
    #expect(try await failure(try Corpus.file(name), faithful(.heic))?.code == .sourceDamaged)
  }

  @Test func `wishes that no JPEG meets are refused before work begins`() async throws {
    let source = try await Clip.photo().file
    #expect(try await failure(source, .image(.jpeg).lossless())?.code == .notSupported)
    #expect(try await failure(source, .image(.jpeg).bitDepth(.ten))?.code == .notSupported)
    #expect(try await failure(source, .image(.heic).quality(1.5))?.code == .invalidRequest)
    #expect(try await failure(source, .image(.heic).longSide(0))?.code == .invalidRequest)
  }
}

extension SafetyTests {
  @Test func `a HEIC file with bytes that can't be HEVC is refused, not drawn as something`()
    async throws
  {
    let folder = try TemporaryFolder()
    let drawing = folder.file("drawing.png")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=800x600", "-frames:v", "1"], to: drawing)
    let made = try await Compressed(drawing, faithful(.heic))
    let whole = [UInt8](try Data(contentsOf: made.file))
    var random = SeededGenerator(seed: 5)
    var refused = 0
    for _ in 0..<10 {
      var bytes = whole
      let place = Int.random(in: (whole.count / 3)..<(whole.count - 400), using: &random)
      for index in place..<(place + 200) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      let source = folder.file("hurt.heic")
      try Data(bytes).write(to: source)
      do {
        _ = try await ImageCompressor().compress(Data(bytes), faithful(.jpeg))
      } catch let error as CompressionError {
        #expect(error.code == .sourceDamaged, "\(error)")
        refused += 1
      }
    }
    // Without checksums, some wrong bytes read as another picture; libheif's own decoder refuses none.
    #expect(refused >= 4, "\(refused) of 10")
  }
}
