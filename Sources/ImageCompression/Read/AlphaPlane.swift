internal import FFmpeg
internal import Media

/// Transparency as a picture of its own.
enum AlphaPlane {
  /// Takes transparency out of a decoded picture.
  ///
  /// - Returns: The picture without it, and transparency; `nil` when there is none or all of it is opaque.
  static func split(_ frame: Frame) throws -> (picture: Frame, alpha: Frame?) {
    guard let format = frame.pixelFormat, format.hasAlpha || format.name == "pal8" else { return (frame, nil) }
    let isWide = format.bitDepth > 8
    if format.name.hasPrefix("yuva420p"), !isWide {
      guard let plain = PixelFormat(named: "yuv420p"), let gray = PixelFormat(named: "gray") else {
        return (frame, nil)
      }
      let alpha = try frame.picture(of: [3], as: gray)
      return (try frame.picture(of: [0, 1, 2], as: plain), isOpaque(alpha) ? nil : alpha)
    }
    // Planar, so that a plane is what it is called.
    let planar = try frame.filtered("format=\(isWide ? "gbrap16le" : "gbrap")")
    guard let plain = PixelFormat(named: isWide ? "gbrp16le" : "gbrp"),
      let gray = PixelFormat(named: isWide ? "gray16le" : "gray")
    else { return (frame, nil) }
    planar.setColor(frame.color)
    let alpha = try planar.picture(of: [3], as: gray)
    return (try planar.picture(of: [0, 1, 2], as: plain), isOpaque(alpha) ? nil : alpha)
  }

  /// Whether every sample is the highest.
  static func isOpaque(_ alpha: Frame) -> Bool {
    let extent = alpha.extent(of: 0)
    let depth = alpha.pixelFormat?.bitDepth ?? 8
    let opaque = UInt16((1 << depth) - 1)
    return unsafe alpha.withPlane(0) { base, bytesPerRow in
      for row in 0..<extent.rows {
        let line = unsafe UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: extent.bytesPerRow)
        let isRowOpaque =
          depth > 8
          ? unsafe line.withMemoryRebound(to: UInt16.self) { unsafe $0.allSatisfy { $0 == opaque } }
          : unsafe line.allSatisfy { $0 == 255 }
        if !isRowOpaque { return false }
      }
      return true
    } ?? true
  }
}
