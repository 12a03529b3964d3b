internal import CFFmpeg

extension Frame {
  /// The name of the layout of samples that these functions take: floating-point numbers, a plane a channel.
  package static let planarFloat = "fltp"

  /// The samples of each channel; empty when they are laid out in another way than ``planarFloat``.
  package var floatSamples: [[Float]] {
    guard sampleFormat == Self.planarFloat, let planes = unsafe handle.pointee.extended_data else { return [] }
    let count = sampleCount
    return unsafe (0..<Int(handle.pointee.ch_layout.nb_channels)).map { channel in
      guard let plane = unsafe planes[channel] else { return [] }
      return unsafe plane.withMemoryRebound(to: Float.self, capacity: count) {
        unsafe Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  /// Makes a frame of sound of samples for each channel, with the channels and the rate of another frame.
  ///
  /// C function: `av_frame_get_buffer`.
  package convenience init(like model: Frame, samples: [[Float]]) throws(FFmpegError) {
    try self.init()
    unsafe handle.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe handle.pointee.sample_rate = model.handle.pointee.sample_rate
    unsafe handle.pointee.nb_samples = Int32(samples.first?.count ?? 0)
    try unsafe check(
      "av_channel_layout_copy", av_channel_layout_copy(&handle.pointee.ch_layout, &model.handle.pointee.ch_layout))
    try unsafe check("av_frame_get_buffer", av_frame_get_buffer(handle, 0))
    guard let planes = unsafe handle.pointee.extended_data else { return }
    for (channel, values) in samples.enumerated() {
      guard let plane = unsafe planes[channel] else { continue }
      unsafe values.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress {
          unsafe UnsafeMutableRawPointer(plane).copyMemory(from: start, byteCount: bytes.count)
        }
      }
    }
  }
  /// Makes sound of planes of floating-point samples.
  ///
  /// C functions: `av_frame_get_buffer`, `av_samples_set_silence`.
  ///
  /// - Parameters:
  ///   - count: Samples in each channel.
  ///   - rate: Samples a second.
  ///   - channelLayout: FFmpeg's name of the channel layout.
  ///   - sample: The value of a channel's sample by its number, from -1 to 1; `nil` for silence.
  package convenience init(
    samples count: Int, rate: Int, channelLayout: String, sample: ((_ channel: Int, _ number: Int) -> Float)? = nil
  ) throws(FFmpegError) {
    try self.init()
    unsafe handle.pointee.nb_samples = Int32(count)
    unsafe handle.pointee.sample_rate = Int32(rate)
    unsafe handle.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    try unsafe check(
      "av_channel_layout_from_string", av_channel_layout_from_string(&handle.pointee.ch_layout, channelLayout))
    try unsafe check("av_frame_get_buffer", av_frame_get_buffer(handle, 0))
    guard let sample else {
      try unsafe check(
        "av_samples_set_silence",
        av_samples_set_silence(
          handle.pointee.extended_data, 0, Int32(count), Int32(channelCount), AV_SAMPLE_FMT_FLTP))
      return
    }
    for channel in 0..<channelCount {
      guard let samples = unsafe samples(of: channel) else { continue }
      for number in 0..<count { unsafe samples[number] = sample(channel, number) }
    }
  }

  /// The number of channels of sound.
  package var channelCount: Int { unsafe Int(handle.pointee.ch_layout.nb_channels) }

  /// The mean of the squares of a channel's samples; `nil` when they aren't planes of floating-point samples.
  package func power(ofChannel channel: Int) -> Double? {
    guard unsafe handle.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, channel < channelCount, sampleCount > 0,
      let samples = unsafe samples(of: channel)
    else { return nil }
    var sum = 0.0
    for number in 0..<sampleCount {
      let value = unsafe Double(samples[number])
      sum += value * value
    }
    return sum / Double(sampleCount)
  }

  private func samples(of channel: Int) -> UnsafeMutablePointer<Float>? {
    guard let planes = unsafe handle.pointee.extended_data, let plane = unsafe planes[channel] else { return nil }
    return unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self)
  }
}
