import Foundation
import TestSupport
import Testing

@testable import SwageBench

/// With scripts in the place of programs, which write down that they ran.
@Suite("Measuring a case", .serialized) struct CaseRunnerTests {
  private let folder: TemporaryFolder
  private var log: String { folder.file("log").path }

  init() throws { folder = try TemporaryFolder() }

  private func contender(_ name: String, tool: Tool?, exit status: Int) throws -> Contender {
    let script = folder.file(name)
    try "#!/bin/sh\necho \(name) >> '\(log)'\necho no luck >&2\nexit \(status)\n".write(
      to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    return Contender(name: name, tool: tool, path: script.path)
  }

  private func measure(
    swage: Int = 0, ffprobe: Int = 0, pairs: Int = 3, enough: Int = 1000, end: Double? = nil,
    input: Input = .bundled
  ) throws -> CaseResult {
    let text = #"""
      {"name": "c", "input": "i", "job": {"kind": "inspect"}, "peers": ["ffprobe"],
       "limits": {"ffprobe": {"wall": 100}}, "longestSeconds": 0.000001, "pairs": \#(enough)}
      """#
    let benchmark = try JSONDecoder().decode(BenchmarkCase.self, from: Data(text.utf8))
    let runner = CaseRunner(
      subject: try contender("swage", tool: nil, exit: swage),
      others: [try contender("ffprobe", tool: .ffprobe, exit: ffprobe)],
      inputs: InputMaker(recipes: ["i": input], clip: "/clip", folder: folder.url.path, corpus: nil, ffmpeg: "ffmpeg"),
      meter: nil, ffprobe: nil, scratch: folder.file("scratch").path, pairs: pairs, end: end, say: { _ in })
    return try runner.measure(benchmark)
  }

  private var order: String { (TextFile.text(log) ?? "").split(separator: "\n").joined(separator: " ") }

  @Test("the first pair only warms up, and the order alternates") func alternates() throws {
    let result = try measure()
    #expect(order == "swage ffprobe ffprobe swage swage ffprobe ffprobe swage")
    let point = try #require(result.points.first)
    #expect(point.contenders.map(\.name) == ["swage", "ffprobe"])
    #expect(point.contenders.map(\.runs.count) == [3, 3])
    #expect(point.contenders.map(\.isSubject) == [true, false])
  }

  @Test("a case that says how many pairs are enough has no more") func enough() throws {
    #expect(try measure(pairs: 3, enough: 1).points.first?.ours?.runs.count == 1)
    #expect(try measure(pairs: 2, enough: 5).points.first?.ours?.runs.count == 2)
  }

  @Test("limits are judged: one that is kept, one that can't be") func limits() throws {
    let result = try measure()
    #expect(result.verdicts.map(\.isExceeded) == [false, true])
    #expect(result.verdicts.allSatisfy { $0.found ?? 0 > 0 })
  }

  @Test("what the machine can't do is skipped, any other failure is told with its words") func failures() throws {
    #expect(try measure(swage: 4).skipped == "not supported here")
    let failed = try measure(swage: 1)
    #expect(failed.skipped == nil)
    #expect(failed.failure == "exit status 1: no luck")
    #expect(failed.points.isEmpty)
  }

  @Test("another program that fails is left out, and isn't run again") func peer() throws {
    let result = try measure(ffprobe: 1)
    #expect(order == "swage ffprobe swage swage swage")
    let point = try #require(result.points.first)
    #expect(point.contenders.last?.runs == [])
    #expect(point.contenders.last?.note == "exit status 1: no luck")
    #expect(result.verdicts.first?.found == nil)
    #expect(result.failure == nil)
  }

  @Test("when the time is over, nothing is begun") func end() throws {
    #expect(try measure(end: ProcessRun.now() - 1).skipped == "out of time")
    #expect(order == "")
    // A pair is measured even if the time runs out in it.
    #expect(try measure(pairs: 500, end: ProcessRun.now() + 0.2).points.first?.ours?.runs.isEmpty == false)
    #expect(order.split(separator: " ").count < 1000)
  }

  @Test("a case of a corpus that isn't there is skipped") func corpus() throws {
    #expect(try measure(input: .corpus(file: "x.mp4")).skipped == "the corpus isn't there")
  }
}
