internal import CFFmpeg
package import Media

/// What a muxer is told of a stream.
package struct OutputStream: Sendable {
  /// What a player has to know.
  package var parameters: CodecParameters
  /// Seconds a tick that the writer would like; the container has the last word.
  package var timeBase: Rational
  /// The container's four characters for the codec; `nil` lets the container choose.
  package var tag: String?
  package var pixelAspect: Rational?
  /// What the samples of a picture mean.
  package var color: ColorDescription
  package var frameRate: Rational?
  package var orientation: Orientation
  /// High dynamic range as the container is to tell it.
  package var hdr: HDRSideData?
  package var metadata: [String: String]
  package var disposition: [Disposition]
  /// A file within the file: its bytes; the parameters say only what it is.
  package var attachment: [UInt8]?

  package init(
    parameters: CodecParameters, timeBase: Rational, tag: String? = nil, pixelAspect: Rational? = nil,
    color: ColorDescription? = nil, frameRate: Rational? = nil, orientation: Orientation = .up,
    hdr: HDRSideData? = nil, metadata: [String: String] = [:], disposition: [Disposition] = [],
    attachment: [UInt8]? = nil
  ) {
    self.parameters = parameters
    self.timeBase = timeBase
    self.tag = tag
    self.pixelAspect = pixelAspect
    self.color = color ?? parameters.color
    self.frameRate = frameRate
    self.orientation = orientation
    self.hdr = hdr
    self.metadata = metadata
    self.disposition = disposition
    self.attachment = attachment
  }
}

