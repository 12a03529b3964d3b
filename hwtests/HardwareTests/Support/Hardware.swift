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

  /// A machine with a unit of a kind; the test is skipped, or fails, where there is none.
  static func machine(with unit: Unit) async throws -> Machine {
    guard isReal else { return unit == .vaapi ? .vaapi() : .nvenc() }
    let machine = Machine.real
    guard try await machine.proves(unit) else {
      guard !required.contains(unit.rawValue) else {
        throw ToolFailure("REQUIRE_HARDWARE names \(unit.rawValue), but no encoder of that kind is proved here")
      }
      try Test.cancel("this machine has no \(unit.rawValue) encoder that passes its trial")
    }
    return machine
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
    .enabled("there are no simulated devices: run 'make simulator'") {
      try Hardware.isReal || isHere(Simulator.isBuilt, "the simulator isn't built")
    }
  }

  /// The test runs on a real device of a kind.
  static func needsDevice(_ unit: Unit) -> Self {
    .enabled("no real \(unit.rawValue) device is asked for (SWAGE_HARDWARE=real) or proved here") {
      guard Hardware.isReal else { return false }
      let isProved = try await Machine.real.proves(unit)
      if !isProved, Hardware.required.contains(unit.rawValue) {
        throw ToolFailure("REQUIRE_HARDWARE names \(unit.rawValue), but no encoder of that kind is proved here")
      }
      return isProved
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
