import Foundation
import Swage
import TestSupport
import Testing

@Suite("Errors have a code, a message and a stage") struct ErrorTests {
  private func failure(
    _ source: URL, to output: URL, _ change: (CompressionRequest) -> CompressionRequest = { $0 }
  ) async throws -> CompressionError {
    let request = change(CompressionRequest(from: source, to: .file(output)))
    let error = await #expect(throws: CompressionError.self) { try await AutomaticCompressor().compress(request) }
    return try #require(error)
  }

  @Test("bad sources") func sources() async throws {
    let folder = try TemporaryFolder()
    try Data("no film".utf8).write(to: folder.file("text.mp4"))
    _ = try folder.folder("folder.mp4")
    let before = folder.contents
    let cases: [(URL, CompressionError.Code)] = [
      (folder.file("none.mp4"), .sourceNotFound), (folder.file("text.mp4"), .sourceUnrecognized),
      (folder.file("folder.mp4"), .sourceUnreadable), (try await Clip.soundOnly.file, .noVideo),
      (try await Clip.encrypted.file, .sourceEncrypted), (try await Clip.cutOff.file, .sourceDamaged),
    ]
    for (source, code) in cases {
      let error = try await failure(source, to: folder.file("out.mp4"))
      #expect(error.code == code, "\(error)")
      #expect(!error.message.isEmpty && !error.description.isEmpty)
      #expect(folder.contents == before)
    }
  }

  @Test("bad outputs and wishes") func outputs() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: clip, to: source)
    #expect(try await failure(source, to: source).code == .outputIsSource)
    let nowhere = try await failure(source, to: folder.url.appendingPathComponent("none/out.mp4"))
    #expect(nowhere.code == .outputUnwritable)
    let wish = try await failure(source, to: folder.file("out.mp4")) { $0.video(.automatic.quality(3)) }
    #expect(wish.code == .invalidRequest)
    let hdr = try await failure(try await Clip.hlg.file, to: folder.file("out.mp4")) {
      $0.video(.video(.h264).color(.preserve))
    }
    #expect(hdr.code == .notSupported && hdr.stage == .plan)
    #expect(folder.contents == ["clip.mp4"])
  }

  @Test("a file that ends early tells what was expected and what was found") func damage() async throws {
    let folder = try TemporaryFolder()
    let error = try await failure(try await Clip.cutOff.file, to: folder.file("out.mp4"))
    #expect(error.description.contains("8.0"), "\(error)")
  }
}
