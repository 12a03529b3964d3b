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
    // What came before was the loading of programs, which is no fault of a driver.
    report(ProbeAnswer(devices: []))
    var answer: ProbeAnswer
    let list: (EncodingDevice) -> EncodingDevice
    switch target {
    case .vaapi(let path):
      answer = ProbeAnswer(devices: [EncodingDevice(backend: .vaapi, path: path, name: nil, driver: nil)])
      list = { _ in VAAPIListing.device(at: path) }
    case .software:
      answer = ProbeAnswer(devices: [SoftwareListing.device()])
      list = { $0 }
    case .nvenc:
      let listing = NVENCListing.begin()
      answer = listing.answer
      list = { listing.ask($0) }
    }
    report(answer)
    for position in answer.devices.indices {
      answer.devices[position] = list(answer.devices[position])
      report(answer)
      Prover.prove(&answer, position, by: trial, report: report)
      answer.finishedDevices += 1
      report(answer)
    }
    answer.isComplete = true
    report(answer)
  }

  /// The work of the process that ``MachineProbe`` starts: asks a target, and writes what is known to standard output,
  /// a line of JSON after each step. Never returns.
  package static func serve(_ target: ProbeTarget, trial: Trial) -> Never {
    // Nobody may be left to end this process: who started it was killed, or ended by Ctrl-C.
    alarm(60)
    ask(target, trial: trial) { answer in
      // More than the parent grants a device.
      alarm(UInt32(secondsPerDevice * 2))
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
