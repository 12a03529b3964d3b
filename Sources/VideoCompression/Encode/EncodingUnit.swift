internal import FFmpeg
internal import Media

/// An opened encoder with the device and the frames in its memory that it works on.
///
/// Frames go in from the machine's memory or the unit's own; what lies between is done here, for jobs and trials alike.
final class EncodingUnit {
  private let encoder: Encoder
  private let filter: BitstreamFilter?
  private let pool: FramePool?
  /// The video unit; `nil` for the processor.
  let device: HardwareDevice?

  /// Seconds a tick of the packets' time stamps.
  var timeBase: Rational { encoder.timeBase }
  /// What a muxer or a decoder has to know of the stream.
  var parameters: CodecParameters { filter?.parameters ?? encoder.parameters }

  /// Opens device, frames and encoder.
  init(_ recipe: EncoderRecipe) throws(FFmpegError) {
    if let device = recipe.device {
      let settings = recipe.settings
      let opened = try HardwareDevice(device.interface, name: device.name)
      let frames = try FramePool(on: opened, size: settings.size, format: settings.pixelFormat)
      pool = frames
      self.device = opened
      encoder = try Encoder(settings, pool: frames)
    } else {
      pool = nil
      device = nil
      encoder = try Encoder(recipe.settings)
    }
    let made = encoder
    filter = try recipe.streamFilter.map { description throws(FFmpegError) in
      try BitstreamFilter(description, for: made.parameters, timeBase: made.timeBase)
    }
  }

  /// Gives it a frame, in the machine's memory or in the unit's.
  func send(_ frame: Frame) throws(FFmpegError) {
    guard let pool, !frame.isOnDevice else { return try encoder.send(frame) }
    try encoder.send(try pool.upload(frame))
  }

  /// Says that no frame follows.
  func finish() throws(FFmpegError) { try encoder.finish() }

  /// Gives up what it holds, whatever it still had to give; it can't be used any more.
  func close() { encoder.close() }

  /// Asks for a packet.
  func receive() throws(FFmpegError) -> Received<Packet> {
    let received = try encoder.receive()
    if case .ready(let packet) = received { try filter?.apply(to: packet) }
    return received
  }
}
