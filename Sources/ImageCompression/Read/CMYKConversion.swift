internal import FFmpeg
internal import Media

/// Brings pictures for printing to the colors of displays.
struct CMYKConversion {
  /// The picture's own profile; another than one of CMYK doesn't count.
  let profile: ColorProfile?

  /// Fills a frame of red, green and blue.
  ///
  /// - Parameters:
  ///   - samples: Cyan, magenta, yellow and black, inverted: 255 is no ink.
  ///   - frame: A frame of the layout `rgb24`.
  func convert(_ samples: [UInt8], into frame: Frame) throws -> Frame {
    let rgb =
      try profile.flatMap { $0.space == .cmyk ? $0 : nil }?.convertToSRGB(samples, .invertedCMYK) ?? plain(samples)
    frame.fill(0, with: rgb)
    frame.setColor(ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .rgb, range: .full))
    return frame
  }

  /// Each color is what its ink and black leave of the paper.
  private func plain(_ samples: [UInt8]) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(samples.count / 4 * 3)
    for pixel in stride(from: 0, to: samples.count - 3, by: 4) {
      let black = Int(samples[pixel + 3])
      for ink in 0..<3 { rgb.append(UInt8((Int(samples[pixel + ink]) * black + 127) / 255)) }
    }
    return rgb
  }
}

extension TransferCharacteristics {
  /// sRGB (13).
  static let sRGB = TransferCharacteristics(rawValue: 13)
}
