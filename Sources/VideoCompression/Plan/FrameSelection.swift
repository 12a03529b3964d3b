import Media

/// Which of the decoded frames reach the encoder, and how often.
public enum FrameSelection: Sendable, Hashable, Codable {
  /// Each one, once.
  case all
  /// One at each tick of the encoder's time base: the one that was shown last, or is nearest where several fall on a
  /// tick.
  ///
  /// `until` is the first tick that isn't filled any more; `nil` for the last frame's own end.
  case constant(until: Int64?)
  /// Those nearest to these times, which rise, in ticks of ``VideoPlan/clock``; each of them once.
  case chosen([Int64])
}

/// When frames are shown, and which: all that a plan says of the film's time.
struct FrameSchedule {
  var selection = FrameSelection.all
  /// Frames a second, for rate control.
  var frameRate: Rational
  /// Whether frames follow one another at that rate.
  var isConstant: Bool
  /// Seconds a tick of the times that decoded frames get.
  var clock: Rational
  /// Seconds a tick of the times that reach the encoder.
  var timeBase: Rational
  /// The rate that the source's times are roundings of.
  var exactSourceRate: Rational?
  var frameCount: Int
  /// When the last frame ends, in seconds.
  var endTime: Double?
  /// The longest time that a frame is shown for, in seconds, as far as it is longer than the source's steps tell.
  var longestStep: Double?
  /// Frames a second between which new ones are made; `nil` where none are.
  var interpolation: Rational?
}
