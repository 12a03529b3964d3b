import Foundation
import Testing

@testable import SwageBench

@Suite("Two results held against each other") struct ComparisonTests {
  private static let thresholds: Thresholds = {
    let text = #"""
      {"rise": {"wall": 0.05, "cpu": 0.05, "memory": 0.05, "bytes": 0.01}, "microRise": 0.1, "ssimDrop": 0.002,
       "psnrDrop": 0.1}
      """#
    guard let value = try? JSONDecoder().decode(Thresholds.self, from: Data(text.utf8)) else { preconditionFailure() }
    return value
  }()

  private func comparison(_ old: ResultFile, _ new: ResultFile) -> Comparison {
    Comparison(old: old, new: new, thresholds: Self.thresholds)
  }

  private func verdict(_ measure: String, _ comparison: Comparison) -> Comparison.Verdict? {
    comparison.lines.first { $0.measure == measure }?.verdict
  }

  private func alone(_ seconds: [Double], bytes: Double = 1e6, ssim: Double = 0.95, machine: Machine = Made.machine)
    -> ResultFile
  {
    Made.file(
      [Made.result([Made.point([Made.contender("swage", seconds, bytes: bytes, ssim: ssim)])])], machine: machine)
  }

  private func beside(_ ours: [Double], _ theirs: [Double], machine: Machine = Made.machine) -> ResultFile {
    let point = Made.point([Made.contender("swage", ours), Made.contender("ffmpeg", theirs)])
    return Made.file([Made.result([point])], machine: machine)
  }

  @Test("more than the threshold is a regression, less isn't, and as much better is told, too") func threshold() {
    let old = alone([1, 1, 1])
    #expect(verdict("wall", comparison(old, alone([1.08, 1.08, 1.08]))) == .regressed)
    #expect(comparison(old, alone([1.08, 1.08, 1.08])).hasRegression)
    #expect(verdict("wall", comparison(old, alone([1.03, 1.03, 1.03]))) == .same)
    #expect(!comparison(old, alone([1.03, 1.03, 1.03])).hasRegression)
    #expect(verdict("wall", comparison(old, alone([0.9, 0.9, 0.9]))) == .improved)
  }

  @Test("what the runs scatter isn't taken for a regression") func noise() {
    #expect(verdict("wall", comparison(alone([0.8, 1, 1.2]), alone([0.9, 1.1, 1.3]))) == .same)
  }

  @Test("beside the same peer, ratios count: a slower hour is none of our doing") func ratios() {
    let slower = comparison(beside([1, 1, 1], [2, 2, 2]), beside([1.5, 1.5, 1.5], [3, 3, 3]))
    #expect(verdict("wall / ffmpeg", slower) == .same)
    #expect(verdict("wall", slower) == nil)
    let worse = comparison(beside([1, 1, 1], [2, 2, 2]), beside([1, 1, 1], [1.5, 1.5, 1.5]))
    #expect(verdict("wall / ffmpeg", worse) == .regressed)
  }

  @Test("times of another machine aren't held against ours, sizes are") func machines() {
    var other = Made.machine
    other.cores = 16
    let found = comparison(alone([1, 1, 1]), alone([9, 9, 9], bytes: 1.02e6, machine: other))
    #expect(verdict("wall", found) == nil)
    #expect(verdict("bytes", found) == .regressed)
    #expect(found.notes.contains { $0.contains("machines differ") })
    #expect(verdict("wall / ffmpeg", comparison(beside([1], [2]), beside([1], [1], machine: other))) == .regressed)
  }

  @Test("less similar is worse") func similarity() {
    #expect(verdict("SSIM", comparison(alone([1]), alone([1], ssim: 0.94))) == .regressed)
    #expect(verdict("SSIM", comparison(alone([1]), alone([1], ssim: 0.949))) == .same)
    #expect(verdict("SSIM", comparison(alone([1]), alone([1], ssim: 0.96))) == .improved)
  }

  @Test("a case that fails now is a regression, one that is gone is told") func gone() {
    var failed = alone([1])
    failed.cases[0].failure = "exit status 1"
    failed.cases[0].points = []
    #expect(comparison(alone([1]), failed).hasRegression)
    let nothing = comparison(alone([1]), Made.file([]))
    #expect(!nothing.hasRegression)
    #expect(nothing.notes == ["a case: not in the newer file"])
  }

  @Test("each quality of a case is compared with the same quality") func points() {
    let file = { (second: Double) in
      Made.file([
        Made.result([
          Made.point([Made.contender("swage", [1])], quality: 0.5),
          Made.point([Made.contender("swage", [second])], quality: 0.8),
        ])
      ])
    }
    let found = comparison(file(3), file(4))
    #expect(found.lines.filter { $0.verdict == .regressed }.map(\.name) == ["a case at 0.8", "a case at 0.8"])
  }

  @Test("parts of the library are compared on the same machine") func micro() {
    let file = { (seconds: Double) in
      Made.file(
        [],
        micro: [
          MicroResult(
            name: "scaling", work: "scale", secondsPerTurn: [seconds, seconds], cpuSecondsPerTurn: seconds, turns: 3)
        ])
    }
    #expect(comparison(file(1e-3), file(1.2e-3)).hasRegression)
    #expect(!comparison(file(1e-3), file(1.05e-3)).hasRegression)
  }

  @Test("the thresholds of the repository can be read, and a measure can't be left out") func file() throws {
    let found = try JSONFile.read(Thresholds.self, at: Repository.thresholds)
    #expect(found.rise.count == Measure.allCases.count)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Thresholds.self,
        from: Data(#"{"rise": {"wall": 1}, "microRise": 1, "ssimDrop": 1, "psnrDrop": 1}"#.utf8))
    }
  }

  @Test("limits are judged by the worst quality, and not where the other is missing") func limits() throws {
    let text = #"""
      {"name": "c", "input": "i", "job": {"kind": "inspect"}, "peers": ["ffprobe", "ffmpeg"], "longestSeconds": 2,
       "limits": {"ffprobe": {"wall": 0.9, "bytes": 1}, "ffmpeg": {"wall": 1}}}
      """#
    let benchmark = try JSONDecoder().decode(BenchmarkCase.self, from: Data(text.utf8))
    let points = [0.8, 1.0].map { Made.point([Made.contender("swage", [$0]), Made.contender("ffprobe", [1])]) }
    let verdicts = Judge.verdicts(on: points, of: benchmark)
    #expect(verdicts.map(\.found) == [1.0, 1.0, nil, 1.0])
    #expect(verdicts.map(\.isExceeded) == [true, false, false, false])
    #expect(verdicts.map(\.against) == ["ffprobe", "ffprobe", "ffmpeg", nil])
  }

  @Test("a result file is read as it was written, and another form is refused") func roundTrip() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "swage-bench-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var file = beside([1, 1.1], [2, 2.2])
    try JSONFile.write(file, to: path)
    #expect(try ResultFile.read(path) == file)
    file.schema = "swage.benchmark/0"
    try JSONFile.write(file, to: path)
    #expect(throws: BenchmarkError.self) { try ResultFile.read(path) }
  }
}
