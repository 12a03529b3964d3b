import Foundation
import TestSupport
import Testing

/// A machine as a job sees it: which video units it has, and what is remembered of them.
///
/// The simulated devices' settings are no part of what Swage remembers capabilities by. So each machine has a memory of
/// its own, filled before its first job; faults that a job is given then meet that job, and not the trial before it.
struct Machine: Sendable {
  /// What its devices are like; also its key.
  let name: String
  /// Variables that every command gets.
  let environment: [String: String]
  /// What has to be asked before a job.
  let units: [Unit]

  /// A machine with simulated VA-API devices.
  ///
  /// - Parameters:
  ///   - settings: What they are like: entries of the table in `Simulator/VAAPI/device.c`.
  ///   - nodes: The files that stand for render nodes.
  static func vaapi(_ settings: String = "", nodes: [String] = ["/dev/null"]) -> Machine {
    let devices = nodes.joined(separator: ":")
    return Machine(
      "vaapi \(settings) \(devices)", [.vaapi], Simulator.vaapi.merging(hidingNVENC) { $1 },
      ["SWAGE_VAAPI_DEVICES": devices, "SWAGE_SIM_VAAPI": settings])
  }

  /// A machine with simulated NVIDIA devices, described by the entries in `Simulator/NVENC/device.h`.
  static func nvenc(_ settings: String = "") -> Machine {
    Machine("nvenc \(settings)", [.nvenc], Simulator.nvenc, ["SWAGE_VAAPI_DEVICES": "", "SWAGE_SIM_NVENC": settings])
  }

  /// A machine with a simulated device of a kind.
  static func with(_ unit: Unit, _ settings: String = "") -> Machine {
    unit == .vaapi ? vaapi(settings) : nvenc(settings)
  }

  /// A machine with simulated devices of both kinds.
  static let both = Machine(
    "both", Unit.allCases, Simulator.vaapi.merging(Simulator.nvenc) { $1 }, ["SWAGE_VAAPI_DEVICES": "/dev/null"])

  /// A machine without any.
  static let bare = Machine("bare", [], hidingNVENC, ["SWAGE_VAAPI_DEVICES": ""])

  /// This machine, whatever it has.
  static let real = Machine("real", Unit.allCases, [:], [:])

  /// Keeps NVIDIA's driver, if the machine under the tests has it, from finding a device.
  private static let hidingNVENC = ["CUDA_VISIBLE_DEVICES": ""]

  private init(_ name: String, _ units: [Unit], _ libraries: [String: String], _ settings: [String: String]) {
    self.name = name
    self.units = units
    environment = libraries.merging(settings) { $1 }.merging(["NO_COLOR": "1"]) { $1 }
  }

  /// Runs the command with a memory that is filled already.
  ///
  /// - Parameters:
  ///   - faults: Settings for this run only, beside those of the machine: a word such as `initialize=hang`, or a fault
  ///     as `EndPicture@frame3:HW_BUSY`.
  func environment(with faults: [String] = []) async throws -> [String: String] {
    var variables = environment
    variables["SWAGE_CACHE_DIR"] = try await Memories.shared.folder(of: self)
    add(faults, to: &variables)
    return variables
  }

  private func add(_ settings: [String], to variables: inout [String: String]) {
    let entries = settings.map { $0.contains("@") && !$0.hasPrefix("fault=") ? "fault=\($0)" : $0 }
    for unit in units {
      let name = "SWAGE_SIM_\(unit.rawValue.uppercased())"
      variables[name] = ([variables[name] ?? ""] + entries).filter { !$0.isEmpty }.joined(separator: ";")
    }
  }

  /// Compresses a clip; see ``TestSupport/Job``.
  func compress(
    _ clip: Clip, _ options: [String] = [], to name: String = "out.mp4", faults: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Job {
    try await Job.compress(
      clip, options, to: name, environment: try await environment(with: faults),
      waits: faults.contains { $0.hasSuffix("hang") }, at: location)
  }

  /// Compresses a file; see ``TestSupport/Job``.
  func compress(
    _ file: URL, _ options: [String] = [], to name: String = "out.mp4", at location: SourceLocation = #_sourceLocation
  ) async throws -> Job {
    try await Job.compress(file, options, to: name, environment: try await environment(), at: location)
  }

  /// What `swage capabilities --json` says, without a memory of earlier answers.
  ///
  /// - Parameter settings: As the faults of ``environment(with:)``.
  func look(
    _ arguments: [String] = [], settings: [String] = [], memory: TemporaryFolder? = nil, alone: Bool = false
  ) async throws -> CommandResult {
    let memory = try memory ?? TemporaryFolder()
    var variables = self.environment
    add(settings, to: &variables)
    variables["SWAGE_CACHE_DIR"] = memory.url.path
    return try await SwageCommand.run(["capabilities"] + arguments, environment: variables, alone: alone)
  }

  /// The rows of `swage capabilities` that a device of a kind has, as they are remembered.
  func rows(of unit: Unit) async throws -> [JSON] {
    let result = try await SwageCommand.run(
      ["capabilities", "--backend", unit.rawValue, "--json"], environment: try await environment())
    return try JSON(text: result.output)["devices"].array.flatMap(\.["encoders"].array)
  }
}

/// What is remembered of each machine: a folder, filled when it is first asked for.
private actor Memories {
  static let shared = Memories()
  private var folders: [String: Task<String, any Error>] = [:]

  func folder(of machine: Machine) async throws -> String {
    let number = folders.count
    let task = folders[machine.name] ?? Task { try await Self.fill(machine, number) }
    folders[machine.name] = task
    return try await task.value
  }

  /// Asks one kind after the other, and again, with nothing beside it, where it was too slow: an unoptimised trial takes
  /// a good part of the two seconds that a device has.
  private static func fill(_ machine: Machine, _ number: Int) async throws -> String {
    let folder = RunFolder.url.appendingPathComponent("machine-\(number)").path
    let environment = machine.environment.merging(["SWAGE_CACHE_DIR": folder]) { $1 }
    for unit in machine.units {
      for isLast in [false, true] {
        let result = try await SwageCommand.run(
          ["capabilities", "--json", "--refresh", "--backend", unit.rawValue], environment: environment,
          alone: isLast)
        guard result.status == .exited(0) else { throw ToolFailure("capabilities: \(result.errorText)") }
        if !(try JSON(text: result.output)).mentions("answer within") { break }
      }
    }
    return folder
  }
}
