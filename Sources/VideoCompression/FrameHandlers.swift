/// Code of the caller that takes part in a job. It isn't in the request, which is a value that can be stored.
public struct FrameHandlers: Sendable {
  /// What chooses the frames that are kept, instead of what the request names; `nil` for that. It is asked where the
  /// request limits the frame rate (``FrameRatePolicy/atMost(_:_:)``), else never.
  public var reducer: (any FrameReducer)?

  /// No code of the caller.
  public static let none = FrameHandlers()

  /// Gathers code.
  public init(reducer: (any FrameReducer)? = nil) { self.reducer = reducer }
}
