public import Media

/// One stream of a file.
public struct StreamDescription: Sendable, Hashable, Codable {
  /// What a stream is to the recording.
  public enum Role: String, Sendable, Hashable, Codable {
    /// The moving picture.
    case film
    /// A further moving picture beside the film.
    case secondaryVideo
    /// A cover or poster.
    case coverArt
    /// Sound.
    case sound
    /// Subtitles.
    case subtitle
    /// Names of chapters, as QuickTime keeps them in a text track.
    case chapterNames
    /// Timed data.
    case data
    /// A file within the file.
    case attachment
  }

  /// The position in the file, from 0.
  public let index: Int
  /// What the stream carries.
  public let kind: StreamKind
  /// What the stream is to the recording.
  public let role: Role
  /// FFmpeg's name of the codec, such as `hevc`; `none` when FFmpeg doesn't know it.
  public let codec: String
  /// The four characters that the container uses for the codec; `nil` when it uses none.
  public let codecTag: String?
  /// The codec's profile in words.
  public let profile: String?
  /// Whether a decoder for the codec is there.
  public let isDecodable: Bool
  /// Seconds a tick.
  public let timeBase: Rational
  /// The first presentation time, in seconds on the file's own timeline; `nil` when no packet has one.
  public let startTime: Double?
  /// From the first presentation time to the end of the last packet, in seconds; `nil` when unknown.
  public let duration: Double?
  /// The duration that the header promises, in seconds; `nil` when it doesn't.
  public let declaredDuration: Double?
  /// Packets that are presented (not hidden by an edit list).
  public let packetCount: Int
  /// Packets that an edit list hides.
  public let hiddenPacketCount: Int
  /// Bytes of all packets.
  public let byteCount: Int64
  /// ISO 639-2 language; `nil` when undetermined.
  public let language: String?
  /// The track's name.
  public let title: String?
  /// What the track is for.
  public let disposition: [Disposition]
  /// The track's tags, in FFmpeg's spelling of the names.
  public let metadata: [String: String]
  /// The edit list of an ISO base media track, as it is written; empty when there is none.
  public let editList: [EditListEntry]
  /// Facts about the picture.
  public let video: VideoDescription?
  /// Facts about the sound.
  public let audio: AudioDescription?
  /// Facts about subtitles.
  public let subtitle: SubtitleDescription?

  package init(
    index: Int, kind: StreamKind, role: Role, codec: String, codecTag: String?, profile: String?, isDecodable: Bool,
    timeBase: Rational, startTime: Double?, duration: Double?, declaredDuration: Double?, packetCount: Int,
    hiddenPacketCount: Int, byteCount: Int64, language: String?, title: String?, disposition: [Disposition],
    metadata: [String: String], editList: [EditListEntry], video: VideoDescription?, audio: AudioDescription?,
    subtitle: SubtitleDescription?
  ) {
    self.index = index
    self.kind = kind
    self.role = role
    self.codec = codec
    self.codecTag = codecTag
    self.profile = profile
    self.isDecodable = isDecodable
    self.timeBase = timeBase
    self.startTime = startTime
    self.duration = duration
    self.declaredDuration = declaredDuration
    self.packetCount = packetCount
    self.hiddenPacketCount = hiddenPacketCount
    self.byteCount = byteCount
    self.language = language
    self.title = title
    self.disposition = disposition
    self.metadata = metadata
    self.editList = editList
    self.video = video
    self.audio = audio
    self.subtitle = subtitle
  }

  /// The measured average bit rate; `nil` when the duration is unknown or 0.
  public var bitRate: BitRate? {
    guard let duration, duration > 0 else { return nil }
    return BitRate(bitsPerSecond: Int64((Double(byteCount) * 8 / duration).rounded()))
  }
}

/// One entry of an edit list (`elst`, ISO/IEC 14496-12, 8.6.6).
public struct EditListEntry: Sendable, Hashable, Codable {
  /// How long the entry lasts on the file's timeline, in seconds.
  public let duration: Double
  /// Where it begins in the media, in seconds; `nil` for an empty edit, which shows nothing.
  public let mediaTime: Double?