/// An owner of an output `AVFormatContext` that writes to an open file.
@safe package final class Muxer {
  private let handle: UnsafeMutablePointer<AVFormatContext>
  private let io: UnsafeMutablePointer<AVIOContext>
  /// What a stream's time stamps lack, in ticks of its time base.
  private var delays: [Int64] = []

  /// Prepares a file of a format.
  ///
  /// C functions: `avformat_alloc_output_context2`, `avio_alloc_context`.
  ///
  /// - Parameters:
  ///   - format: FFmpeg's name of the format: `mp4`, `mov` or `matroska`.
  ///   - descriptor: A file that is open for writing and can be seeked; it stays the caller's, who closes it after
  ///     this object is gone.
  package init(format: String, descriptor: Int32) throws(FFmpegError) {
    LogCapture.install()
    var context: UnsafeMutablePointer<AVFormatContext>?
    try unsafe check("avformat_alloc_output_context2", avformat_alloc_output_context2(&context, nil, format, nil))
    let made = try unsafe check("avformat_alloc_output_context2", context)
    guard let io = unsafe swage_io_for_descriptor(descriptor) else {
      unsafe avformat_free_context(made)
      throw FFmpegError(function: "avio_alloc_context", code: FFmpegError.outOfMemory)
    }
    unsafe made.pointee.pb = unsafe io
    unsafe made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    unsafe handle = unsafe made
    unsafe self.io = unsafe io
  }

  deinit {
    unsafe avformat_free_context(handle)
    unsafe swage_io_free(io)
  }

  /// Adds a stream; its index is the number of streams added before.
  package func add(_ stream: OutputStream) throws(FFmpegError) {
    let made = try unsafe check("avformat_new_stream", avformat_new_stream(handle, nil))
    try unsafe check(
      "avcodec_parameters_copy", avcodec_parameters_copy(made.pointee.codecpar, stream.parameters.handle))
    // A tag of another container means nothing here; without one the muxer finds its own.
    unsafe made.pointee.codecpar.pointee.codec_tag = stream.tag.map(Self.tag) ?? 0
    unsafe made.pointee.time_base = stream.timeBase.c
    if let aspect = stream.pixelAspect {
      unsafe made.pointee.sample_aspect_ratio = aspect.c
      unsafe made.pointee.codecpar.pointee.sample_aspect_ratio = aspect.c
    }
    if stream.parameters.kind == .video {
      unsafe made.pointee.codecpar.pointee.color_primaries = stream.color.primaries.c
      unsafe made.pointee.codecpar.pointee.color_trc = stream.color.transfer.c
      unsafe made.pointee.codecpar.pointee.color_space = stream.color.matrix.c
      unsafe made.pointee.codecpar.pointee.color_range = stream.color.range.c
      unsafe made.pointee.codecpar.pointee.chroma_location = stream.color.chromaLocation.c
    }
    if let rate = stream.frameRate { unsafe made.pointee.avg_frame_rate = rate.c }
    unsafe made.pointee.disposition = Disposition.encode(stream.disposition)
    unsafe Options.set(stream.metadata, in: &made.pointee.metadata)
    if stream.orientation != .up { try unsafe setMatrix(stream.orientation, of: made) }
    try unsafe stream.hdr?.add(to: made)
    if let bytes = stream.attachment { try unsafe attach(bytes, to: made) }
  }

  private func setMatrix(_ orientation: Orientation, of stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
    var matrix = [Int32](repeating: 0, count: 9)
    unsafe av_display_rotation_set(&matrix, Double(orientation.clockwiseDegrees))
    if orientation.isMirrored {
      matrix[0] = -matrix[0]
      matrix[1] = -matrix[1]
    }
    let bytes = unsafe matrix.withUnsafeBytes { unsafe Array($0) }
    try unsafe check(
      "av_stream_new_side_data",
      swage_stream_add_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, bytes, bytes.count))
  }

  private func attach(_ bytes: [UInt8], to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
    let parameters: UnsafeMutablePointer<AVCodecParameters> = unsafe stream.pointee.codecpar
    let padded = bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let copy = try unsafe check("av_mallocz", av_mallocz(padded))
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe av_freep(&parameters.pointee.extradata)
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    unsafe parameters.pointee.extradata = unsafe copy.assumingMemoryBound(to: UInt8.self)
    unsafe parameters.pointee.extradata_size = Int32(clamping: bytes.count)
  }

  private static func tag(_ text: String) -> UInt32 {
    var value: UInt32 = 0
    for (index, byte) in text.utf8.prefix(4).enumerated() { value |= UInt32(byte) << (index * 8) }
    return value
  }

  /// Adds a chapter on the output's timeline; has to come before ``writeHeader(metadata:options:)``.
  package func add(_ chapter: Chapter) throws(FFmpegError) {
    let base = Rational(1, 1000)
    try unsafe check(
      "av_dynarray_add",
      swage_format_add_chapter(
        handle, Timestamp.ticks(seconds: chapter.start, in: base), Timestamp.ticks(seconds: chapter.end, in: base),
        base.c, chapter.title))
  }

  /// Writes the beginning of the file. C function: `avformat_write_header`.
  ///
  /// - Parameters:
  ///   - metadata: The file's tags.
  ///   - options: The muxer's private options; one that it doesn't know is an error.
  /// - Returns: The time base that the container chose for each stream.
  package func writeHeader(metadata: [String: String], options: [String: String]) throws(FFmpegError) -> [Rational] {
    unsafe Options.set(metadata, in: &handle.pointee.metadata)
    var dictionary = Options(options)
    try unsafe check("avformat_write_header", avformat_write_header(handle, &dictionary.handle))
    if let unknown = dictionary.remaining.first {
      throw FFmpegError(function: "avformat_write_header: \(unknown)", code: FFmpegError.optionNotFound)
    }
    delays = (0..<Int(unsafe handle.pointee.nb_streams)).map { missingDelay(of: UInt32($0)) }
    return unsafe (0..<handle.pointee.nb_streams).map { index in
      unsafe swage_format_stream(handle, index).map { unsafe Rational($0.pointee.time_base) } ?? Rational(1, 1000)
    }
  }

  /// The delay of Opus in Matroska, which readers subtract (RFC 9559, 5.1.4.1.28), and which the muxer notes without
  /// adding it to the time stamps until libavformat 59.31: all sound is 6.5 ms early then.
  private func missingDelay(of index: UInt32) -> Int64 {
    guard avformat_version() < 59 << 16 | 31 << 8,
      unsafe String(cString: handle.pointee.oformat.pointee.name) == "matroska",
      let stream = unsafe swage_format_stream(handle, index),
      unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS
    else { return 0 }
    return unsafe Timestamp.rescale(
      Int64(stream.pointee.codecpar.pointee.initial_padding), from: Rational(1, 48_000),
      to: Rational(stream.pointee.time_base))
  }

  /// Gives it a packet, whose time stamps count in its stream's time base; it is empty afterwards.
  /// C function: `av_interleaved_write_frame`.
  package func write(_ packet: Packet) throws(FFmpegError) {
    if delays.indices.contains(packet.streamIndex), delays[packet.streamIndex] != 0 {
      packet.presentationTime = packet.presentationTime.map { $0 + delays[packet.streamIndex] }
      packet.decodeTime = packet.decodeTime.map { $0 + delays[packet.streamIndex] }
    }
    try unsafe check("av_interleaved_write_frame", av_interleaved_write_frame(handle, packet.handle))
  }

  /// Writes what is held back and the end of the file. C function: `av_write_trailer`.
  package func finish() throws(FFmpegError) {
    try unsafe check("av_write_trailer", av_write_trailer(handle))
    unsafe avio_flush(io)
    try unsafe check("avio_flush", io.pointee.error)
  }

}
