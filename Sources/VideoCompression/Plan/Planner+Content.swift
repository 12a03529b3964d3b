import Capabilities
import Media

extension Planner {
  /// What kind of film the encoder is adjusted to; `nil` when it isn't to be.
  private var filmKind: FilmKind? { request.video.content == .analyze ? analysis?.kind : nil }

  /// The quality that recordings of screens get at least, where none was asked for: what blurs text shows sooner than
  /// what blurs a film.
  private static let screenQuality = 0.78

  /// A quality, adjusted to the kind of film where the caller left it open.
  func adjustedQuality(_ quality: Double) -> Double {
    guard filmKind == .screen, !request.video.isRateGiven else { return quality }
    return max(quality, Self.screenQuality)
  }

  /// What the encoder is tuned for.
  var tuning: EncoderTuning { filmKind == .screen ? .screen : .standard }

  /// The longest distance between keyframes, in frames: as asked, else by the kind of film.
  ///
  /// Where the frame before foretells nothing, a keyframe costs hardly more than another frame, and jumping is quicker
  /// with more of them; where it foretells everything, each one costs as much as seconds of film.
  func keyframeInterval(at rate: Rational) -> Int? {
    if let wish = request.video.keyframeInterval { return wish }
    let perSecond = rate.isPositive ? rate.value : 25
    switch filmKind {
    case .screen, .littleMotion: return max(500, Int((20 * perSecond).rounded()))
    case .muchMotion: return min(max(24, Int((2 * perSecond).rounded())), 240)
    case .ordinary, nil: return nil
    }
  }

  /// Notes what was found and changed.
  func noteContent(at rate: Rational, notes: inout PlanNotes) {
    guard request.video.content == .analyze else { return }
    guard let analysis else {
      notes.decide("content", "not adjusted to", because: "no frame of the film could be looked at")
      return
    }
    let places = analysis.places == 1 ? "a place" : "\(analysis.places) places"
    let found =
      "in \(places), \(analysis.motion.inPercent) of the picture moved, and it looked \(analysis.screenLikelihood.inPercent)"
      + " like a screen"
    switch analysis.kind {
    case .screen: notes.decide("content", "recording of a screen", because: found)
    case .muchMotion: notes.decide("content", "much motion", because: found)
    case .littleMotion: notes.decide("content", "little motion", because: found)
    case .ordinary: notes.decide("content", "ordinary film, nothing adjusted", because: found)
    }
    if request.video.keyframeInterval == nil, let interval = keyframeInterval(at: rate) {
      notes.decide("keyframes", "at most \(interval) frames apart", because: Self.reason(of: analysis.kind))
    }
    guard analysis.kind == .screen else { return }
    if case .quality(let quality) = request.video.rateControl, adjustedQuality(quality) != quality {
      notes.decide(
        "quality", adjustedQuality(quality).inWords, because: "blurred text shows sooner than a blurred film")
    }
  }

  /// Notes what the encoder is tuned for.
  func noteTuning(of encoder: EncoderCapability, notes: inout PlanNotes) {
    guard tuning == .screen else { return }
    if encoder.backend.isHardware {
      notes.decide("tuning", "none", because: "video units have no setting for sharp text")
    } else {
      notes.decide("tuning", tuning.rawValue, because: "text is to stay sharp")
    }
  }

  private static func reason(of kind: FilmKind) -> String {
    kind == .muchMotion
      ? "a keyframe costs little where frames have little in common"
      : "a keyframe costs much where frames are nearly the same"
  }
}
