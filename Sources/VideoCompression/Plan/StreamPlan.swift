public import Media

/// What happens to one stream of the source.
public struct StreamPlan: Sendable, Hashable, Codable {
  /// What happens to a stream.
  public enum Action: Sendable, Hashable, Codable {
    /// It is the film; the attempt says how.
    case film
    /// Its packets go over as they are.
    case copy
    /// Sound that is decoded and encoded.
    case encodeAudio(AudioPlan)
    /// Text subtitles that become another kind of text subtitles.
    case convertSubtitles(to: SubtitleFormat)
    /// A track of an ISO base media file that goes over sample by sample, whatever it holds.
    case carryTrack
    /// A cover picture that goes over as one.
    case copyCoverArt
    /// A file within the file that goes over as one.
    case copyAttachment
    /// Its content stands elsewhere in the result: chapter names as chapters, a cover among the file's tags.
    case absorb
    /// It is left out.
    case drop
  }

  /// The index among the source's streams.
  public let sourceIndex: Int
  /// What the stream carries.
  public let kind: StreamKind
  /// What happens to it.
  public let action: Action
  /// Why, in a sentence for a person.
  public let reason: String
  /// Whether something is lost that nobody asked to leave out.
  public let isLoss: Bool

  package init(sourceIndex: Int, kind: StreamKind, action: Action, reason: String, isLoss: Bool = false) {
    self.sourceIndex = sourceIndex
    self.kind = kind
    self.action = action
    self.reason = reason
    self.isLoss = isLoss
  }
}

/// How a sound track is encoded.
public struct AudioPlan: Sendable, Hashable, Codable {
  /// The codec.
  public let codec: AudioCodec
  /// Bits a second.
  public let bitRate: BitRate
  /// The number of channels.
  public let channels: Int
  /// FFmpeg's name of the channel layout.
  public let channelLayout: String
  /// Samples a second.
  public let sampleRate: Int

  package init(codec: AudioCodec, bitRate: BitRate, channels: Int, channelLayout: String, sampleRate: Int) {
    self.codec = codec
    self.bitRate = bitRate
    self.channels = channels
    self.channelLayout = channelLayout
    self.sampleRate = sampleRate
  }
}

/// A kind of text subtitles.
public enum SubtitleFormat: String, Sendable, Hashable, Codable {
  /// Timed text of 3GPP TS 26.245 (`tx3g`), the one that MP4 and QuickTime take.
  case movText = "mov_text"
  /// SubRip.
  case subRip = "subrip"
  /// Advanced SubStation Alpha.
  case ass
}
