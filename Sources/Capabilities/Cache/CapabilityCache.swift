internal import FoundationEssentials

/// What devices answered before, in a file.
///
/// It only saves time: a file that can't be read, makes no sense or can't be written is no error.
struct CapabilityCache: Sendable {
  /// An answer and what it depends on.
  struct Entry: Sendable, Hashable, Codable {
    /// What was asked.
    let name: String
    /// What the answer depends on.
    let fingerprint: Fingerprint
    /// When it was asked.
    let date: Date
    /// How many seconds it holds.
    let lifetime: Double
    /// What it answered.
    let answer: ProbeAnswer

    /// Whether it still holds. One from the future comes of a clock that was wrong.
    func isValid(at now: Date) -> Bool { date <= now && now < date.addingTimeInterval(lifetime) }
  }

  private struct Content: Codable {
    var schema = "swage.capability-cache/1"
    var entries: [Entry]
  }

  /// The file; `nil` when there is no place for one.
  let path: String?

  /// The cache in the folder that the environment names.
  init(_ environment: Environment) { path = environment.cacheFolder.map { $0 + "/capabilities.json" } }

  /// Every answer that still holds.
  func entries(at now: Date = Date()) -> [Entry] {
    guard let path, let bytes = SmallFile.bytes(path),
      let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
      content.schema == Content(entries: []).schema
    else { return [] }
    return content.entries.filter { $0.isValid(at: now) }
  }

  /// Keeps answers, in the place of those that the same devices gave in the same circumstances.
  func add(_ new: [Entry], at now: Date = Date()) {
    guard let path, !new.isEmpty else { return }
    let kept = entries(at: now).filter { old in
      !new.contains { $0.name == old.name && $0.fingerprint == old.fingerprint }
    }
    // Each set of the drivers' variables has entries of its own; the oldest go first.
    let entries = (kept + new).sorted { $0.date < $1.date }.suffix(48)
    guard let data = try? JSONEncoder().encode(Content(entries: Array(entries))) else { return }
    _ = SmallFile.replace(path, with: Array(data))
  }

  /// How many seconds an answer may be used again; 0 when it says nothing about the device.
  static func lifetime(of answer: ProbeAnswer, _ ending: RunningProbe.Ending) -> Double {
    switch ending {
    case .failed, .interrupted: return 0
    // SIGHUP, SIGINT, SIGKILL and SIGTERM: somebody ended it, which is no fault of the driver.
    case .crashed(1), .crashed(2), .crashed(9), .crashed(15), .exited(129), .exited(130), .exited(143): return 0
    case .crashed, .exited, .timedOut: return 10 * minute
    case .completed: break
    }
    return answer.devices.contains(where: mayPass) ? 10 * minute : 30 * 24 * 60 * minute
  }

  private static let minute = 60.0

  /// Whether what is wrong with a device may be over soon: another program uses it, or it has to be started again.
  private static func mayPass(_ device: EncodingDevice) -> Bool {
    switch device.problem?.kind {
    case .sessionLimit, .outOfMemory, .crashed, .hung, .failed: return true
    case .noPermission, .noDriver, .driverTooOld, .noEncoder: return false
    case nil:
      return device.encoders.contains { row in
        if case .refused = row.state { row.limits != nil } else { row.state == .listed }
      }
    }
  }
}
