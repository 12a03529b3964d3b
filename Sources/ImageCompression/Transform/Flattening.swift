internal import FFmpeg
internal import Media

/// Puts a picture with transparency on white.
enum Flattening {
  /// The picture on white, in planes of red, green and blue of 8 bits.
  static func onWhite(
    _ picture: Frame, color: ColorDescription, alpha: Frame, isPremultiplied: Bool, threads: Int
  ) throws(FFmpegError) -> Frame {
    let rgb = PixelFormat(name: "gbrp", bitDepth: 8, chromaSubsampling: .rgb)
    let gray = PixelFormat(name: "gray", bitDepth: 8, chromaSubsampling: .gray)
    let full = ColorDescription(range: .full)
    let flat = try picture.filtered(
      ScaleFilter(from: color, to: full, size: picture.size, layout: rgb).text, threads: threads)
    let mask = try alpha.filtered(ScaleFilter(from: full, to: full, size: picture.size, layout: gray).text)
      .samples(of: 0)
    // What the filter hands out may still be the source's own frame.
    let result = try flat.picture(of: [0, 1, 2], as: rgb)
    for plane in 0..<3 {
      var samples = result.samples(of: plane)
      for index in samples.indices {
        let opacity = Int(mask[index])
        let own = isPremultiplied ? Int(samples[index]) : (Int(samples[index]) * opacity + 127) / 255
        samples[index] = UInt8(clamping: own + 255 - opacity)
      }
      result.fill(plane, with: samples)
    }
    return result
  }
}
