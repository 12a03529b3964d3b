public import Media

/// What happens to one stream of the source.
public struct StreamPlan: Sendable, Hashable, Codable {
  /// What happens to a stream.
  public enum Action: Sendable, Hashable, Codable {
    /// It is the film; the attempt says how.
    case film
    /// Its packets go over as they are.
    case copy
    /// Sound that is decoded and encoded, alone or mixed with that of other streams.
    case encodeAudio(AudioPlan)
    /// Sound that is mixed into the track that another stream of the source becomes, the one with this index.
    case mix(into: Int)
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
  /// FFmpeg's name of the encoder; `libfdk-aac` for the library of this name, which is loaded at run time.
  public let encoder: String
  /// Bits a second.
  public let bitRate: BitRate
  /// The number of channels.
  public let channels: Int
  /// FFmpeg's name of the channel layout.
  public let channelLayout: String
  /// Samples a second. Opus is always played at 48 kHz; this is how much of it is coded.
  public let sampleRate: Int
  /// The streams whose sound is mixed, the track's own first; empty when only its own goes in, as loud as it is.
  public let mixed: [MixedTrack]

  package init(
    codec: AudioCodec, encoder: String, bitRate: BitRate, channels: Int, channelLayout: String, sampleRate: Int,
    mixed: [MixedTrack] = []
  ) {
    self.codec = codec
    self.encoder = encoder
    self.bitRate = bitRate
    self.channels = channels
    self.channelLayout = channelLayout
    self.sampleRate = sampleRate
    self.mixed = mixed
  }
}

/// A stream of the source whose sound goes into a mix.
public struct MixedTrack: Sendable, Hashable, Codable {
  /// The index among the source's streams.
  public let sourceIndex: Int
  /// How loud it is before the first ramp: 0 is silent, 1 as it was.
  public let volume: Double
  /// Changes of its volume, in the order of time, in seconds of the source file's own clock.
  public let ramps: [VolumeRamp]

  package init(sourceIndex: Int, volume: Double, ramps: [VolumeRamp]) {
    self.sourceIndex = sourceIndex
    self.volume = volume
    self.ramps = ramps
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
