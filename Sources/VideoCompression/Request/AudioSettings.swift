public import Media

/// Wishes for the sound. Reads as a sentence: `.audio(.aac).channels(1)`.
public struct AudioSettings: Sendable, Hashable, Codable {
  /// How each sound track is treated.
  public private(set) var treatment: AudioTreatment = .automatic
  /// The bit rate of a track that is encoded, at most what a lossy source has; `nil` chooses by the codec and the
  /// channels. 0 or less leaves every sound track out.
  public private(set) var bitRate: BitRate?
  /// The number of channels (1 to 8) of a track that is encoded, never more than the source's; `nil` keeps the source's.
  public private(set) var channels: Int?
  /// The sample rate in Hz (8000 to 96000) of a track that is encoded, at most the source's; `nil` keeps the source's
  /// where the codec can.
  public private(set) var sampleRate: Int?
  /// Several tracks that become one; `nil` keeps each on its own.
  public private(set) var mix: AudioMix?

  /// Copied where the container takes it and nothing else is asked, else AAC-LC.
  public static let automatic = AudioSettings()
  /// Copied; a track that the container can't take is left out with a reason.
  public static let copy = AudioSettings(treatment: .copy)
  /// Left out.
  public static let none = AudioSettings(treatment: .none)

  private init(treatment: AudioTreatment = .automatic) { self.treatment = treatment }

  /// Encoded with this codec.
  public static func audio(_ codec: AudioCodec) -> AudioSettings { AudioSettings(treatment: .encode(codec)) }

  /// The same wishes with another treatment of each track.
  public func treatment(_ treatment: AudioTreatment) -> Self { changed { $0.treatment = treatment } }
  /// The same wishes with a bit rate for each encoded track; 0 leaves them all out.
  public func bitRate(_ rate: BitRate) -> Self { changed { $0.bitRate = rate } }
  /// The same wishes with a number of channels.
  public func channels(_ count: Int) -> Self { changed { $0.channels = count } }
  /// The same wishes with a sample rate in Hz.
  public func sampleRate(_ hertz: Int) -> Self { changed { $0.sampleRate = hertz } }

  /// The same wishes with several tracks mixed into one, which is encoded. Tracks that the mix doesn't name stay on
  /// their own.
  public func mixed(_ mix: AudioMix = .all) -> Self { changed { $0.mix = mix } }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// How a sound track is treated.
public enum AudioTreatment: Sendable, Hashable, Codable {
  /// Copied where the container takes it and nothing else is asked, else AAC-LC.
  case automatic
  /// Copied, or left out where the container can't take it.
  case copy
  /// Encoded.
  case encode(AudioCodec)
  /// Left out.
  case none
}
