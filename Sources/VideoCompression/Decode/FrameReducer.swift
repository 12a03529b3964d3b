/// Something that chooses which frames are kept when a film has more a second than are wanted.
///
/// Conform to it for a choice of your own and hand it over in ``FrameHandlers``. It is asked once, before encoding, and
/// sees the frames of the part that is kept in order of presentation, at the times that the result shows them.
public protocol FrameReducer: Sendable {
  /// Whether ``FrameSummary/change`` is wanted, for which the film is decoded once more beforehand.
  var looksAtPictures: Bool { get }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - frames: Every frame, in order of presentation. Its times needn't be evenly spaced.
  ///   - rate: Frames a second that are wanted on average, at most.
  ///   - duration: From the first frame to the end of the last, in seconds.
  /// - Returns: Positions in `frames` of those that are kept, rising; `nil` to keep all. The first frame should be
  ///   among them, so that something is shown from the beginning.
  func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]?
}

extension FrameReducer {
  public var looksAtPictures: Bool { false }
}

/// What a reducer knows of a frame.
public struct FrameSummary: Sendable, Hashable {
  /// When the result shows it, in seconds.
  public let time: Double
  /// For how long, in seconds.
  public let duration: Double
  /// How different the picture is from the one before, from 0 (the same) to 1; 0 for the first, and where the reducer
  /// doesn't look at pictures.
  public let change: Double
  /// Whether the picture is the first of another scene.
  public let isCut: Bool

  /// Makes a summary.
  public init(time: Double, duration: Double, change: Double = 0, isCut: Bool = false) {
    self.time = time
    self.duration = duration
    self.change = change
    self.isCut = isCut
  }
}
