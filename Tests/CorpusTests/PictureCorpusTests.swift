import Foundation
import TestSupport
import Testing

/// `swage image` over every picture of the folder that `SWAGE_CORPUS` names, in its own size.
@Suite("Real pictures", .needsCorpus) struct PictureCorpusTests {
  /// Pictures that don't decode as a whole.
  static let damaged: Set = ["truncated.jpg", "corrupted.heic", "pixel-motion-photo-shortened.jpg"]

  static let pictures: [String] = {
    let extensions: Set = ["jpg", "jpeg", "heic", "hif", "avif", "png"]
    return TemporaryFolder.contents(of: Corpus.folder ?? URL(fileURLWithPath: "/nonexistent"))
      .filter { extensions.contains(($0 as NSString).pathExtension.lowercased()) }
  }()

  @Test("every real picture looks the same in HEIC and in JPEG, and back again", arguments: pictures)
  func picture(name: String) async throws {
    let source = try Corpus.file(name)
    let folder = try TemporaryFolder()
    if Self.damaged.contains(name) {
      let result = try await image(source, "heic", in: folder)
      #expect(result.status == .exited(5), "\(result.errorText)")
      #expect(folder.contents == [])
      return
    }
    let (before, facts) = (try await ShownPicture(source), try await PictureFacts(source))
    // HEIC, JPEG, and from each the other.
    for steps in [["heic", "jpeg"], ["jpeg", "heic"]] {
      var current = source
      for (number, format) in steps.enumerated() {
        // Large pictures aren't brought back; that takes long and shows nothing new.
        if number == 1, before.width * before.height > 3_000_000 { continue }
        let result = try await image(current, format, in: folder)
        try #require(result.status == .exited(0), "\(name) to \(format): \(result.errorText)")
        let report = try JSON(text: result.output)["pictures"][0]
        current = URL(fileURLWithPath: report["output"]["path"].string ?? "")
        let (after, found) = (try await ShownPicture(current), try await PictureFacts(current))
        #expect((after.width, after.height) == (before.width, before.height), "\(name) to \(format)")
        let likeness = try await before.likeness(to: after)
        #expect(likeness > 22, "\(name) to \(format): \(likeness) dB")
        #expect(found.precious == facts.precious, "\(name) to \(format)")
        #expect([JSON.null, .number(1)].contains(found["Orientation"]), "\(name) to \(format)")
      }
    }
  }

  @Test("over the whole JPEG files, HEIC takes at most 0.65 of JPEG's bytes at the same similarity (median)")
  func sizes() async throws {
    let names = Self.pictures.filter {
      ["jpg", "jpeg"].contains(($0 as NSString).pathExtension.lowercased()) && !Self.damaged.contains($0)
    }
    let files = try names.map { try Corpus.file($0).path }
    let result = try await SwageCommand.run(["image", "--compare", "--json", "--"] + files, timeout: 600)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let report = try JSON(text: result.output)
    let heic = report["medians"].array.first { $0["format"].string == "heic" }
    #expect(heic?["pictures"].int == names.count)
    #expect((heic?["sizeRatio"].number ?? 1) <= 0.65)
  }

  private func image(_ source: URL, _ format: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await SwageCommand.run(
      [
        "image", "--format", format, "--quality", "0.7", "--allow-larger", "--json", "--output-folder", folder.url.path,
        "--", source.path,
      ], timeout: 300)
  }
}
