internal import FFmpeg
internal import FoundationEssentials
internal import Media

/// A look at the files that are to be drawn into the picture.
struct DrawingLook: Sendable {
  /// Text subtitles, read whole.
  struct Text: Sendable {
    let subtitles: [DecodedSubtitle]
    let header: String
    let fonts: [AttachedFont]
    /// Whether lines have the fields that the header names.
    let hasOwnFields: Bool

    init(_ reader: SubtitleReader) throws {
      var subtitles: [DecodedSubtitle] = []
      while let subtitle = try reader.next() { subtitles.append(subtitle) }
      self.subtitles = subtitles.sorted { $0.start < $1.start }
      header = reader.header
      fonts = reader.fonts
      hasOwnFields = reader.hasOwnFields
    }
  }

  /// What the planner has to know.
  private(set) var facts = DrawingFacts()
  /// The watermark in its own size.
  private(set) var watermark: Bitmap?
  /// What a file of text subtitles holds; `nil` for tracks, which aren't read before they are needed.
  private(set) var subtitles: Text?

  /// Looks at the files that a request names.
  ///
  /// - Throws: ``CompressionError`` where one is missing or isn't what it should be.
  init(_ request: CompressionRequest, handlers: FrameHandlers, control: JobControl) throws {
    facts.hasArtist = handlers.drawFrame != nil
    facts.canDrawText = FFmpegLibrary.hasFilter("ass")
    if let wish = request.video.watermark {
      let image = try Self.image(wish.image.path, control: control)
      watermark = image
      facts.watermarkSize = image.size
    }
    if case .file(let file)? = request.video.burnedSubtitles { try look(atSubtitles: file.path, control: control) }
  }

  private mutating func look(atSubtitles path: String, control: JobControl) throws {
    try Self.checkFile(path, "file of subtitles")
    let streams: [InputStream]
    do {
      streams = try Demuxer(path: path, interruption: control.interruption, as: .subtitles).streams
    } catch {
      try control.check()
      throw SubtitleReader.unreadable(path, error)
    }
    guard let stream = streams.first(where: { $0.parameters.kind == .subtitle && $0.parameters.isDecodable }) else {
      throw CompressionError(
        code: .invalidRequest, message: "\(path) holds no subtitles that can be read", stage: .request)
    }
    let isText = stream.parameters.isTextSubtitle
    facts.subtitleFile = DrawingFacts.SubtitleFile(streamIndex: stream.index, isText: isText)
    guard isText else { return }
    let plan = BurnedSubtitlesPlan(
      path: path, streamIndex: stream.index, isOwnFile: true, isText: true, zero: 0)
    let text = try Text(SubtitleReader(plan, control: control, toleratesDamage: false))
    guard !text.subtitles.isEmpty else {
      throw CompressionError(code: .invalidRequest, message: "\(path) holds no subtitle", stage: .request)
    }
    subtitles = text
  }

  /// The first picture of an image file.
  private static func image(_ path: String, control: JobControl) throws -> Bitmap {
    try checkFile(path, "watermark")
    do {
      let demuxer = try Demuxer(path: path, interruption: control.interruption, as: .image)
      guard let stream = demuxer.streams.first(where: { $0.parameters.kind == .video }) else {
        throw FFmpegError(function: "the image's stream", code: FFmpegError.invalidData)
      }
      let size = stream.parameters.size
      guard size.longSide <= largestSide else {
        throw CompressionError(
          code: .invalidRequest, message: "the watermark \(path) has \(size)",
          remedy: "allowed: up to \(largestSide) pixels a side", stage: .request)
      }
      let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 1)
      while let packet = try demuxer.read() {
        try control.check()
        guard packet.streamIndex == stream.index else { continue }
        try decoder.send(packet)
        if case .ready(let frame) = try decoder.receive() { return try bitmap(of: frame) }
      }
      try decoder.finish()
      if case .ready(let frame) = try decoder.receive() { return try bitmap(of: frame) }
      throw FFmpegError(function: "avcodec_receive_frame", code: FFmpegError.invalidData)
    } catch let error as FFmpegError {
      try control.check()
      throw CompressionError(
        code: .invalidRequest, message: "the watermark \(path) can't be read as a picture",
        remedy: "give a PNG, JPEG, WebP, BMP, TIFF or GIF", stage: .request, cause: error.logLine ?? error.text)
    }
  }

  private static let largestSide = 16_384

  private static func bitmap(of frame: Frame) throws -> Bitmap {
    let size = frame.size
    guard let format = frame.pixelFormat, size.shortSide > 0 else {
      throw FFmpegError(function: "the image's pixel format", code: FFmpegError.invalidData)
    }
    frame.presentationTime = 0
    let graph = try FilterGraph(
      input: .video(size: size, pixelFormat: format, pixelAspect: Rational(1, 1), timeBase: Rational(1, 25)),
      description: "scale=flags=accurate_rnd+full_chroma_int,format=rgba", threads: 1)
    try graph.send(frame)
    try graph.finish()
    guard case .ready(let picture) = try graph.receive(), let pixels = picture.packedPixels else {
      throw FFmpegError(function: "av_buffersink_get_frame", code: FFmpegError.invalidData)
    }
    return Bitmap(size: size, straight: pixels)
  }

  private static func checkFile(_ path: String, _ what: String) throws {
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch {
      throw CompressionError(
        code: .invalidRequest, message: "there is no \(what) \(path)", remedy: "check the name", stage: .request,
        cause: "\(error)")
    }
    guard status.kind == .regular else {
      throw CompressionError(
        code: .invalidRequest, message: "the \(what) \(path) is \(status.kind.rawValue)", remedy: "name a file",
        stage: .request)
    }
  }
}

extension Frame {
  /// The bytes of a picture of four bytes a pixel, without what rows are padded with; `nil` where it isn't in the machine's
  /// memory.
  fileprivate var packedPixels: [UInt8]? {
    unsafe withPlane(0) { base, bytesPerRow in
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size.width * size.height * 4)
      for row in 0..<size.height {
        unsafe pixels.append(
          contentsOf: UnsafeRawBufferPointer(start: base.advanced(by: row * bytesPerRow), count: size.width * 4))
      }
      return pixels
    }
  }
}
