internal import CTurboJPEG
internal import FFmpeg
internal import Media

/// Decodes JPEG into the layout that it has, so that nothing is converted which isn't asked for.
struct JPEGDecoder {
  /// What came out.
  struct Picture {
    /// Brightness and color in planes, gray, or red, green and blue.
    let frame: Frame
    /// Samples of cyan, magenta, yellow and black, inverted as all programs write them; empty for other pictures.
    let cmyk: [UInt8]
    /// What libjpeg-turbo had to make do with; `nil` when nothing was wrong.
    let warning: String?
  }

  /// Decodes a whole file.
  ///
  /// C functions: `tjDecompressHeader3`, `tjDecompressToYUVPlanes`, `tjDecompress2`.
  static func decode(_ bytes: [UInt8]) throws -> Picture {
    let jpeg = try TurboJPEG.decoder()
    let count = UInt(bytes.count)
    var (width, height, sampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    // libjpeg-turbo declares the input as writable in some of its functions, but only reads it.
    let status = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe tjDecompressHeader3(jpeg.handle, source.baseAddress, count, &width, &height, &sampling, &colorspace)
    }
    guard status == 0 || jpeg.isWarning, width > 0, height > 0 else { throw jpeg.failure(of: "tjDecompressHeader3") }
    let size = PixelSize(width: Int(width), height: Int(height))
    if colorspace == Int32(TJCS_CMYK.rawValue) || colorspace == Int32(TJCS_YCCK.rawValue) {
      return try decodeCMYK(bytes, size: size, with: jpeg)
    }
    if colorspace == Int32(TJCS_RGB.rawValue) { return try decodeRGB(bytes, size: size, with: jpeg) }
    guard let layout = layout(sampling) else { return try decodeRGB(bytes, size: size, with: jpeg) }
    let frame = try Frame(size: size, format: layout, color: .jpeg)
    var planes: [UnsafeMutablePointer<UInt8>?] = unsafe [nil, nil, nil]
    var strides: [Int32] = [0, 0, 0]
    for plane in 0..<min(3, frame.planeCount) {
      unsafe frame.withPlane(plane) { base, bytesPerRow in
        unsafe planes[plane] = unsafe base.assumingMemoryBound(to: UInt8.self)
        strides[plane] = Int32(bytesPerRow)
      }
    }
    // The frame lives on until its samples are written. Its rows and columns are padded beyond what is written.
    let result = withExtendedLifetime(frame) {
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe tjDecompressToYUVPlanes(
          jpeg.handle, source.baseAddress, count, &planes, width, &strides, height, Int32(TJFLAG_ACCURATEDCT))
      }
    }
    return Picture(frame: frame, cmyk: [], warning: try warning(result, "tjDecompressToYUVPlanes", jpeg))
  }

  private static func layout(_ sampling: Int32) -> PixelFormat? {
    let name: String? =
      switch UInt32(bitPattern: sampling) {
      case TJSAMP_444.rawValue: "yuv444p"
      case TJSAMP_422.rawValue: "yuv422p"
      case TJSAMP_420.rawValue: "yuv420p"
      case TJSAMP_440.rawValue: "yuv440p"
      case TJSAMP_411.rawValue: "yuv411p"
      case TJSAMP_GRAY.rawValue: "gray"
      default: nil
      }
    return name.flatMap(PixelFormat.init(named:))
  }

  private static func decodeRGB(_ bytes: [UInt8], size: PixelSize, with jpeg: TurboJPEG) throws -> Picture {
    let rgb = PixelFormat(name: "rgb24", bitDepth: 8, chromaSubsampling: .rgb)
    let frame = try Frame(size: size, format: rgb, color: ColorDescription(matrix: .rgb, range: .full))
    let status = unsafe frame.withPlane(0) { base, bytesPerRow in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe tjDecompress2(
          jpeg.handle, source.baseAddress, UInt(source.count), base.assumingMemoryBound(to: UInt8.self),
          Int32(size.width), Int32(bytesPerRow), Int32(size.height), Int32(TJPF_RGB.rawValue),
          Int32(TJFLAG_ACCURATEDCT))
      }
    }
    return Picture(frame: frame, cmyk: [], warning: try warning(status ?? -1, "tjDecompress2", jpeg))
  }

  private static func decodeCMYK(_ bytes: [UInt8], size: PixelSize, with jpeg: TurboJPEG) throws -> Picture {
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let status = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe samples.withUnsafeMutableBufferPointer { target in
        unsafe tjDecompress2(
          jpeg.handle, source.baseAddress, UInt(source.count), target.baseAddress, Int32(size.width), 0,
          Int32(size.height), Int32(TJPF_CMYK.rawValue), Int32(TJFLAG_ACCURATEDCT))
      }
    }
    let rgb = PixelFormat(name: "rgb24", bitDepth: 8, chromaSubsampling: .rgb)
    let frame = try Frame(size: size, format: rgb, color: ColorDescription(matrix: .rgb, range: .full))
    return Picture(frame: frame, cmyk: samples, warning: try warning(status, "tjDecompress2", jpeg))
  }

  private static func warning(_ status: Int32, _ function: String, _ jpeg: TurboJPEG) throws(JPEGError) -> String? {
    guard status != 0 else { return nil }
    guard jpeg.isWarning else { throw jpeg.failure(of: function) }
    return jpeg.words
  }
}

extension ColorDescription {
  /// What the samples of a JPEG file mean by JFIF (ITU-T T.871): BT.601 in the full range.
  static let jpeg = ColorDescription(matrix: .smpte170m, range: .full, chromaLocation: .center)
}
