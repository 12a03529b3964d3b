import Foundation
import ImageCompression
import TestSupport
import Testing

@Suite struct DataTests {
  @Test func `bytes become HEIC, JPEG or AVIF in one call, and less quality is less data`() async throws {
    let photo = ImageData(try Data(contentsOf: try await Clip.photo().file))
    let folder = try TemporaryFolder()
    let made: [(String, Data, Data)] = [
      ("a.heic", try await photo.heicData(quality: 0.7), try await photo.heicData(quality: 0.2)),
      ("a.jpg", try await photo.jpegData(quality: 0.7), try await photo.jpegData(quality: 0.2)),
      ("a.avif", try await photo.avifData(quality: 0.7), try await photo.avifData(quality: 0.2)),
    ]
    for (name, good, poor) in made {
      #expect(poor.count < good.count)
      let file = folder.file(name)
      try good.write(to: file)
      let shown = try await ShownPicture(file)
      #expect((shown.width, shown.height) == (320, 240))
    }
  }

  @Test func `a failure tells its code, what failed and what to do`() async throws {
    do {
      _ = try await ImageData(Data("nothing".utf8)).heicData(quality: 0.7)
      Issue.record("nothing became a picture")
    } catch let error as CompressionError {
      #expect(error.code == .noPicture)
      #expect(error.remedy != nil)
      #expect(error.imageReport?.outcome == .failed)
    }
  }

  @Test func `a result that isn't smaller is the source's bytes`() async throws {
    let photo = try Data(contentsOf: try await Clip.photo().file)
    let small = try await ImageData(photo).jpegData(quality: 0.1)
    let (data, report) = try await ImageCompressor().compress(small, .automatic.quality(1))
    #expect(report.outcome == .keptSource)
    #expect(data == small)
  }

  @Test func `wishes are the same after they were stored as JSON`() throws {
    let request = ImageRequest(
      from: URL(fileURLWithPath: "/tmp/a.jpg"), to: .directory(URL(fileURLWithPath: "/tmp")),
      image: .image(.avif, longSide: 100).quality(0.3).bitDepth(.ten).chroma(.yuv444).metadata(.strip)
        .sizePolicy(.allowLarger).pixelLimit(1000), threads: 2)
    let stored = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(ImageRequest.self, from: stored) == request)
    let lossless = ImageSettings.image(.heic).lossless()
    #expect(try JSONDecoder().decode(ImageSettings.self, from: JSONEncoder().encode(lossless)) == lossless)
  }
}
