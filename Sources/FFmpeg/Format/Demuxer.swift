internal import CFFmpeg
package import Media

/// Where that comes from which a file's header doesn't tell of its streams.
package enum StreamAnalysis: Sendable {
  /// Packets are read and decoded until everything is known. C function: `avformat_find_stream_info`.
  case packets
  /// From nowhere: a file that our own muxer wrote tells enough for decoding it.
  case none
  /// From an earlier analysis of the same file.
  case known([InputStream])
}

/// What a file is opened as, which decides the formats that are let in.
///
/// Playlists, scripts and devices, which could make a hostile upload read other files, aren't among them.
package enum DemuxedKind: Sendable {
  /// A recording in one file.
  case recording
  /// Subtitles in a file of their own.
  case subtitles
  /// One picture.
  case image

  /// FFmpeg's names of the formats.
  var formats: String {
    switch self {
    case .recording:
      """
      mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpegts,mpeg,mpegvideo,h264,hevc,av1,obu,ivf,asf,rm,ogg,mxf,gxf,dv,\
      nut,wtv,yuv4mpegpipe,m4v,mjpeg,vc1,dirac,swf,gif,apng,amr,aac,mp3,flac,wav,ac3,eac3,aiff,caf,au,nsv,nuv,ape,tta,wv,\
      live_flv,h263,h261,cavsvideo,roq,bink,smk,vob,thp,film_cpk,ea,4xm,w64,dts,truehd,vivo,iv8,xa,webp_pipe,\
      jpeg_pipe,png_pipe,bmp_pipe,tiff_pipe
      """
    case .subtitles: "srt,ass,webvtt,sup,sami,subviewer,subviewer1,stl,mpl2,jacosub,realtext,vplayer,pjs"
    case .image: "png_pipe,jpeg_pipe,jpegls_pipe,webp_pipe,bmp_pipe,tiff_pipe,qoi_pipe,gif,apng,mjpeg"
    }
  }
}

/// Which packets of a stream are read from the file; others come with their times and sizes, and zeros in them.
package enum ReadPackets: Sendable {
  case all
  case keyframes
  case none
}

