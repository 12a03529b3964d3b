import Foundation
import TestSupport

/// The coded pictures of a film's first stream of pictures, as ffmpeg puts them into an MP4 file and ffprobe finds them
/// there: another way to them than the one that is tested.
struct Packets {
  /// The film's extradata.
  let configuration: [UInt8]
  /// The packets in the order of decoding.
  let packets: [(bytes: [UInt8], time: Int64, isKeyframe: Bool)]

  /// Copies the stream into a file of its own and reads its packets.
  init(of film: URL, in folder: TemporaryFolder) async throws {
    let file = folder.file("packets-\(film.lastPathComponent).mp4")
    let copied = try await run(
      "ffmpeg", ["-v", "error", "-y", "-i", film.path, "-map", "0:v:0", "-c", "copy", "-strict", "-2", file.path])
    guard copied.status == .exited(0) else { throw ToolFailure(copied.errorText) }
    let probe = try await run(
      "ffprobe",
      [
        "-v", "error", "-show_data", "-show_entries", "stream=extradata:packet=pts,pos,size,flags", "-ignore_editlist",
        "1", "-of", "json", file.path,
      ])
    let facts = try JSON(text: probe.output)
    let bytes = [UInt8](try Data(contentsOf: file))
    packets = facts["packets"].array.compactMap { packet in
      guard let position = packet["pos"].string.flatMap({ Int($0) }), let time = packet["pts"].number,
        let size = packet["size"].string.flatMap({ Int($0) })
      else { return nil }
      let isKeyframe = packet["flags"].string?.hasPrefix("K") ?? false
      return (Array(bytes[position..<(position + size)]), Int64(time), isKeyframe)
    }
    configuration = Self.bytes(ofDump: facts["streams"][0]["extradata"].string ?? "")
  }

  /// The bytes of ffprobe's dump: a place, up to eight groups of two bytes, and their characters on each line.
  private static func bytes(ofDump dump: String) -> [UInt8] {
    dump.split(separator: "\n").flatMap { line in
      let digits = line.drop { $0 != ":" }.dropFirst(2).prefix(40).filter { $0 != " " }
      return stride(from: 0, to: digits.count - 1, by: 2).compactMap { offset in
        UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
      }
    }
  }
}

/// Coded pictures of H.265 between start codes, each beginning with an access unit delimiter, as ffmpeg's filters make
/// them.
func accessUnits(of film: URL, in folder: TemporaryFolder) async throws -> [[UInt8]] {
  let file = folder.file("units-\(film.lastPathComponent).hevc")
  let filters = ["h265", "hevc"].contains(film.pathExtension) ? "" : "hevc_mp4toannexb,"
  let made = try await run(
    "ffmpeg",
    [
      "-v", "error", "-y", "-i", film.path, "-map", "0:v:0", "-c", "copy", "-bsf:v",
      filters + "hevc_metadata=aud=insert", "-f", "hevc", file.path,
    ])
  guard made.status == .exited(0) else { throw ToolFailure(made.errorText) }
  let bytes = [UInt8](try Data(contentsOf: file))
  let starts = bytes.indices.dropLast(5).filter { index in
    bytes[index..<(index + 6)].elementsEqual([0, 0, 0, 1, 0x46, 0x01])
  }
  return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
}

/// What ffprobe says of the pictures of a film.
struct ProbedPictures {
  /// The side data of each picture, by its type.
  let sideData: [[String: JSON]]

  /// Decodes the film with ffprobe, or its first pictures alone.
  init(of film: URL, first count: Int? = nil) async throws {
    let interval = count.map { ["-read_intervals", "%+#\($0)"] } ?? []
    let entries = ["-select_streams", "v:0", "-show_entries", "frame=pts:frame_side_data", "-of", "json", film.path]
    let probe = try await run("ffprobe", ["-v", "error"] + interval + entries)
    sideData = try JSON(text: probe.output)["frames"].array.map { frame in
      var entries: [String: JSON] = [:]
      for entry in frame["side_data_list"].array { entries[entry["side_data_type"].string ?? ""] = entry }
      return entries
    }
  }

  /// How many pictures have side data of a type.
  func count(of type: String) -> Int { sideData.count { $0[type] != nil } }

  static let hdr10Plus = "HDR Dynamic Metadata SMPTE2094-40 (HDR10+)"
  static let dolbyVision = "Dolby Vision RPU Data"
  static let dolbyVisionFacts = "Dolby Vision Metadata"
  static let display = "Mastering display metadata"
  static let light = "Content light level metadata"
}
