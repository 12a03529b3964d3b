import Foundation
import Testing

/// Programs that make and judge files from outside.
enum Tool {
  /// What a program printed, on either stream.
  struct Output {
    let status: Int32
    let text: String
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Where a program is, by the search path.
  static func location(of name: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    return folders.map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program to its end.
  @discardableResult
  static func run(_ name: String, _ arguments: [String]) throws -> Output {
    let process = Process()
    let program = location(of: name)
    let url: URL = try #require(program, "\(name) isn't installed")
    process.executableURL = url
    process.arguments = arguments
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
  }

  /// Makes a file with ffmpeg.
  static func ffmpeg(_ arguments: [String]) throws {
    let output = try run("ffmpeg", ["-v", "error", "-y", "-bitexact"] + arguments)
    try #require(output.status == 0, "\(output.text)")
  }

  /// What ffmpeg complains about when it decodes all streams that it can.
  static func complaints(about path: String) throws -> String {
    try run("ffmpeg", ["-v", "error", "-i", path, "-map", "0:v?", "-map", "0:a?", "-f", "null", "-"]).text
  }

  /// The packets of a stream, each with its times, flags, length and MD5.
  static func packets(_ path: String, stream: String) throws -> [String] {
    try run(
      "ffprobe",
      [
        "-v", "quiet", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5", "-show_entries",
        "packet=pts_time,dts_time,size,flags,data_hash", "-of", "compact", path,
      ]
    ).lines
  }

  /// Facts that ffprobe prints, a line each.
  static func probe(_ path: String, entries: String) throws -> [String] {
    try run("ffprobe", ["-v", "quiet", "-show_entries", entries, "-of", "csv=p=0", path]).lines
  }

  /// Tags that exiftool prints, a line each; `-` for a missing one.
  static func exiftool(_ path: String, _ tags: String...) throws -> [String] {
    try run("exiftool", ["-f", "-a", "-s", "-n"] + tags.map { "-\($0)" } + [path]).lines
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs ffmpeg and ffprobe.
  static var needsFFmpeg: Self {
    .enabled("ffmpeg and ffprobe aren't installed") {
      Tool.location(of: "ffmpeg") != nil && Tool.location(of: "ffprobe") != nil
    }
  }

  /// The test needs exiftool.
  static var needsExifTool: Self {
    .enabled("exiftool isn't installed") { Tool.location(of: "exiftool") != nil }
  }

  /// The test needs real recordings.
  static var needsCorpus: Self {
    .enabled("SWAGE_CORPUS doesn't name a folder of recordings") { Corpus.folder != nil }
  }
}

/// Real recordings, which lie outside the repository.
enum Corpus {
  static var folder: URL? {
    guard let path = ProcessInfo.processInfo.environment["SWAGE_CORPUS"], !path.isEmpty else { return nil }
    return URL(filePath: path)
  }

  /// The path of a recording; a missing one fails the test.
  static func path(_ name: String) throws -> String {
    let path = try #require(folder).appending(path: name).path
    try #require(FileManager.default.fileExists(atPath: path), "\(name) isn't in the corpus")
    return path
  }
}
