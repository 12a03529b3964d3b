internal import FoundationEssentials
internal import Glibc

/// The asking of one target, which runs its driver: it may crash the process and may never end.
package enum DeviceProbe {
  /// Seconds that each device gets to be listed and tried.
  package static let secondsPerDevice = 2.0

  /// Lists a target and tries what it lists, in this process and on this thread.
  ///
  /// - Parameter report: Gets what is known so far: the first time with nothing, as a sign of life, the last time with
  ///   all of it.
  static func ask(_ target: ProbeTarget, trial: Trial, report: (ProbeAnswer) -> Void) {
    var answer = ProbeAnswer(devices: [])
    // What came before was the loading of programs, which is no fault of a driver.
    report(answer)
    switch target {
    case .vaapi(let path): answer = ProbeAnswer(devices: [VAAPIListing.device(at: path)])
    case .nvenc:
      answer = NVENCListing.devices { count in report(ProbeAnswer(devices: [], expectedDevices: count)) }
    }
    report(answer)
    answer = Prover.prove(answer, by: trial, report: report)
    answer.isComplete = true
    report(answer)
  }

  /// The work of the process that ``MachineProbe`` starts: asks a target, and writes what is known to standard output,
  /// a line of JSON after each step. Never returns.
  package static func serve(_ target: ProbeTarget, trial: Trial) -> Never {
    // Nobody may be left to end this process: who started it was killed, or ended by Ctrl-C.
    alarm(60)
    ask(target, trial: trial) { answer in
      // Twice what the parent grants each device.
      alarm(UInt32(secondsPerDevice) * 2 * UInt32(clamping: answer.expectedDevices))
      LineSocket.send(line(answer), to: 1)
    }
    // Without the drivers' own clean-up, which has nothing left to do but to hang or crash.
    _exit(0)
  }

  /// An answer as a line.
  static func line(_ answer: ProbeAnswer) -> [UInt8] { (try? Array(JSONEncoder().encode(answer))) ?? [] }

  /// The answer in a line; `nil` when it is none.
  static func answer(inLine line: ArraySlice<UInt8>) -> ProbeAnswer? {
    try? JSONDecoder().decode(ProbeAnswer.self, from: Data(line))
  }
}
