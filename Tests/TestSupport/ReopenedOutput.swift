import Foundation

/// A media file as other people's tools see it: what tests judge.
public struct ReopenedOutput: Sendable {
  /// The file.
  public let url: URL
  /// Its streams.
  public let streams: [ProbedStream]
  /// Its chapters.
  public let chapters: [ProbedChapter]
  /// Its tags.
  public let tags: [String: String]
  /// Its duration in seconds; `nan` when it tells none.
  public let duration: Double
  /// FFmpeg's names of the format.
  public let formatName: String
  private let folder: TemporaryFolder?

  private struct Answer: Decodable {
    struct Format: Decodable {
      let formatName: String
      let duration: String?
      let tags: [String: String]?
    }
    let streams: [ProbedStream]?
    let chapters: [ProbedChapter]?
    let format: Format
  }

  /// Reads a file's facts.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - folder: The folder that it is in, if that is to stay as long as somebody looks at the file.
  public init(_ url: URL, in folder: TemporaryFolder? = nil) async throws {
    self.url = url
    self.folder = folder
    let answer: Answer = try await Self.probe(
      url, ["-count_packets", "-show_streams", "-show_format", "-show_chapters"])
    streams = answer.streams ?? []
    chapters = answer.chapters ?? []
    tags = answer.format.tags ?? [:]
    duration = answer.format.duration.flatMap(Double.init) ?? .nan
    formatName = answer.format.formatName
  }

  static func probe<Answer: Decodable>(_ url: URL, _ options: [String]) async throws -> Answer {
    let result = try await run("ffprobe", ["-v", "error", "-of", "json"] + options + ["-i", "file:\(url.path)"])
    guard result.status == .exited(0) else {
      throw ToolFailure("ffprobe can't read \(url.lastPathComponent): \(result.errorText)")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Answer.self, from: result.output)
  }

  /// The streams of one kind: `video`, `audio`, `subtitle`, `data` or `attachment`.
  public func streams(_ kind: String) -> [ProbedStream] { streams.filter { $0.codecType == kind } }

  /// Moving pictures, without covers.
  public var films: [ProbedStream] { streams("video").filter { !$0.isCover } }

  /// The moving picture with the most packets.
  public var film: ProbedStream {
    get throws {
      guard let film = films.max(by: { $0.packetCount < $1.packetCount }) else {
        throw ToolFailure("\(url.lastPathComponent) has no film")
      }
      return film
    }
  }

  /// Sound tracks that FFmpeg can decode.
  public var sounds: [ProbedStream] { streams("audio").filter(\.isKnown) }

  /// The file's size in bytes.
  public var bytes: Int { (try? Data(contentsOf: url, options: .alwaysMapped).count) ?? -1 }

  /// The kinds of the outermost boxes of an ISO base media file, in order.
  public var boxes: [String] {
    guard let data = try? Data(contentsOf: url) else { return [] }
    return ISOBoxes.topLevel(of: data)
  }

  /// Whether the index of an ISO base media file comes before its media data.
  public var isIndexFirst: Bool {
    guard let index = boxes.firstIndex(of: "moov"), let media = boxes.firstIndex(of: "mdat") else { return false }
    return index < media
  }
}

/// The boxes of ISO/IEC 14496-12, as far as tests look at them.
public enum ISOBoxes {
  /// The kinds of the outermost boxes, in order.
  public static func topLevel(of data: Data) -> [String] {
    var kinds: [String] = []
    var position = data.startIndex
    while position + 8 <= data.endIndex {
      var size = data[position..<position + 4].reduce(0) { $0 << 8 | UInt64($1) }
      kinds.append(String(decoding: data[position + 4..<position + 8], as: UTF8.self))
      if size == 1, position + 16 <= data.endIndex {
        size = data[position + 8..<position + 16].reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard size >= 8, UInt64(data.endIndex - position) >= size else { break }
      position += Int(size)
    }
    return kinds
  }
}
