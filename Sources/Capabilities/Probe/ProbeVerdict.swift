/// What to make of a target that didn't answer to the end.
enum ProbeVerdict {
  /// The answer, with what is missing in it explained.
  ///
  /// What was proved before a driver crashed or hung stays proved; what was to be tried then is refused.
  ///
  /// - Parameters:
  ///   - target: What was asked.
  ///   - answer: What it answered until then.
  ///   - ending: How that ended.
  ///   - seconds: The time that it had.
  static func answer(
    _ target: ProbeTarget, _ answer: ProbeAnswer?, _ ending: RunningProbe.Ending, _ seconds: Double
  ) -> ProbeAnswer {
    if ending == .completed, let answer { return answer }
    let problem = problem(target, ending, seconds)
    var devices = answer?.devices ?? []
    if devices.isEmpty {
      devices = [EncodingDevice(backend: target.backend, path: target.path, name: nil, driver: nil)]
    }
    var cause: String? = "the trial didn't end: \(problem.message)"
    let finished = answer?.finishedDevices ?? 0
    devices = devices.enumerated().map { position, device in
      guard position >= finished, device.problem == nil else { return device }
      let rows = device.encoders.map { row in
        guard row.state == .listed else { return row }
        defer { cause = nil }
        return row.with(.refused(reason: cause ?? "not tried after \(problem.message)"))
      }
      return device.with(rows.contains { $0.state.isProved } ? nil : problem, rows)
    }
    return ProbeAnswer(devices: devices, absence: answer?.absence)
  }

  private static func problem(
    _ target: ProbeTarget, _ ending: RunningProbe.Ending, _ seconds: Double
  ) -> DeviceProblem {
    let advice = "update the driver; --backend software does without it"
    switch ending {
    case .crashed(let signal):
      return DeviceProblem(
        kind: .crashed, message: "\(target.name) crashed (\(SystemText.signal(signal)))", remedy: advice)
    case .timedOut:
      let limit = Int((seconds * 1000).rounded())
      let time = limit % 1000 == 0 ? "\(limit / 1000) s" : "\(limit) ms"
      return DeviceProblem(kind: .hung, message: "\(target.name) didn't answer within \(time)", remedy: advice)
    case .exited(let status):
      return DeviceProblem(
        kind: .failed, message: "the process that asked \(target.name) ended with status \(status) and no answer")
    case .failed(let problem): return problem
    case .completed, .interrupted: return DeviceProblem(kind: .failed, message: "\(target.name) gave no answer")
    }
  }
}
