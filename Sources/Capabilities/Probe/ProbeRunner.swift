internal import Glibc

/// Asks several targets side by side.
enum ProbeRunner {
  /// Asks targets and waits for all of them.
  ///
  /// - Parameters:
  ///   - targets: What to ask.
  ///   - place: Where to do it.
  ///   - trial: What tries an encoder, when it is done in this process.
  ///   - secondsPerDevice: When to give up.
  ///   - isInterrupted: Asked now and then; once it says so, everything is given up.
  /// - Returns: An answer for each target, in their order, and how it came.
  static func run(
    _ targets: [ProbeTarget], in place: ProbePlace, trial: @escaping Trial,
    secondsPerDevice: Double = DeviceProbe.secondsPerDevice, isInterrupted: () -> Bool = { false }
  ) -> [(answer: ProbeAnswer, ending: RunningProbe.Ending)] {
    let probes = targets.map {
      RunningProbe($0, in: place, trial: trial, secondsPerDevice: secondsPerDevice)
    }
    while true {
      let waiting = probes.filter { $0.ending == nil }
      guard let next = waiting.map(\.deadline).min() else { break }
      var queries = waiting.map(\.query)
      let milliseconds = max(0, min(((next - Moment.now) * 1000).rounded(.up), 50))
      _ = unsafe poll(&queries, nfds_t(queries.count), Int32(milliseconds))
      for (probe, query) in zip(waiting, queries) {
        if query.revents != 0 { probe.receive() }
        if isInterrupted() {
          probe.expire(.interrupted)
        } else if probe.deadline <= Moment.now {
          probe.expire(.timedOut)
        }
      }
    }
    return probes.map { probe in
      let ending = probe.ending ?? .timedOut
      return (ProbeVerdict.answer(probe.target, probe.answer, ending, probe.secondsAllowed), ending)
    }
  }
}
