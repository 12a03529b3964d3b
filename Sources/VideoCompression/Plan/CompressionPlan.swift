public import Capabilities
public import Media

/// Everything that is decided before work begins, with the reasons; nothing later decides anything.
public struct CompressionPlan: Sendable, Hashable, Codable {
  /// The path that is read.
  public let source: String
  /// The path that the result is published under.
  public let destination: String
  /// Whether the destination is the source itself.
  public let replacesSource: Bool
  /// The kind of file that is written.
  public let container: Container
  /// What is tried, in this order, until one gives a result that passes its checks and is small enough.
  public let attempts: [PlannedAttempt]
  /// How the picture is made.
  public let video: VideoPlan
  /// What happens to each stream of the source, in its order.
  public let streams: [StreamPlan]
  /// How the source's timeline becomes the result's.
  public let timeline: TimelinePlan
  /// Chapters on the result's timeline.
  public let chapters: [Chapter]
  /// Whether dates, places and names are kept.
  public let metadata: MetadataPolicy
  /// Entries of metadata that are set, whatever the source says of them.
  public let metadataEntries: [MetadataEntry]
  /// The result has to have fewer bytes than this; `nil` when it may be larger.
  public let sizeLimit: Int64?
  /// What happens when no attempt is small enough.
  public let whenNotSmaller: NotSmallerAction
  /// What happens when the source turns out damaged.
  public let damagePolicy: DamagePolicy
  /// How thoroughly the result is checked.
  public let verification: VerificationLevel
  /// Encoders that would have come before those that are tried, and why they don't.
  public let refusals: [EncoderRefusal]
  /// Every choice that isn't simply what was asked, with its reason.
  public let decisions: [Decision]
  /// What a person should know before or after.
  public let warnings: [String]

  package init(
    source: String, destination: String, replacesSource: Bool, container: Container, attempts: [PlannedAttempt],
    video: VideoPlan, streams: [StreamPlan], timeline: TimelinePlan, chapters: [Chapter], metadata: MetadataPolicy,
    metadataEntries: [MetadataEntry] = [],
    sizeLimit: Int64?, whenNotSmaller: NotSmallerAction, damagePolicy: DamagePolicy,
    verification: VerificationLevel, refusals: [EncoderRefusal] = [], decisions: [Decision], warnings: [String]
  ) {
    self.source = source
    self.destination = destination
    self.replacesSource = replacesSource
    self.container = container
    self.attempts = attempts
    self.video = video
    self.streams = streams
    self.timeline = timeline
    self.chapters = chapters
    self.metadata = metadata
    self.metadataEntries = metadataEntries
    self.sizeLimit = sizeLimit
    self.whenNotSmaller = whenNotSmaller
    self.damagePolicy = damagePolicy
    self.verification = verification
    self.refusals = refusals
    self.decisions = decisions
    self.warnings = warnings
  }
}

/// An encoder that isn't used, and why.
public struct EncoderRefusal: Sendable, Hashable, Codable {
  /// The kind of encoder.
  public let backend: Backend
  /// FFmpeg's name of the encoder; `nil` when the whole device can't be used.
  public let encoder: String?
  /// The device; `nil` for the processor, and where there is none.
  public let device: String?
  /// Why, with what was needed and the limit.
  public let reason: String

  package init(backend: Backend, encoder: String?, device: String?, reason: String) {
    self.backend = backend
    self.encoder = encoder
    self.device = device
    self.reason = reason
  }
}

/// What happens when no attempt gives a file that is small enough.
public enum NotSmallerAction: Sendable, Hashable, Codable {
  /// The source's bytes are copied to the destination (or the source stays where it is, when it was to be replaced).
  case keepSource
  /// The job fails, because the source doesn't meet these wishes and can't stand in for the result.
  case fail(unmetWishes: [String])
}

/// How the source's timeline becomes the result's.
public struct TimelinePlan: Sendable, Hashable, Codable {
  /// The moment of the source's timeline that becomes 0, in seconds.
  public let origin: Double
  /// The first moment that is kept, on the source's timeline; `nil` when nothing is cut off.
  public let start: Double?
  /// The first moment that isn't kept any more, on the source's timeline; `nil` when nothing is cut off.
  public let end: Double?
  /// How long the result will be, in seconds.
  public let duration: Double
  /// Parts of what is kept with their speeds, one behind the other; empty when all of it keeps its speed.
  public let speed: [SpeedSegment]
  /// What becomes of the pitch of sound that is played faster or slower.
  public let pitch: PitchPolicy

  package init(
    origin: Double, start: Double?, end: Double?, duration: Double, speed: [SpeedSegment] = [],
    pitch: PitchPolicy = .keep
  ) {
    self.origin = origin
    self.start = start
    self.end = end
    self.duration = duration
    self.speed = speed
    self.pitch = pitch
  }

  /// Whether something is cut off.
  public var isTrimmed: Bool { start != nil || end != nil }
}
