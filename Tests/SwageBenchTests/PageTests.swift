import Foundation
import TestSupport
import Testing

@testable import SwageBench

@Suite("The page of results") struct PageTests {
  private static let file: ResultFile = {
    let points = [0.5, 0.6, 0.7].map { quality in
      Made.point(
        [
          Made.contender("swage", [1, 1.1], bytes: 1e6 * quality, ssim: 0.9 + quality / 10),
          Made.contender("ffmpeg", [1.2, 1.3], bytes: 1.1e6 * quality, ssim: 0.9 + quality / 10),
        ], quality: quality)
    }
    var skipped = Made.result([], name: "by a <unit>")
    skipped.skipped = "not supported here"
    let verdicts = [
      Verdict(against: "ffmpeg", measure: .wall, found: 0.85, limit: 0.9),
      Verdict(against: "ffmpeg", measure: .memory, found: 1.5, limit: 1.1),
    ]
    let simple = Made.point([Made.contender("swage", [1, 1.2]), Made.contender("ffmpeg", [1.2, 1.3])])
    return Made.file(
      [Made.result([simple], name: "one & only", verdicts: verdicts), Made.result(points, name: "a sweep"), skipped],
      micro: [
        MicroResult(name: "scaling", work: "scale", secondsPerTurn: [1e-3], cpuSecondsPerTurn: 1e-3, turns: 5)
      ])
  }()
  private static let html = ResultPage(results: file).html

  @Test("nothing in it asks for anything outside the file, and no script runs") func alone() {
    for word in ["http:", "https:", "//", "src=", "href", "url(", "@import", "<script", "<link", "<img", "onload"] {
      #expect(!Self.html.contains(word), "\(word)")
    }
    #expect(Self.html.contains("default-src 'none'"))
  }

  @Test("names are text, whatever is in them") func escaped() {
    #expect(Self.html.contains("one &amp; only"))
    #expect(Self.html.contains("by a &lt;unit&gt;"))
    #expect(Self.html.contains("A &lt;fast&gt; processor"))
    #expect(!Self.html.contains("<unit>"))
  }

  @Test("it says which limits were kept, which were exceeded, and what wasn't measured") func limits() {
    #expect(Self.html.contains("1 kept, 1 exceeded, 0 not measured"))
    #expect(Self.html.contains("not supported here"))
  }

  @Test("bars are as long as their values") func bars() throws {
    let summary = { (value: Double) throws in try #require(Summary([value])) }
    let svg = BarChart(
      title: "t",
      bars: [
        .init(label: "a", value: try summary(2), isSubject: true),
        .init(label: "b", value: try summary(1), isSubject: false),
      ], format: Figure.duration
    ).svg
    let widths = svg.components(separatedBy: "<rect ").dropFirst().compactMap { part in
      part.components(separatedBy: "width=\"").dropFirst().first.flatMap { Double($0.prefix { $0 != "\"" }) }
    }
    #expect(widths.count == 2)
    #expect(abs(widths[0] - 2 * widths[1]) < 0.11)
  }

  @Test("cases of several qualities become curves with a legend and the difference in rate") func curves() {
    // Two programs, each in SSIM and in PSNR.
    #expect(Self.html.components(separatedBy: "<polyline").count - 1 == 4)
    #expect(Self.html.contains("Bjøntegaard"))
    // ffmpeg's files are a tenth larger at the same similarity.
    #expect(Self.html.contains("+10.0 %"))
  }

  @Test("it is well-formed", .needsChromium) func opens() async throws {
    let folder = try TemporaryFolder()
    let page = folder.file("index.html")
    try Self.html.write(to: page, atomically: true, encoding: .utf8)
    let dom = try await Chromium.run(["--dump-dom"], page, in: folder)
    #expect(dom.text.components(separatedBy: "<svg").count == Self.html.components(separatedBy: "<svg").count)
    #expect(dom.text.contains("results.json</code>"))
  }

  @Test("a busy machine is told at the top") func busy() {
    var file = Self.file
    file.stamp.machine.loadBefore = 3
    #expect(ResultPage(results: file).html.contains("The machine was busy"))
    #expect(!Self.html.contains("The machine was busy"))
  }

  @Test("tables of text are aligned, and columns that nobody fills are left out") func text() throws {
    let point = Made.point([Made.contender("swage", [1]), Made.contender("ffmpeg", [2])])
    let lines = ResultText.table(of: point, cores: 2)
    #expect(lines.count == 4)
    #expect(lines[0].contains("SSIM"))
    #expect(!lines[0].contains("VMAF"))
    #expect(lines[3].contains("x0.500"))
    // 1.5 seconds of two cores' time in 1 second.
    #expect(lines[1].contains("1.33"))
    #expect(Set(lines.prefix(3).map { $0.count }).count <= 2)
  }
}
