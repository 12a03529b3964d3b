import Swage
import Testing

@testable import SwageCLI

@Suite struct ImageOutputTests {
  @Test func `the object of pictures has every key, those without a value as null`() {
    let object = JSONDocument.images([Made.photograph], ImageSummary([Made.photograph]))
    #expect(keys(object) == ["schema", "pictures", "summary", "error"])
    guard case .array(let pictures)? = object["pictures"], let picture = pictures.first else {
      Issue.record("there is no picture")
      return
    }
    #expect(
      keys(picture) == [
        "input", "outcome", "source", "output", "backend", "encoder", "device", "attempts", "similarity", "decisions",
        "parts", "seconds", "verification", "abandonedThreads", "warnings", "error",
      ])
    #expect(picture["error"] == .null)
    guard case .array(let attempts)? = picture["attempts"] else {
      Issue.record("there are no attempts")
      return
    }
    #expect(
      attempts.map(keys) == [["backend", "encoder", "device", "result", "reason"]] + [
        ["backend", "encoder", "device", "result", "reason"]
      ])
    #expect(
      keys(picture["source"]) == [
        "path", "bytes", "format", "width", "height", "displayWidth", "displayHeight", "orientation", "bitDepth",
        "chroma", "hasAlpha", "colorProfile", "color", "hdr", "date", "hasLocation", "camera",
      ])
    #expect(keys(picture["seconds"]) == ["decoding", "preparing", "encoding", "verifying", "total"])
    #expect(
      keys(object["summary"]) == ["pictures", "compressed", "kept", "failed", "originalBytes", "outputBytes"])
    #expect(picture["source"]?["orientation"] == .integer(6))
  }

  @Test func `the text tells sizes, pictures and warnings, and with -v every part and check`() {
    let brief = ImageText.render(Made.photograph.report, isVerbose: false)
    #expect(brief.contains("3.48 MB → 1.21 MB (65 % smaller)"))
    #expect(brief.contains("JPEG 3024x4032, Display P3 → HEIC 3024x4032, Display P3"))
    #expect(brief.contains("0.9789 (SSIM)"))
    #expect(brief.contains("the gain map isn't kept"))
    #expect(!brief.contains("exif"))
    #expect(brief.contains("hevc_vaapi on /dev/dri/renderD128"))

    let whole = ImageText.render(Made.photograph.report, isVerbose: true)
    #expect(whole.contains("exif") && whole.contains("kept (orientation and size are those of the result)"))
    #expect(whole.contains("hevc_nvenc on 0") && whole.contains("failed (it hangs)"))
    #expect(whole.contains("size: 4x3"))
    let summary = ImageText.render(ImageSummary([Made.photograph, Made.photograph]))
    #expect(summary.contains("Of 2 pictures: 2 compressed; 6.96 MB → 2.42 MB"))
  }

  @Test func `options become wishes`() throws {
    guard
      case .values(let command) = try ArgumentParser.parse(
        [
          "--format", "avif", "--quality", "0.4", "--long-side", "2048", "--depth", "10", "--chroma", "444", "--strip",
          "--max-pixels", "1000", "--allow-larger", "a.jpg", "b.jpg",
        ], syntax: ImageCommand.syntax, defaults: ImageCommand(), fileExists: { _ in false })
    else {
      Issue.record("help was asked for")
      return
    }
    #expect(command.inputs == ["a.jpg", "b.jpg"])
    #expect(
      command.settings
        == .image(.avif, longSide: 2048).quality(0.4).bitDepth(.ten).chroma(.yuv444).metadata(.strip).pixelLimit(1000)
        .sizePolicy(.allowLarger))
    #expect(ImageCommand().settings == .automatic)
  }

  private func keys(_ value: JSONValue?) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.map(\.key)
  }
}
