internal import CHeif
internal import FFmpeg
internal import Media

/// An owner of a `heif_image`: samples of a picture.
@safe final class HeifImage {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  /// Makes a picture without planes. C function: `heif_image_create`.
  init(size: PixelSize, colorspace: heif_colorspace, chroma: heif_chroma) throws(HeifError) {
    var made: OpaquePointer?
    try unsafe check(
      "heif_image_create", heif_image_create(Int32(size.width), Int32(size.height), colorspace, chroma, &made))
    unsafe handle = try unsafe check("heif_image_create", made)
  }

  deinit { unsafe heif_image_release(handle) }

  /// Pixels.
  var size: PixelSize {
    unsafe PixelSize(
      width: Int(heif_image_get_primary_width(handle)), height: Int(heif_image_get_primary_height(handle)))
  }

  /// What libheif had to make do with while decoding, in its words.
  var warnings: [String] {
    let count = unsafe heif_image_get_decoding_warnings(handle, 0, nil, 0)
    return (0..<count).compactMap { index in
      var warning = unsafe heif_error()
      guard unsafe heif_image_get_decoding_warnings(handle, index, &warning, 1) == 1 else { return nil }
      return unsafe warning.message.map { unsafe String(cString: $0) }
    }
  }

  /// The picture's planes in their order, without transparency.
  private var channels: [heif_channel] {
    switch unsafe heif_image_get_colorspace(handle) {
    case heif_colorspace_monochrome: [heif_channel_Y]
    // FFmpeg's order of planar red, green and blue.
    case heif_colorspace_RGB: [heif_channel_G, heif_channel_B, heif_channel_R]
    default: [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
    }
  }

  /// The name of FFmpeg's layout of the same planes; `nil` for one that it doesn't have.
  private var layout: PixelFormat? {
    let depth = unsafe Int(heif_image_get_bits_per_pixel_range(handle, channels[0]))
    let wide = depth > 8 ? "\(depth)le" : ""
    let name: String? =
      switch unsafe (heif_image_get_colorspace(handle), heif_image_get_chroma_format(handle)) {
      case (heif_colorspace_monochrome, _): depth > 8 ? "gray\(wide)" : "gray"
      case (heif_colorspace_RGB, heif_chroma_444): "gbrp\(wide)"
      case (heif_colorspace_YCbCr, heif_chroma_420): "yuv420p\(wide)"
      case (heif_colorspace_YCbCr, heif_chroma_422): "yuv422p\(wide)"
      case (heif_colorspace_YCbCr, heif_chroma_444): "yuv444p\(wide)"
      default: nil
      }
    return name.flatMap(PixelFormat.init(named:))
  }

  /// Copies the samples into frames: the picture's, and those of transparency if there are some.
  func frames(color: ColorDescription) throws -> (picture: Frame, alpha: Frame?) {
    guard let format = layout else {
      throw HeifError(
        function: "heif_decode_image", code: heif_error_Unsupported_feature.rawValue, subcode: 0,
        text: "the layout of samples isn't known")
    }
    let picture = try Frame(size: size, format: format, color: color)
    for (plane, channel) in channels.enumerated() { try copy(channel, to: plane, of: picture) }
    guard unsafe heif_image_has_channel(handle, heif_channel_Alpha) != 0 else { return (picture, nil) }
    let depth = unsafe Int(heif_image_get_bits_per_pixel_range(handle, heif_channel_Alpha))
    let alphaSize = unsafe PixelSize(
      width: Int(heif_image_get_width(handle, heif_channel_Alpha)),
      height: Int(heif_image_get_height(handle, heif_channel_Alpha)))
    guard let gray = PixelFormat(named: depth > 8 ? "gray\(depth)le" : "gray") else { return (picture, nil) }
    let alpha = try Frame(size: alphaSize, format: gray, color: ColorDescription(range: .full))
    try copy(heif_channel_Alpha, to: 0, of: alpha)
    return (picture, alphaSize == size ? alpha : try alpha.filtered("scale=w=\(size.width):h=\(size.height)"))
  }

  private func copy(_ channel: heif_channel, to plane: Int, of frame: Frame) throws(HeifError) {
    var stride: Int32 = 0
    let base = try unsafe check(
      "heif_image_get_plane_readonly", heif_image_get_plane_readonly(handle, channel, &stride))
    let extent = frame.extent(of: plane)
    // A bitstream may have fewer samples than the file promises.
    let rows = unsafe min(extent.rows, Int(heif_image_get_height(handle, channel)))
    unsafe frame.withPlane(plane) { target, bytesPerRow in
      for row in 0..<rows {
        unsafe (target + row * bytesPerRow).copyMemory(
          from: base + row * Int(stride), byteCount: min(extent.bytesPerRow, Int(stride)))
      }
    }
    guard rows == extent.rows else {
      throw HeifError(
        function: "heif_decode_image", code: heif_error_Invalid_input.rawValue, subcode: 0,
        text: "the picture has \(rows) rows of \(extent.rows)")
    }
  }

  /// Adds a plane and copies samples into it. C functions: `heif_image_add_plane`, `heif_image_get_plane`.
  func add(_ channel: heif_channel, plane: Int, of frame: Frame) throws(HeifError) {
    let extent = frame.extent(of: plane)
    let depth = frame.pixelFormat?.bitDepth ?? 8
    let width = extent.bytesPerRow / (depth > 8 ? 2 : 1)
    try unsafe check(
      "heif_image_add_plane",
      heif_image_add_plane(handle, channel, Int32(width), Int32(extent.rows), Int32(depth)))
    var stride: Int32 = 0
    let base = try unsafe check("heif_image_get_plane", heif_image_get_plane(handle, channel, &stride))
    unsafe frame.withPlane(plane) { source, bytesPerRow in
      for row in 0..<extent.rows {
        unsafe UnsafeMutableRawPointer(base + row * Int(stride)).copyMemory(
          from: source + row * bytesPerRow, byteCount: extent.bytesPerRow)
      }
    }
  }
}
