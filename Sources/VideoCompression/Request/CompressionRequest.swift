public import FoundationEssentials
public import Media

/// What a caller asks for: a source, where the result goes, and wishes. An immutable value; every wish has a default.
///
/// ```swift
/// let request = CompressionRequest(
///   from: upload, to: .file(result),
///   video: .video(.hevc, longSide: 1280).quality(0.7),
///   audio: .audio(.aac).channels(1))
/// ```
public struct CompressionRequest: Sendable, Hashable, Codable {
  /// The file to compress.
  public let source: URL
  /// Where the result goes.
  public let output: OutputLocation
  /// The kind of file to write; `nil` follows the output's extension, else MP4.
  public private(set) var container: Container?
  /// Wishes for the picture.
  public private(set) var video: VideoSettings
  /// Wishes for the sound.
  public private(set) var audio: AudioSettings
  /// The part of the source to keep.
  public private(set) var trim: TimeRange
  /// Parts that are shown faster or slower; where two overlap, the later one counts. Empty for none.
  public private(set) var speed: [SpeedChange]
  /// What becomes of the pitch of sound that is played faster or slower.
  public private(set) var pitch: PitchPolicy
  /// What is shown between the frames of slow motion.
  public private(set) var interpolation: FrameInterpolation
  /// Which of the sound and subtitle tracks to keep.
  public private(set) var tracks: TrackSelection
  /// Whether dates, places and names are kept.
  public private(set) var metadata: MetadataPolicy
  /// Entries of metadata that replace the source's or are added, also to a file that is stripped.
  public private(set) var metadataEntries: [MetadataEntry]
  /// Which encoder may be used.
  public private(set) var backend: BackendChoice
  /// The video unit that is to be used: a render node's path, or the number of a GPU; `nil` for any.
  public private(set) var device: String?
  /// What happens when the encoder or device that was asked for can't be used. The automatic choice of an encoder falls
  /// back in any case.
  public private(set) var fallback: FallbackPolicy
  /// What happens when the result isn't smaller than the source.
  public private(set) var sizePolicy: SizePolicy
  /// What happens when the source is damaged.
  public private(set) var damagePolicy: DamagePolicy
  /// What happens when a stream of the source can't be kept.
  public private(set) var streamLoss: StreamLossPolicy
  /// How thoroughly the result is checked; `nil` is structure and samples, and everything when the source is replaced.
  public private(set) var verification: VerificationLevel?

  /// Makes a request with the default wish for everything that isn't named.
  public init(
    from source: URL, to output: OutputLocation = .besideSource, container: Container? = nil,
    video: VideoSettings = .automatic, audio: AudioSettings = .automatic, trim: TimeRange = TimeRange(),
    speed: [SpeedChange] = [], pitch: PitchPolicy = .keep, interpolation: FrameInterpolation = .none,
    tracks: TrackSelection = .all, metadata: MetadataPolicy = .keep, metadataEntries: [MetadataEntry] = [],
    backend: BackendChoice = .automatic, device: String? = nil, fallback: FallbackPolicy = .refuse,
    sizePolicy: SizePolicy = .neverLarger, damagePolicy: DamagePolicy = .refuse,
    streamLoss: StreamLossPolicy = .tell, verification: VerificationLevel? = nil
  ) {
    self.source = source
    self.output = output
    self.container = container
    self.video = video
    self.audio = audio
    self.trim = trim
    self.speed = speed
    self.pitch = pitch
    self.interpolation = interpolation
    self.tracks = tracks
    self.metadata = metadata
    self.metadataEntries = metadataEntries
    self.backend = backend
    self.device = device
    self.fallback = fallback
    self.sizePolicy = sizePolicy
    self.damagePolicy = damagePolicy
    self.streamLoss = streamLoss
    self.verification = verification
  }
}

extension CompressionRequest {
  /// The same request with other wishes for the picture.
  public func video(_ settings: VideoSettings) -> Self { changed { $0.video = settings } }
  /// The same request with other wishes for the sound.
  public func audio(_ settings: AudioSettings) -> Self { changed { $0.audio = settings } }
  /// The same request for a part of the source, in seconds from its start.
  public func trim(from start: Double? = nil, to end: Double? = nil) -> Self {
    changed { $0.trim = TimeRange(start: start, end: end) }
  }
  /// The same request at another speed: 2 is twice as fast, 1/2 half as fast; 1/4 to 4.
  public func speed(_ speed: Rational) -> Self { changed { $0.speed.append(SpeedChange(speed)) } }
  /// The same request with a part of the source, in its seconds, at another speed.
  public func speed(_ speed: Rational, from start: Double? = nil, to end: Double? = nil) -> Self {
    changed { $0.speed.append(SpeedChange(speed, in: TimeRange(start: start, end: end))) }
  }
  /// The same request with another pitch of sound that is played faster or slower.
  public func pitch(_ policy: PitchPolicy) -> Self { changed { $0.pitch = policy } }
  /// The same request with something else between the frames of slow motion.
  public func interpolation(_ kind: FrameInterpolation) -> Self { changed { $0.interpolation = kind } }
  /// The same request into another kind of file.
  public func container(_ container: Container) -> Self { changed { $0.container = container } }
  /// The same request with other tracks.
  public func tracks(_ selection: TrackSelection) -> Self { changed { $0.tracks = selection } }
  /// The same request with another treatment of metadata.
  public func metadata(_ policy: MetadataPolicy) -> Self { changed { $0.metadata = policy } }
  /// The same request with an entry of metadata that replaces the source's or is added.
  public func metadata(_ key: String, _ value: String) -> Self {
    changed { $0.metadataEntries.append(MetadataEntry(key, value)) }
  }
  /// The same request with another answer to a stream that can't be kept.
  public func streamLoss(_ policy: StreamLossPolicy) -> Self { changed { $0.streamLoss = policy } }
  /// The same request for another encoder.
  public func backend(_ choice: BackendChoice) -> Self { changed { $0.backend = choice } }
  /// The same request for a video unit: a render node's path, or the number of a GPU.
  public func device(_ name: String) -> Self { changed { $0.device = name } }
  /// The same request with another answer to an encoder that can't be used.
  public func fallback(_ policy: FallbackPolicy) -> Self { changed { $0.fallback = policy } }
  /// The same request with another answer to a result that isn't smaller.
  public func sizePolicy(_ policy: SizePolicy) -> Self { changed { $0.sizePolicy = policy } }
  /// The same request with another answer to a damaged source.
  public func damagePolicy(_ policy: DamagePolicy) -> Self { changed { $0.damagePolicy = policy } }
  /// The same request with another depth of checking.
  public func verification(_ level: VerificationLevel) -> Self { changed { $0.verification = level } }

  /// The same request for one kind of encoder and, where one is named, one device.
  func confined(to backend: BackendChoice, device: String? = nil, _ fallback: FallbackPolicy) -> Self {
    changed {
      $0.backend = backend
      $0.fallback = fallback
      if let device { $0.device = device }
    }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
