import Foundation

/// A small file for tests, made by the `ffmpeg` command the first time that a test asks for it.
public struct Clip: Sendable {
  /// The name that the file has; also its key.
  public let name: String
  let make: @Sendable (URL) async throws -> Void

  /// Describes a file and how to make it at a place.
  public init(_ name: String, make: @escaping @Sendable (URL) async throws -> Void) {
    self.name = name
    self.make = make
  }

  /// Describes a file that one `ffmpeg` command makes.
  public init(_ name: String, ffmpeg arguments: [String]) {
    self.init(name) { try await Clip.ffmpeg(arguments, to: $0) }
  }

  /// The file. Tests share it, so nobody writes to it.
  public var file: URL {
    get async throws { try await ClipFactory.shared.file(of: self) }
  }

  /// Makes a file by the `ffmpeg` command.
  public static func ffmpeg(_ arguments: [String], to file: URL) async throws {
    let isNew = try await Generation.shared.number() >= 7
    let result = try await run(
      "ffmpeg",
      ["-hide_banner", "-loglevel", "error", "-y"] + (isNew ? named(arguments) : arguments) + ["file:\(file.path)"])
    guard result.status == .exited(0) else {
      throw ToolFailure("ffmpeg can't make \(file.lastPathComponent): \(result.errorText)")
    }
  }

  /// Arguments whose frames say of color what the encoder is told of it.
  ///
  /// Since version 7 the command converts frames that say something else, or nothing, to the range that the encoder is to
  /// write, and forgets primaries and transfer that only the encoder is told.
  private static func named(_ arguments: [String]) -> [String] {
    let names = [
      "-color_range": "range", "-color_primaries": "color_primaries", "-color_trc": "color_trc",
      "-colorspace": "colorspace",
    ]
    let words = zip(arguments, arguments.dropFirst()).compactMap { pair in names[pair.0].map { "\($0)=\(pair.1)" } }
    guard !words.isEmpty, !arguments.contains("-filter_complex"), !arguments.contains("copy") else { return arguments }
    let naming = "setparams=\(words.joined(separator: ":"))"
    guard let place = arguments.firstIndex(where: { $0 == "-vf" || $0 == "-filter:v" }) else {
      return arguments + ["-vf", naming]
    }
    var changed = arguments
    changed[place + 1] += ",\(naming)"
    return changed
  }

  /// Copies a film, every track of it, and notes that it is to be shown turned by a quarter, clockwise.
  ///
  /// The command takes that as an option of its input since version 6, and before that as an entry of the output.
  static func turn(_ source: URL, to file: URL) async throws {
    let isOld = try await Generation.shared.number() < 6
    let (before, after) = isOld ? ([], ["-metadata:s:v:0", "rotate=90"]) : (["-display_rotation:v:0", "-90"], [])
    try await ffmpeg(before + ["-i", source.path, "-map", "0", "-c", "copy"] + after, to: file)
  }
}

/// The first number of the `ffmpeg` command's version, which decides what its options do.
private actor Generation {
  static let shared = Generation()
  private var known: Int?

  /// Asks the command the first time.
  func number() async throws -> Int {
    if let known { return known }
    let words = try await run("ffmpeg", ["-version"]).text.split(separator: " ")
    let found = (words.dropFirst(2).first?.prefix { $0.isNumber }).flatMap { Int($0) } ?? .max
    known = found
    return found
  }
}

/// Makes each clip once a run.
actor ClipFactory {
  static let shared = ClipFactory()
  private var files: [String: Task<URL, any Error>] = [:]

  func file(of clip: Clip) async throws -> URL {
    let task =
      files[clip.name]
      ?? Task {
        let file = RunFolder.url.appendingPathComponent(clip.name)
        try await clip.make(file)
        return file
      }
    files[clip.name] = task
    return try await task.value
  }
}

extension Clip {
  /// FFmpeg's moving test picture as an input.
  static func picture(_ size: String = "320x180", rate: Int = 30, seconds: Double = 2) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=\(seconds)"]
  }

  /// A tone as an input.
  static func tone(_ hertz: Int = 440, seconds: Double = 2) -> [String] {
    ["-f", "lavfi", "-i", "sine=frequency=\(hertz):duration=\(seconds)"]
  }

  /// A quick encoding of high quality, so that there is something to save.
  static let wasteful = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p"]
  static let aac = ["-c:a", "aac", "-b:a", "96k"]
}
