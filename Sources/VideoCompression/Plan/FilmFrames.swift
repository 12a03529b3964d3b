import Media

/// A film's frames, one by one, in order of presentation.
package struct FilmFrames: Sendable {
  /// A frame.
  package struct Entry: Sendable {
    /// When the source shows it, in seconds on the source's timeline.
    package var time: Double
    /// How different it is from the one before, from 0 to 1; 0 where nobody looked.
    package var change = 0.0
    /// Whether it is the first of another scene.
    package var isCut = false

    package init(time: Double, change: Double = 0, isCut: Bool = false) {
      self.time = time
      self.change = change
      self.isCut = isCut
    }
  }

  /// The frames.
  package let entries: [Entry]

  /// Gathers frames whose times rise.
  package init(_ entries: [Entry]) { self.entries = entries }

  /// Gathers frames of which the times are known.
  package init(times: [Double]) { self.init(times.map { Entry(time: $0) }) }

  /// Frames that follow one another evenly, as far as a film's description tells.
  init(evenly film: Film, from start: Double) {
    let rate = FrameTiming.rate(of: film.video).value
    self.init(times: (0..<film.video.frameCount).map { start + Double($0) / rate })
  }
}
