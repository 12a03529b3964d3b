public import Media

/// A frame that is about to be encoded, lent to a ``FrameArtist``.
///
/// It stands upright and has square pixels, whatever the source notes. Its samples are 4:2:0, luma in one plane and chroma,
/// half as wide and high, in another, in 8 or 10 bits; the same on every backend.
@safe public struct VideoFrame: ~Copyable {
  /// Pixels, as the result stores and shows them; both sides are even.
  public let size: PixelSize
  /// How many frames of the result come before it.
  public let index: Int
  /// When the result shows it, in seconds.
  public let presentationTime: Double
  /// The same, in ticks of ``timeBase``.
  public let presentationTicks: Int64
  /// Seconds a tick.
  public let timeBase: Rational
  /// What the samples mean. Where the source doesn't say, what players take them for.
  public let color: ColorDescription
  /// Bits of a sample: 8, or 10, which films of high dynamic range have.
  public let bitDepth: Int

  private let canvas: FrameCanvas
  private let control: JobControl

  init(
    _ canvas: FrameCanvas, index: Int, ticks: Int64, timeBase: Rational, color: ColorDescription, control: JobControl
  ) {
    self.canvas = canvas
    self.control = control
    size = canvas.size
    bitDepth = canvas.bitDepth
    self.index = index
    presentationTicks = ticks
    presentationTime = Timestamp.seconds(ticks, in: timeBase)
    self.timeBase = timeBase
    self.color = color
  }

  /// Whether the job was cancelled meanwhile, so that drawing any further is of no use.
  public var isCancelled: Bool { control.isCancelled }

  /// Lends the plane of luma, as wide and high as the frame.
  public func withLuma<Result>(_ body: (inout VideoPlane) throws -> Result) rethrows -> Result {
    var plane = canvas.luma
    return try body(&plane)
  }

  /// Lends the plane of chroma, half as wide and high as the frame, with Cb and Cr as its components.
  public func withChroma<Result>(_ body: (inout VideoPlane) throws -> Result) rethrows -> Result {
    var plane = canvas.chroma
    return try body(&plane)
  }
}
