public import Media

/// Everything that a look at a file tells, as values.
public struct SourceDescription: Sendable, Hashable, Codable {
  /// The path that was opened.
  public let path: String
  /// The file's size in bytes.
  public let byteCount: Int64
  /// The kind of file.
  public let container: ContainerDescription
  /// The first moment of the earliest stream on the file's own timeline, in seconds.
  public let startTime: Double
  /// From the first moment to the end of the latest stream, in seconds.
  public let duration: Double
  /// The streams in the file's order.
  public let streams: [StreamDescription]
  /// Chapters on the file's own timeline.
  public let chapters: [Chapter]
  /// The file's tags, in FFmpeg's spelling of the names.
  public let metadata: [String: String]
  /// Whether samples are scrambled (Common Encryption or similar).
  public let isEncrypted: Bool
  /// What is wrong with the file, as far as reading every packet tells.
  public let damage: [Damage]

  package init(
    path: String, byteCount: Int64, container: ContainerDescription, startTime: Double, duration: Double,
    streams: [StreamDescription], chapters: [Chapter], metadata: [String: String], isEncrypted: Bool,
    damage: [Damage]
  ) {
    self.path = path
    self.byteCount = byteCount
    self.container = container
    self.startTime = startTime
    self.duration = duration
    self.streams = streams
    self.chapters = chapters
    self.metadata = metadata
    self.isEncrypted = isEncrypted
    self.damage = damage
  }

  /// The stream that is the film: pictures in time that aren't a cover, the default one or the one with most frames.
  public var film: StreamDescription? { streams.first { $0.role == .film } }
}

/// The kind of a file.
public struct ContainerDescription: Sendable, Hashable, Codable {
  /// FFmpeg's names of the format, separated by commas, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public let formatName: String
  /// The format in words.
  public let longName: String
  /// The major brand of an ISO base media file, such as `isom` or `qt  `.
  public let majorBrand: String?
  /// Whether an ISO base media file's index comes before its media data; `nil` for other formats.
  public let indexFirst: Bool?
  /// Whether an ISO base media file's samples lie in movie fragments (`moof`).
  public let isFragmented: Bool

  package init(
    formatName: String, longName: String, majorBrand: String?, indexFirst: Bool?, isFragmented: Bool = false
  ) {
    self.formatName = formatName
    self.longName = longName
    self.majorBrand = majorBrand
    self.indexFirst = indexFirst
    self.isFragmented = isFragmented
  }

  /// Whether the file is made of the boxes of ISO/IEC 14496-12 or QuickTime.
  public var isISOBaseMedia: Bool { formatName.contains("mp4") }
  /// Whether the file is Matroska or WebM.
  public var isMatroska: Bool { formatName.contains("matroska") }
}

/// Something wrong with a file.
public struct Damage: Sendable, Hashable, Codable {
  /// The kind of damage.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The file ends before what its header promises.
    case endsEarly
    /// Packets that the container marks or reads as damaged.
    case corruptPackets
    /// Pictures or sounds that don't decode.
    case undecodable
  }
  /// The kind of damage.
  public let kind: Kind
  /// The stream it concerns; `nil` for the whole file.
  public let streamIndex: Int?
  /// What should be there, such as `20.000 s`.
  public let expected: String
  /// What is there, such as `8.967 s`.
  public let found: String

  package init(kind: Kind, streamIndex: Int?, expected: String, found: String) {
    self.kind = kind
    self.streamIndex = streamIndex
    self.expected = expected
    self.found = found
  }
}
