import Foundation

/// A stream as ffprobe tells it.
public struct ProbedStream: Sendable, Decodable {
  public let index: Int
  public let codecType: String?
  public let codecName: String?
  public let codecTagString: String?
  public let profile: String?
  public let level: Int?
  public let width: Int?
  public let height: Int?
  public let pixFmt: String?
  public let sampleAspectRatio: String?
  public let fieldOrder: String?
  public let colorRange: String?
  public let colorSpace: String?
  public let colorTransfer: String?
  public let colorPrimaries: String?
  public let chromaLocation: String?
  public let channels: Int?
  public let channelLayout: String?
  public let sampleRate: String?
  public let timeBase: String?
  public let disposition: [String: Int]?
  public let tags: [String: String]?
  public let nbReadPackets: String?
  private let startTime: String?
  private let sideDataList: [SideData]?

  private struct SideData: Sendable, Decodable {
    let sideDataType: String?
    let displaymatrix: String?
  }

  /// The first moment in seconds; `nil` when unknown.
  public var start: Double? { startTime.flatMap(Double.init) }
  /// The number of packets in the file.
  public var packetCount: Int { nbReadPackets.flatMap { Int($0) } ?? 0 }
  /// ISO 639-2 language; `nil` when undetermined.
  public var language: String? { tags?["language"].flatMap { $0 == "und" ? nil : $0 } }
  /// Whether it is a cover picture.
  public var isCover: Bool { disposition?["attached_pic"] == 1 }
  /// The names of what the track is for.
  public var purposes: Set<String> { Set((disposition ?? [:]).filter { $0.value == 1 }.keys) }
  /// Whether FFmpeg knows the codec.
  public var isKnown: Bool { codecName != nil && codecName != "none" && codecName != "unknown" }
  /// Whether it is a text subtitle track.
  public var isTextSubtitle: Bool {
    codecType == "subtitle" && ["subrip", "ass", "ssa", "mov_text", "webvtt", "text"].contains(codecName ?? "")
  }
  /// The primaries, transfer and matrix.
  public var color: [String?] { [colorPrimaries, colorTransfer, colorSpace] }

  /// The upper left 2 × 2 part of the display matrix in whole turns; the identity when there is none.
  public var displayMatrix: [Int] {
    let text = sideDataList?.first { $0.sideDataType == "Display Matrix" }?.displaymatrix ?? ""
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: ":").last.map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    }
    guard rows.count >= 2, rows[0].count >= 2, rows[1].count >= 2 else { return [1, 0, 0, 1] }
    return [rows[0][0], rows[0][1], rows[1][0], rows[1][1]].map { Int((Double($0) / 65536).rounded()) }
  }

  /// Whether the display matrix swaps width and height.
  public var swapsSides: Bool { displayMatrix[0] == 0 }

  /// Width to height of a pixel.
  public var pixelAspect: Double {
    let parts = (sampleAspectRatio ?? "1:1").split(separator: ":").compactMap { Double($0) }
    return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : 1
  }

  /// Width and height as they are shown.
  public var displayed: (width: Double, height: Double) {
    let stored = (width: Double(width ?? 0) * pixelAspect, height: Double(height ?? 0))
    return swapsSides ? (stored.height, stored.width) : stored
  }
}

/// A chapter as ffprobe tells it.
public struct ProbedChapter: Sendable, Decodable {
  private let startTime: String
  private let endTime: String
  private let tags: [String: String]?

  public var start: Double { Double(startTime) ?? .nan }
  public var end: Double { Double(endTime) ?? .nan }
  public var title: String? { tags?["title"] }
}
