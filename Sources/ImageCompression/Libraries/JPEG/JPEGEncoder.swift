internal import CTurboJPEG
internal import FFmpeg
internal import Media

/// Encodes JPEG from planes.
///
/// At equal similarity (SSIM), FFmpeg's own encoder gives files that are up to a tenth smaller, but it has only thirty steps
/// of quality, none of them near the source, and no gray. libjpeg-turbo has the scale of quality that people know.
struct JPEGEncoder {
  /// 1 to 100.
  let quality: Int
  /// Whether the file shows a coarse picture first. It is smaller so, but small versions in Exif must not be.
  var isProgressive = true

  /// Encodes a picture in planes of 4:2:0, 4:2:2, 4:4:4 or gray, in the full range of 8 bits.
  ///
  /// C function: `tjCompressFromYUVPlanes`.
  func encode(_ picture: Frame) throws -> [UInt8] {
    let jpeg = try TurboJPEG.encoder()
    let frame = try padded(picture)
    let subsampling: TJSAMP =
      switch frame.pixelFormat?.chromaSubsampling {
      case .gray: TJSAMP_GRAY
      case .yuv422: TJSAMP_422
      case .yuv444: TJSAMP_444
      default: TJSAMP_420
      }
    var planes: [UnsafePointer<UInt8>?] = unsafe [nil, nil, nil]
    var strides: [Int32] = [0, 0, 0]
    for plane in 0..<min(3, frame.planeCount) {
      unsafe frame.withPlane(plane) { base, bytesPerRow in
        unsafe planes[plane] = UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
        strides[plane] = Int32(bytesPerRow)
      }
    }
    var buffer: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { unsafe tjFree(buffer) }
    let size = frame.size
    // The frame lives on until its samples are read.
    let status = withExtendedLifetime(frame) {
      unsafe tjCompressFromYUVPlanes(
        jpeg.handle, &planes, Int32(size.width), &strides, Int32(size.height), Int32(subsampling.rawValue), &buffer,
        &count, Int32(quality), Int32(TJFLAG_ACCURATEDCT | (isProgressive ? TJFLAG_PROGRESSIVE : 0)))
    }
    guard status == 0, let made = unsafe buffer else { throw jpeg.failure(of: "tjCompressFromYUVPlanes") }
    return unsafe Array(UnsafeBufferPointer(start: made, count: Int(count)))
  }

  /// A copy with the last column and row of brightness repeated once where they are odd: chroma samples belong to two of
  /// each, and the library reads both. `av_frame_get_buffer`, unlike a filter, takes memory for that.
  private func padded(_ picture: Frame) throws -> Frame {
    let size = picture.size
    guard let format = picture.pixelFormat, [.yuv420, .yuv422].contains(format.chromaSubsampling),
      size.width % 2 == 1 || size.height % 2 == 1
    else { return picture }
    let frame = try picture.picture(of: [0, 1, 2], as: format)
    unsafe frame.withPlane(0) { base, bytesPerRow in
      if size.width % 2 == 1 {
        for row in 0..<size.height {
          let last = unsafe base + row * bytesPerRow + size.width - 1
          unsafe (last + 1).storeBytes(of: last.load(as: UInt8.self), as: UInt8.self)
        }
      }
      if size.height % 2 == 1 {
        let last = unsafe base + (size.height - 1) * bytesPerRow
        unsafe (last + bytesPerRow).copyMemory(from: last, byteCount: size.width + size.width % 2)
      }
    }
    return frame
  }
}