  package init(duration: Double, mediaTime: Double?) {
    self.duration = duration
    self.mediaTime = mediaTime
  }
}

/// Facts about a stream of pictures.
public struct VideoDescription: Sendable, Hashable, Codable {
  /// Pixels as they are stored.
  public let size: PixelSize
  /// Pixels as they are shown: turned, and widened by the pixel aspect.
  public let displaySize: PixelSize
  /// Width to height of a pixel; 1/1 when square or unknown.
  public let pixelAspect: Rational
  /// How the stored picture is turned and mirrored for display.
  public let orientation: Orientation
  /// Frames that are presented.
  public let frameCount: Int
  /// Frames a second: the count over the duration.
  public let frameRate: Double
  /// The rate that the container names; `nil` when it names none.
  public let nominalFrameRate: Rational?
  /// Whether the steps between frames differ by more than the rounding of the time base.
  public let isVariableFrameRate: Bool
  /// The rate that all frames keep, of which the time stamps are only a rounding by a coarse time base, such as
  /// Matroska's of a millisecond; `nil` where time stamps are exact or frames follow no rate.
  public let roundedFrameRate: Rational?
  /// The shortest step between frames, in seconds.
  public let shortestStep: Double?
  /// The longest step between frames, in seconds.
  public let longestStep: Double?
  /// How samples are laid out; `nil` when no decoder tells.
  public let pixelFormat: PixelFormat?
  /// Whether frames are made of two fields.
  public let scan: ScanType
  /// What the samples mean.
  public let color: ColorDescription
  /// High dynamic range and its values.
  public let hdr: HDRDescription
  /// Whether the stream has a separate picture of transparency.
  public let hasAlpha: Bool
  /// What a player has to be able to decode a second, of H.264 and HEVC; `nil` where the stream doesn't tell.
  public let level: CodecLevel?

  package init(
    size: PixelSize, displaySize: PixelSize, pixelAspect: Rational, orientation: Orientation, frameCount: Int,
    frameRate: Double, nominalFrameRate: Rational?, isVariableFrameRate: Bool, roundedFrameRate: Rational? = nil,
    shortestStep: Double?,
    longestStep: Double?, pixelFormat: PixelFormat?, scan: ScanType, color: ColorDescription, hdr: HDRDescription,
    hasAlpha: Bool, level: CodecLevel? = nil
  ) {
    self.size = size
    self.displaySize = displaySize
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.frameCount = frameCount
    self.frameRate = frameRate
    self.nominalFrameRate = nominalFrameRate
    self.isVariableFrameRate = isVariableFrameRate
    self.roundedFrameRate = roundedFrameRate
    self.shortestStep = shortestStep
    self.longestStep = longestStep
    self.pixelFormat = pixelFormat
    self.scan = scan
    self.color = color
    self.hdr = hdr
    self.hasAlpha = hasAlpha
    self.level = level
  }
}

/// Whether frames are made of two fields.
public enum ScanType: String, Sendable, Hashable, Codable {
  /// Whole frames.
  case progressive
  /// Two fields, the upper one shown first.
  case topFieldFirst
  /// Two fields, the lower one shown first.
  case bottomFieldFirst
}

/// Facts about a stream of sound.
public struct AudioDescription: Sendable, Hashable, Codable {
  /// The number of channels.
  public let channels: Int
  /// FFmpeg's name of the channel layout, such as `stereo` or `5.1`.
  public let channelLayout: String
  /// Samples a second.
  public let sampleRate: Int

  package init(channels: Int, channelLayout: String, sampleRate: Int) {
    self.channels = channels
    self.channelLayout = channelLayout
    self.sampleRate = sampleRate
  }
}

/// Facts about subtitles.
public struct SubtitleDescription: Sendable, Hashable, Codable {
  /// Whether they are text; pictures otherwise.
  public let isText: Bool

  package init(isText: Bool) { self.isText = isText }
}
