/// What a look at decoded samples of the film tells, from a few places spread over what is kept of it.
package struct ContentAnalysis: Sendable, Hashable {
  /// How many places were looked at.
  package let places: Int
  /// The deviation of the noise from frame to frame, in steps of 8 bits whatever the depth.
  package let noise: Double
  /// The share of the picture, from 0 to 1, that the frame before doesn't foretell; the median of all places.
  package let motion: Double
  /// How much the film looks like a recording of a screen, from 0 to 1: few colors, sharp edges on even areas, and
  /// blocks that don't change at all. The mean of all places that show anything.
  package let screenLikelihood: Double
  /// The darkest that a thousandth of a frame reaches, as a share of the way from black (0) to white (1).
  package let black: Double
  /// The brightest that a thousandth of a frame reaches, as a share of the way from black (0) to white (1).
  package let white: Double

  package init(
    places: Int, noise: Double, motion: Double, screenLikelihood: Double, black: Double, white: Double
  ) {
    self.places = places
    self.noise = noise
    self.motion = motion
    self.screenLikelihood = screenLikelihood
    self.black = black
    self.white = white
  }

  /// What kind of film it is, as far as an encoder is concerned.
  var kind: FilmKind {
    if screenLikelihood >= 0.6 { return .screen }
    if motion >= 0.4 { return .muchMotion }
    return motion <= 0.02 ? .littleMotion : .ordinary
  }
}

/// A kind of film, as far as an encoder is concerned.
enum FilmKind {
  /// A recording of a screen.
  case screen
  /// Most of each frame isn't foretold by the one before.
  case muchMotion
  /// Hardly anything changes from frame to frame.
  case littleMotion
  case ordinary
}
