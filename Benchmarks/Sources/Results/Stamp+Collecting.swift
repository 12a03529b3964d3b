import FFmpeg
import FoundationEssentials
import Glibc

extension Stamp {
  /// Asks the machine, the repository and the tools.
  ///
  /// - Parameters:
  ///   - set: The name of the set of cases.
  ///   - repository: The repository's folder.
  ///   - swage: Where the measured command is.
  ///   - contenders: Who may take part beside it.
  ///   - scratch: A folder for what tools print.
  static func collect(
    set: String, repository: String, swage: String, contenders: [Contender], scratch: String
  ) -> Stamp {
    let git = { (arguments: [String]) in
      ProcessRun.text(of: Command("git", ["-C", repository] + arguments), scratch: scratch)
    }
    let lines = { (text: String?) in (text ?? "").split(whereSeparator: \.isNewline).map(String.init) }
    let own = lines(ProcessRun.text(of: Command(swage, ["--version"]), scratch: scratch)).compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? Version(name: words[0], version: words[1]) : nil
    }
    let capabilities = Capabilities(swage: swage, scratch: scratch)
    let theirs = contenders.map { contender in
      // Some say it on standard error, or end with a failure.
      let file = "\(scratch)/version.txt"
      let question = Command(contender.path, [contender.tool?.versionArgument ?? "-version"])
      _ = ProcessRun.run(question, output: file, takesErrors: true, scratch: scratch)
      let answer = lines(TextFile.text(file)).first { $0.contains("ersion") || $0.hasPrefix("HandBrake") } ?? "unknown"
      let end = answer.firstRange(of: " Copyright")?.lowerBound ?? answer.endIndex
      return Version(name: contender.name, version: String(answer[..<end]).trimmingSpaces)
    }
    return Stamp(
      date: Date().ISO8601Format(), revision: lines(git(["rev-parse", "HEAD"])).first,
      isDirty: !lines(git(["status", "--porcelain", "--untracked-files=no"])).isEmpty, set: set,
      versions: own + capabilities.drivers + theirs, machine: .collect(devices: capabilities.devices))
  }

  /// What `swage capabilities --json` tells.
  private struct Capabilities {
    private(set) var devices: [String] = []
    private(set) var drivers: [Version] = []

    private struct Answer: Decodable {
      let devices: [Device]
      struct Device: Decodable {
        let backend: String
        let name: String
        let driver: String?
      }
    }

    init(swage: String, scratch: String) {
      guard let text = ProcessRun.text(of: Command(swage, ["capabilities", "--json"]), scratch: scratch),
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(text.utf8))
      else { return }
      for device in answer.devices {
        if device.backend != "software" { devices.append(device.name) }
        drivers.append(Version(name: device.name, version: device.driver ?? "unknown"))
      }
    }
  }
}

extension Machine {
  /// Asks the kernel.
  fileprivate static func collect(devices: [String]) -> Machine {
    let value = { (file: String, key: String, separator: Character) -> String? in
      TextFile.text(file)?.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }?
        .split(separator: separator, maxSplits: 1).last.map { String($0).trimmingSpaces }
    }
    let memory = value("/proc/meminfo", "MemTotal", ":")?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    let release = TextFile.text("/proc/sys/kernel/osrelease")?.trimmingSpaces
    return Machine(
      processor: value("/proc/cpuinfo", "model name", ":") ?? "unknown", cores: FFmpegLibrary.processorCount,
      memoryBytes: memory * 1024, kernel: "Linux \(release ?? "unknown")",
      system: value("/etc/os-release", "PRETTY_NAME", "=")?.filter { $0 != "\"" } ?? "unknown", devices: devices,
      loadBefore: TextFile.text("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) } ?? 0)
  }
}

extension Tool {
  /// What makes the program print its version.
  fileprivate var versionArgument: String {
    switch self {
    case .ffmpeg, .ffprobe: "-version"
    case .handBrake: "--version"
    case .heifEncoder: "--help"
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(start.reversed().drop(while: \.isWhitespace).count))
  }
}
