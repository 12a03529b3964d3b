internal import CFFmpeg
package import Media

extension PixelFormat {
  /// FFmpeg's facts of the layout of a name, such as `yuv444p10le`; `nil` when it has none.
  package init?(named name: String) { unsafe self.init(av_get_pix_fmt(name)) }
}

extension Frame {
  /// Makes a picture with memory for its samples, which aren't set. C function: `av_frame_get_buffer`.
  package convenience init(size: PixelSize, format: PixelFormat, color: ColorDescription) throws(FFmpegError) {
    try self.init()
    unsafe handle.pointee.width = Int32(size.width)
    unsafe handle.pointee.height = Int32(size.height)
    unsafe handle.pointee.format = av_get_pix_fmt(format.name).rawValue
    unsafe handle.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try unsafe check("av_frame_get_buffer", av_frame_get_buffer(handle, 0))
    setColor(color)
  }

  /// How many planes the layout has. C function: `av_pix_fmt_count_planes`.
  package var planeCount: Int {
    unsafe max(0, Int(av_pix_fmt_count_planes(AVPixelFormat(rawValue: handle.pointee.format))))
  }

  /// The rows and the bytes of a row that hold samples in a plane.
  package func extent(of plane: Int) -> (rows: Int, bytesPerRow: Int) {
    let format = unsafe AVPixelFormat(rawValue: handle.pointee.format)
    var rows = size.height
    if plane == 1 || plane == 2, let shift = unsafe av_pix_fmt_desc_get(format)?.pointee.log2_chroma_h {
      rows = (rows + (1 << Int(shift)) - 1) >> Int(shift)
    }
    return (rows, Int(av_image_get_linesize(format, Int32(size.width), Int32(plane))))
  }

  /// The ICC profile that the decoder found; empty when there is none. C function: `av_frame_get_side_data`.
  package var iccProfile: [UInt8] {
    guard let data = unsafe av_frame_get_side_data(handle, AV_FRAME_DATA_ICC_PROFILE) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data.pointee.data, count: Int(data.pointee.size)))
  }

  /// What decoder or filter noted about the frame.
  package var tags: [String: String] { unsafe Options.values(of: handle.pointee.metadata) }

  /// The samples of a plane, row behind row.
  package func samples(of plane: Int) -> [UInt8] {
    let extent = extent(of: plane)
    guard let base = unsafe self.plane(plane) else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(extent.rows * extent.bytesPerRow)
    for row in 0..<extent.rows {
      unsafe bytes.append(
        contentsOf: UnsafeRawBufferPointer(start: base + row * stride(plane), count: extent.bytesPerRow))
    }
    return bytes
  }

  /// Sets the samples of a plane from rows behind one another, as far as there are enough.
  package func fill(_ plane: Int, with bytes: [UInt8]) {
    let extent = extent(of: plane)
    guard let base = unsafe self.plane(plane), extent.bytesPerRow > 0 else { return }
    unsafe bytes.withUnsafeBytes { source in
      for row in 0..<min(extent.rows, source.count / extent.bytesPerRow) {
        guard let start = source.baseAddress else { return }
        unsafe (base + row * stride(plane)).copyMemory(
          from: start + row * extent.bytesPerRow, byteCount: extent.bytesPerRow)
      }
    }
  }

  /// Copies some planes into a picture of a layout that has as many.
  ///
  /// - Parameters:
  ///   - planes: Their numbers here, in the order of the other layout's.
  ///   - format: A layout whose planes have the same extents.
  package func picture(of planes: [Int], as format: PixelFormat) throws(FFmpegError) -> Frame {
    let copy = try Frame(size: size, format: format, color: color)
    for (target, source) in planes.enumerated() {
      let extent = copy.extent(of: target)
      guard let from = unsafe plane(source), let to = unsafe copy.plane(target) else { continue }
      for row in 0..<extent.rows {
        unsafe (to + row * copy.stride(target)).copyMemory(
          from: from + row * stride(source), byteCount: extent.bytesPerRow)
      }
    }
    return copy
  }

  /// What comes out when the picture goes through filters, which leave it as it is.
  ///
  /// - Parameters:
  ///   - description: The filters in FFmpeg's notation.
  ///   - threads: How many threads the filters may use; 0 for as many as there are cores.
  package func filtered(_ description: String, threads: Int = 1) throws(FFmpegError) -> Frame {
    try Self.filtered([self], description, threads: threads)
  }

  /// As ``filtered(_:threads:)`` for several pictures, which the description calls `[in0]`, `[in1]` and so on.
  package static func filtered(
    _ pictures: [Frame], _ description: String, threads: Int = 1
  ) throws(FFmpegError) -> Frame {
    var inputs: [FilterInput] = []
    for picture in pictures {
      guard let format = picture.pixelFormat else {
        throw FFmpegError(function: "av_pix_fmt_desc_get", code: FFmpegError.notSupported)
      }
      inputs.append(
        .video(size: picture.size, pixelFormat: format, pixelAspect: Rational(1, 1), timeBase: Rational(1, 1)))
    }
    let graph =
      pictures.count == 1
      ? try FilterGraph(input: inputs[0], description: description, threads: threads)
      : try FilterGraph(inputs: inputs, description: description, threads: threads)
    for (number, picture) in pictures.enumerated() {
      let copy = try picture.copy()
      copy.presentationTime = 0
      unsafe copy.handle.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      try graph.send(copy, to: number)
      try graph.finish(input: number)
    }
    guard case .ready(let result) = try graph.receive() else {
      throw FFmpegError(function: "av_buffersink_get_frame", code: FFmpegError.endOfFile)
    }
    return result
  }

  /// The structural similarity of two pictures of one size and layout: 1 when they are the same.
  ///
  /// C filter: `ssim` (all planes, weighted by their samples). A side that is smaller than its windows is enlarged first.
  package func similarity(to other: Frame, threads: Int = 1) throws(FFmpegError) -> Double {
    let factor = (31 + size.shortSide) / max(size.shortSide, 1)
    let enlarge = size.shortSide < 32 ? "scale=w=iw*\(factor):h=ih*\(factor):flags=neighbor," : ""
    let graph = "[in0]\(enlarge)setpts=0[a];[in1]\(enlarge)setpts=0[b];[a][b]ssim"
    let result = try Self.filtered([self, other], graph, threads: threads)
    return result.tags["lavfi.ssim.All"].flatMap(Double.init) ?? 0
  }
}
