internal import CFFmpeg
package import Media

/// Something that a subtitle stream shows, or that it shows nothing any more.
package struct DecodedSubtitle: Sendable {
  /// When it is shown, in microseconds of its stream's timeline.
  package let start: Int64
  /// When it is gone, in the same; `nil` when the next one ends it.
  package let end: Int64?
  /// Text as events of Advanced SubStation Alpha without their times: `ReadOrder,Layer,Style,…,Text`.
  package let lines: [String]
  /// Pictures.
  package let pictures: [SubtitlePicture]
}

/// A picture with transparency on a subtitle stream's canvas.
package struct SubtitlePicture: Sendable {
  /// Columns from the canvas' left side.
  package let x: Int
  /// Rows from its upper side.
  package let y: Int
  /// Pixels.
  package let size: PixelSize
  /// Red, green, blue and alpha of each pixel, row by row, colors not multiplied by alpha.
  package let pixels: [UInt8]
}

/// An owner of a decoding `AVCodecContext` for subtitles, of text or pictures.
@safe package final class SubtitleDecoder {
  private let handle: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder of a stream. C function: `avcodec_open2`.
  package init(_ parameters: CodecParameters, timeBase: Rational) throws(FFmpegError) {
    LogCapture.install()
    guard let codec = unsafe avcodec_find_decoder(parameters.handle.pointee.codec_id) else {
      throw FFmpegError(function: "avcodec_find_decoder", code: FFmpegError.decoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    guard let opened = unsafe context else {
      throw FFmpegError(function: "avcodec_alloc_context3", code: FFmpegError.outOfMemory)
    }
    do throws(FFmpegError) {
      try unsafe check("avcodec_parameters_to_context", avcodec_parameters_to_context(opened, parameters.handle))
      unsafe opened.pointee.pkt_timebase = timeBase.c
      try check("avcodec_open2(\(parameters.codecName))", unsafe avcodec_open2(opened, codec, nil))
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    unsafe handle = unsafe opened
  }

  deinit {
    var handle: UnsafeMutablePointer<AVCodecContext>? = unsafe handle
    unsafe avcodec_free_context(&handle)
  }

  /// Styles and the size that they refer to, as the beginning of a script of Advanced SubStation Alpha; empty for
  /// subtitles that are pictures.
  package var header: String {
    guard let text = unsafe handle.pointee.subtitle_header else { return "" }
    let count = unsafe Int(handle.pointee.subtitle_header_size)
    return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The size that places of pictures refer to, as far as the stream has told; `nil` when it hasn't.
  package var canvas: PixelSize? {
    let size = unsafe PixelSize(width: Int(handle.pointee.width), height: Int(handle.pointee.height))
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// Decodes a packet. C function: `avcodec_decode_subtitle2`.
  ///
  /// - Returns: What is shown from some time on, which is nothing where there is neither a line nor a picture; `nil` when
  ///   the packet isn't the last of what belongs together.
  package func decode(_ packet: Packet) throws(FFmpegError) -> DecodedSubtitle? {
    var subtitle = unsafe AVSubtitle()
    var found: Int32 = 0
    try unsafe check("avcodec_decode_subtitle2", avcodec_decode_subtitle2(handle, &subtitle, &found, packet.handle))
    defer { unsafe avsubtitle_free(&subtitle) }
    guard found != 0, let time = unsafe timestamp(subtitle.pts) else { return nil }
    var lines: [String] = []
    var pictures: [SubtitlePicture] = []
    for index in unsafe 0..<Int(subtitle.num_rects) {
      guard let rectangle = unsafe subtitle.rects[index]?.pointee else { continue }
      if let text = unsafe rectangle.ass {
        unsafe lines.append(String(cString: text))
      } else if unsafe rectangle.type == SUBTITLE_BITMAP, let picture = unsafe SubtitlePicture(rectangle) {
        pictures.append(picture)
      }
    }
    let start = unsafe Int64(subtitle.start_display_time) * 1000
    // Decoders say "until the next one" by the largest number, or by none.
    let end = unsafe subtitle.end_display_time
    let isOpen = end == 0 || end == .max || Int64(end) * 1000 <= start
    return DecodedSubtitle(
      start: time + start, end: isOpen ? nil : time + Int64(end) * 1000, lines: lines, pictures: pictures)
  }
}

extension SubtitlePicture {
  /// Copies a picture of indices and its palette; `nil` when it is empty.
  fileprivate init?(_ rectangle: AVSubtitleRect) {
    let (width, height) = unsafe (Int(rectangle.w), Int(rectangle.h))
    guard width > 0, height > 0, let indices = unsafe rectangle.data.0, let palette = unsafe rectangle.data.1 else {
      return nil
    }
    // Numbers of 32 bits, alpha in the highest and blue in the lowest byte, as AV_PIX_FMT_PAL8 has them.
    let colors = (0..<256).map { index in
      unsafe UnsafeRawPointer(palette).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      let line = unsafe indices.advanced(by: row * Int(rectangle.linesize.0))
      for column in 0..<width {
        let color = unsafe colors[Int(line[column])]
        for shift in [16, 8, 0, 24] as [UInt32] { pixels.append(UInt8(truncatingIfNeeded: color >> shift)) }
      }
    }
    unsafe self.init(
      x: Int(rectangle.x), y: Int(rectangle.y), size: PixelSize(width: width, height: height), pixels: pixels)
  }
}
