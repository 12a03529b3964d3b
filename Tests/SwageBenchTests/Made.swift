@testable import SwageBench

/// Results that tests make up.
enum Made {
  static let machine = Machine(
    processor: "A <fast> processor", cores: 2, memoryBytes: 8e9, kernel: "Linux 6", system: "Debian", devices: [],
    loadBefore: 0.1)

  static func runs(_ seconds: [Double]) -> [Usage] {
    seconds.map { Usage(wallSeconds: $0, cpuSeconds: $0 * 1.5, peakBytes: 100e6) }
  }

  static func contender(
    _ name: String, _ seconds: [Double], bytes: Double? = 1e6, ssim: Double? = 0.95
  ) -> ContenderResult {
    ContenderResult(
      name: name, isSubject: name == "swage", isOwn: false, runs: runs(seconds), bytes: bytes, frames: 300,
      similarity: ssim.map { Similarity(ssim: $0, psnr: 40) }, note: nil)
  }

  static func result(
    _ points: [PointResult], name: String = "a case", verdicts: [Verdict] = []
  ) -> CaseResult {
    CaseResult(
      name: name, job: "a job", reference: "'clip'", skipped: nil, failure: nil, points: points, verdicts: verdicts)
  }

  static func point(_ contenders: [ContenderResult], quality: Double? = nil) -> PointResult {
    PointResult(quality: quality, seconds: 10, contenders: contenders)
  }

  static func file(_ cases: [CaseResult], machine: Machine = machine, micro: [MicroResult] = []) -> ResultFile {
    ResultFile(
      stamp: Stamp(
        date: "2026-11-30T12:00:00Z", revision: "0123456789abcdef", isDirty: false, set: "full",
        versions: [.init(name: "swage", version: "1 & 2")], machine: machine), cases: cases, micro: micro)
  }
}
