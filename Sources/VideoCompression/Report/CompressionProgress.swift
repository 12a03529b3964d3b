/// How far a job is. The first value of a job has fraction 0; 1 comes once, after the result is published.
public struct CompressionProgress: Sendable, Hashable, Codable {
  /// What a job is doing.
  public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
    /// Looking at the source.
    case probing
    /// Looking at every picture, to choose those that are kept.
    case surveying
    /// Encoding.
    case encoding
    /// Checking the result.
    case verifying
    /// Bringing the result into place.
    case publishing
    /// Done.
    case finished
  }

  /// What the job is doing.
  public let phase: Phase
  /// How much of the whole job is done, from 0 to 1; never falls, except when another attempt begins.
  public let fraction: Double
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// Frames encoded so far in this attempt.
  public let framesEncoded: Int
  /// Frames encoded a second, over the last few seconds; `nil` before there is a measure.
  public let framesPerSecond: Double?
  /// Seconds of film encoded a second; `nil` before there is a measure.
  public let speed: Double?
  /// Seconds until the end, as far as can be told; `nil` before it can.
  public let remainingSeconds: Double?
  /// Bytes written so far.
  public let bytesWritten: Int64
  /// The size that the result will have, in bytes, as far as can be told; `nil` before it can.
  public let projectedBytes: Int64?

  package init(
    phase: Phase, fraction: Double, attempt: Int = 1, framesEncoded: Int = 0, framesPerSecond: Double? = nil,
    speed: Double? = nil, remainingSeconds: Double? = nil, bytesWritten: Int64 = 0, projectedBytes: Int64? = nil
  ) {
    self.phase = phase
    self.fraction = fraction
    self.attempt = attempt
    self.framesEncoded = framesEncoded
    self.framesPerSecond = framesPerSecond
    self.speed = speed
    self.remainingSeconds = remainingSeconds
    self.bytesWritten = bytesWritten
    self.projectedBytes = projectedBytes
  }
}
