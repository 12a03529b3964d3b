import FoundationEssentials
import Swage
import Testing

@testable import SwageCLI

@Suite struct DrawingOptionTests {
  private func watermark(_ value: String) throws -> Watermark? {
    try compress("a", "--watermark", value).request().video.watermark
  }

  private func mark(_ path: String, _ position: Watermark.Position = .bottomRight, _ opacity: Double = 1) -> Watermark {
    Watermark(URL(filePath: path), position: position, opacity: opacity)
  }

  @Test func `a watermark is an image with a position and an opacity, both of which may be left out`() throws {
    #expect(try watermark("/a/logo.png") == mark("/a/logo.png"))
    #expect(try watermark("/a/logo.png:top-left") == mark("/a/logo.png", .topLeft))
    #expect(try watermark("/a/logo.png:0.25") == mark("/a/logo.png", .bottomRight, 0.25))
    #expect(try watermark("/a/logo.png:center:.5") == mark("/a/logo.png", .center, 0.5))
    #expect(try compress("a").request().video.watermark == nil)
  }

  @Test func `a watermark's name may have colons, also before what looks like an option`() throws {
    #expect(try watermark("/a:b/c:d.png") == mark("/a:b/c:d.png"))
    #expect(try watermark("/a:center:center:0.5") == mark("/a:center", .center, 0.5))
    #expect(try watermark("/a:0.5:center") == mark("/a:0.5", .center))
    #expect(try watermark("/a:top:left") == mark("/a:top:left"))
    #expect(try watermark("/a:0.5:1") == mark("/a:0.5", .bottomRight, 1))
  }

  @Test func `an opacity that is none and a name that is missing are refused`() {
    #expect(complaint(["a", "--watermark", "b.png:1.5"])?.contains("allowed is 0 to 1") == true)
    #expect(complaint(["a", "--watermark", "b.png:center:-1"])?.contains("allowed is 0 to 1") == true)
    #expect(complaint(["a", "--watermark", ":center:1"])?.contains("names no picture") == true)
    #expect(complaint(["a", "--watermark", ""])?.contains("names no picture") == true)
  }

  @Test func `burned subtitles are a track's number or a file`() throws {
    let subtitles = { (value: String) in try compress("a", "--burn-subtitles", value).request().video.burnedSubtitles }
    #expect(try subtitles("2") == .track(2))
    #expect(try subtitles("/a/b.srt") == .file(URL(filePath: "/a/b.srt")))
    #expect(try subtitles("/2") == .file(URL(filePath: "/2")))
    #expect(try compress("a").request().video.burnedSubtitles == nil)
    #expect(complaint(["a", "--burn-subtitles", "0"])?.contains("count from 1") == true)
    #expect(complaint(["a", "--burn-subtitles", "99999999999999999999"])?.contains("out of range") == true)
    #expect(complaint(["a", "--burn-subtitles", ""])?.contains("empty") == true)
  }
}
