/// Code of the caller that takes part in a job. It isn't in the request, which is a value that can be stored.
public struct FrameHandlers: Sendable {
  /// What chooses the frames that are kept, instead of what the request names; `nil` for that. It is asked where the
  /// request limits the frame rate (``FrameRatePolicy/atMost(_:_:)``), else never.
  public var reducer: (any FrameReducer)?
  /// What draws into each frame before it is encoded; `nil` for nothing.
  public var drawFrame: FrameArtist?

  /// No code of the caller.
  public static let none = FrameHandlers()

  /// Gathers code.
  public init(reducer: (any FrameReducer)? = nil, drawFrame: FrameArtist? = nil) {
    self.reducer = reducer
    self.drawFrame = drawFrame
  }

  /// Code that draws into each frame, and nothing else.
  public static func drawing(_ artist: @escaping FrameArtist) -> FrameHandlers { FrameHandlers(drawFrame: artist) }
}

/// Code that draws into a frame before it is encoded.
///
/// It is called once for each frame that is written, in order of presentation, one call at a time, on a thread of the job
/// that may block: a slow artist makes the job slow and nothing else. The frame is complete (scaled, upright, with
/// watermark and subtitles) and is encoded as it is left; a frame that repeats another is a copy of its own. Where an
/// encoder fails and another takes over, or a result isn't small enough and is made anew, drawing begins again with the
/// frame of ``VideoFrame/index`` 0.
///
/// What it throws ends the job: nothing is left on disk, no other encoder is tried, and
/// ``Compressor/compress(_:handlers:progress:)`` throws the same error. A job that is cancelled ends when the call that is
/// under way has returned; an artist that takes long looks at ``VideoFrame/isCancelled`` now and then.
public typealias FrameArtist = @Sendable (borrowing VideoFrame) throws -> Void