/// An owner of an input `AVFormatContext`: reads packets of a local file.
@safe package final class Demuxer {
  private let handle: UnsafeMutablePointer<AVFormatContext>
  // Kept because the handle's callback points to it.
  private let interruption: Interruption
  // Outlives the handle, which reads through it.
  private let sparse: SparseFile?
  private var leavesOut = false

  /// What the container says of its streams.
  package let streams: [InputStream]
  /// FFmpeg's names of the format, separated by commas.
  package let formatName: String
  /// The format in words.
  package let formatLongName: String
  /// The first moment of the earliest stream, in seconds; `nil` when unknown.
  package let startTime: Double?
  /// How long the file says it is, in seconds; `nil` when it doesn't.
  package let duration: Double?
  /// The file's tags.
  package let metadata: [String: String]
  /// The file's chapters.
  package let chapters: [Chapter]

  /// Opens a file and reads as much of it as is needed to know its streams.
  ///
  /// C functions: `avformat_open_input`, `avformat_find_stream_info`.
  ///
  /// - Parameters:
  ///   - path: A local file.
  ///   - interruption: What ends blocking calls.
  ///   - analysis: Where that comes from which the header doesn't tell.
  ///   - kind: What the file is opened as.
  ///   - isSparse: Whether packets may be left out of reading, by ``read(only:)``.
  package init(
    path: String, interruption: Interruption, analysis: StreamAnalysis = .packets, as kind: DemuxedKind = .recording,
    isSparse: Bool = false
  ) throws(FFmpegError) {
    LogCapture.install()
    self.interruption = interruption
    sparse = isSparse ? try SparseFile(path) : nil
    var context =
      try unsafe check("avformat_alloc_context", avformat_alloc_context()) as UnsafeMutablePointer<AVFormatContext>?
    unsafe context?.pointee.interrupt_callback = unsafe interruption.callback
    if let sparse { unsafe context?.pointee.pb = unsafe sparse.io }
    // A packet that is known to be damaged is better left out by us, with a count, than silently by the demuxer.
    unsafe context?.pointee.flags &= ~AVFMT_FLAG_DISCARD_CORRUPT
    var options = Options(["protocol_whitelist": "file", "format_whitelist": kind.formats])
    // On failure the function frees the context itself.
    try unsafe check("avformat_open_input", avformat_open_input(&context, "file:" + path, nil, &options.handle))
    guard let opened = unsafe context else {
      throw FFmpegError(function: "avformat_open_input", code: FFmpegError.outOfMemory)
    }
    do throws(FFmpegError) {
      // These two keep rates in their headers, so that none has to be guessed from decoded pictures.
      let name = unsafe String(cString: opened.pointee.iformat.pointee.name)
      if name.contains("mp4") || name.contains("matroska") { unsafe opened.pointee.fps_probe_size = 0 }
      streams = try unsafe Self.streams(of: opened, analysis)
    } catch {
      unsafe avformat_close_input(&context)
      throw error
    }
    unsafe handle = unsafe opened
    let format = unsafe opened.pointee.iformat.pointee
    formatName = unsafe String(cString: format.name)
    formatLongName = unsafe format.long_name.map { unsafe String(cString: $0) } ?? formatName
    let base = Rational(1, Int32(AV_TIME_BASE))
    startTime = unsafe timestamp(opened.pointee.start_time).map { Timestamp.seconds($0, in: base) }
    duration = unsafe timestamp(opened.pointee.duration).map { Timestamp.seconds($0, in: base) }
    metadata = unsafe Options.values(of: opened.pointee.metadata)
    chapters = unsafe (0..<Int(opened.pointee.nb_chapters)).compactMap { index in
      guard let chapter = unsafe opened.pointee.chapters[index]?.pointee else { return nil }
      let base = unsafe Rational(chapter.time_base)
      return unsafe Chapter(
        start: Timestamp.seconds(chapter.start, in: base), end: Timestamp.seconds(chapter.end, in: base),
        title: Options.values(of: chapter.metadata)["title"])
    }
  }

  deinit {
    var handle: UnsafeMutablePointer<AVFormatContext>? = unsafe handle
    unsafe avformat_close_input(&handle)
  }

  private static func streams(
    of context: UnsafeMutablePointer<AVFormatContext>, _ analysis: StreamAnalysis
  ) throws(FFmpegError) -> [InputStream] {
    // Decoders write over it when packets are analysed, also those of streams that say nothing themselves.
    let colors = unsafe (0..<context.pointee.nb_streams).map { index in
      unsafe swage_format_stream(context, index).map { unsafe CodecParameters.color(of: $0.pointee.codecpar) }
    }
    if case .packets = analysis {
      try unsafe check("avformat_find_stream_info", avformat_find_stream_info(context, nil))
    }
    if case .known(let streams) = analysis, unsafe streams.count == Int(context.pointee.nb_streams) { return streams }
    var streams: [InputStream] = []
    for index in unsafe 0..<context.pointee.nb_streams {
      guard let stream = unsafe swage_format_stream(context, index) else { continue }
      let color = Int(index) < colors.count ? colors[Int(index)] : nil
      unsafe streams.append(try InputStream(stream, in: context, color: color ?? ColorDescription()))
    }
    return streams
  }

  /// The next packet in the file's order; `nil` at the end. C function: `av_read_frame`.
  package func read() throws(FFmpegError) -> Packet? {
    let packet = try Packet()
    // Parsers complain of each packet that is nothing but zeros.
    if leavesOut { swage_log_mute(1) }
    defer { if leavesOut { swage_log_mute(0) } }
    let code = unsafe av_read_frame(handle, packet.handle)
    if code == FFmpegError.endOfFile { return nil }
    try check("av_read_frame", code)
    return packet
  }

  /// Leaves most of the file out of reading, where its index tells what lies where: in MP4 and QuickTime, not fragmented.
  ///
  /// C function: `avformat_index_get_entry`.
  ///
  /// - Parameter wanted: Which packets of a stream are looked into.
  package func read(only wanted: (InputStream) -> ReadPackets) {
    guard let sparse, formatName.contains("mp4") else { return }
    var parts: (left: [Range<Int64>], kept: [Range<Int64>]) = ([], [])
    for stream in streams {
      guard let handle = unsafe swage_format_stream(handle, UInt32(stream.index)) else { continue }
      let wanted = wanted(stream)
      var number: Int32 = 0
      var (position, size, isKeyframe): (Int64, Int32, Int32) = (0, 0, 0)
      while unsafe swage_index_entry(handle, number, &position, &size, &isKeyframe) != 0 {
        number += 1
        let (end, isTooFar) = position.addingReportingOverflow(Int64(size))
        guard position >= 0, size > 0, !isTooFar else { continue }
        let isKept = wanted == .all || wanted == .keyframes && isKeyframe != 0
        if isKept { parts.kept.append(position..<end) } else { parts.left.append(position..<end) }
      }
    }
    sparse.leaveOut(parts.left, butFor: parts.kept)
    leavesOut = true
  }

  /// Whether the file ended with an error of the device or the format rather than in good order.
  package var readError: FFmpegError? {
    guard let io = unsafe handle.pointee.pb, unsafe io.pointee.error < 0,
      unsafe io.pointee.error != FFmpegError.endOfFile
    else { return nil }
    return unsafe FFmpegError(function: "avio_read", code: io.pointee.error)
  }

  /// Leaves out the packets of all streams but these. C field: `AVStream.discard`.
  package func keepOnly(_ indices: Set<Int>) {
    for index in unsafe 0..<handle.pointee.nb_streams where !indices.contains(Int(index)) {
      unsafe swage_format_stream(handle, index)?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Goes to the last place at or before a time from which a stream can be decoded. C function: `av_seek_frame`.
  ///
  /// - Parameters:
  ///   - time: The time in ticks of the stream's time base.
  ///   - index: The stream's index.
  package func seek(to time: Int64, stream index: Int) throws(FFmpegError) {
    try unsafe check("av_seek_frame", av_seek_frame(handle, Int32(index), time, AVSEEK_FLAG_BACKWARD))
  }
}
