import Foundation
import TestSupport
import Testing

/// A kind of video unit.
enum Unit: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case vaapi, nvenc

  var testDescription: String { rawValue }

  /// FFmpeg's name of its encoder.
  func encoder(_ codec: String) -> String { "\(codec)_\(rawValue)" }
}

/// What the tests run on: simulated devices, or with `SWAGE_HARDWARE=real` those of the machine.
enum Hardware {
  static let isReal = ProcessInfo.processInfo.environment["SWAGE_HARDWARE"] == "real"

  /// The kinds that `REQUIRE_HARDWARE` names: where one of them is missing, a test fails that would be skipped.
  static let required: Set<String> = {
    let list = ProcessInfo.processInfo.environment["REQUIRE_HARDWARE"] ?? ""
    return Set(list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
  }()

  /// The kinds of unit that tests of any device run on: both on simulated devices, else those that are proved here.
  static let units: [Unit] = isReal ? Unit.allCases.filter(isProvedHere) : Unit.allCases

  /// The machine that has them.
  static func machine(with unit: Unit) -> Machine { isReal ? .real : .with(unit) }

  /// Asks the command at once, because arguments of tests can't be waited for.
  private static func isProvedHere(_ unit: Unit) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: SwageCommand.path)
    process.arguments = ["capabilities", "--json", "--backend", unit.rawValue]
    process.environment = ProcessInfo.processInfo.environment.merging(["SWAGE_CACHE_DIR": RunFolder.url.path + "/real"])
    { $1 }
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return false }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let rows = (try? JSON(text: answer))?["devices"].array.flatMap(\.["encoders"].array) ?? []
    return rows.contains { $0["state"].string == "proved" }
  }
}

extension Trait where Self == ConditionTrait {
  /// The test runs on simulated devices only, because it needs one that is like this or does that.
  static var needsSimulator: Self {
    .enabled("it needs simulated devices: not with SWAGE_HARDWARE=real, and after 'make simulator'") {
      guard !Hardware.isReal else { return false }
      return try isHere(Simulator.isBuilt, "the simulator isn't built")
    }
  }

  /// The test runs on any device, simulated or real.
  static var needsDevices: Self {
    .enabled("no device: run 'make simulator', or, with SWAGE_HARDWARE=real, see 'swage capabilities'") {
      try isHere(Hardware.isReal ? !Hardware.units.isEmpty : Simulator.isBuilt, "there is no device")
    }
  }

  /// The test runs on a device of a kind, simulated or real.
  static func needsDevice(_ unit: Unit) -> Self {
    .enabled("no \(unit.rawValue) encoder is proved here, so every test of one was left out") {
      let isThere = Hardware.isReal ? Hardware.units.contains(unit) : Simulator.isBuilt
      if !isThere, Hardware.required.contains(unit.rawValue) {
        throw ToolFailure("REQUIRE_HARDWARE names \(unit.rawValue), but no encoder of that kind is proved here")
      }
      return isThere
    }
  }

  /// The test asks a program that isn't everywhere.
  static func needsTool(_ name: String) -> Self {
    .enabled("there is no \(name)") {
      try await run("/bin/sh", ["-c", "command -v \(name)"]).status == .exited(0)
    }
  }

  private static func isHere(_ condition: Bool, _ complaint: String) throws -> Bool {
    if !condition, !Hardware.required.isEmpty {
      throw ToolFailure("REQUIRE_HARDWARE=\(Hardware.required.sorted().joined(separator: ",")), but \(complaint)")
    }
    return condition
  }
}
