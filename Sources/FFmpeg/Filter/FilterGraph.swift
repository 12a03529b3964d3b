internal import CFFmpeg
package import Media

/// The kind of frames that enter a graph of filters.
package enum FilterInput: Sendable {
  /// Pictures.
  case video(size: PixelSize, pixelFormat: PixelFormat, pixelAspect: Rational, timeBase: Rational)
  /// Pictures in a video unit's memory, in the form that a first one has.
  case device(timeBase: Rational, like: Frame)
  /// Sound, in the form that a first decoded frame has.
  case audio(timeBase: Rational, like: Frame)
  /// Sound of planes of floating-point samples, whose time stamps count samples.
  case samples(rate: Int, channelLayout: String)

  var filter: String {
    switch self {
    case .video, .device: "buffer"
    case .audio, .samples: "abuffer"
    }
  }

  var arguments: String {
    switch self {
    case .video(let size, let format, let aspect, let timeBase):
      "video_size=\(size):pix_fmt=\(format.name):time_base=\(timeBase):pixel_aspect=\(aspect)"
    case .device: ""
    case .audio(let timeBase, let frame):
      unsafe "time_base=\(timeBase):sample_rate=\(frame.handle.pointee.sample_rate):sample_fmt=\(frame.sampleFormat)"
        + ":channel_layout=\(frame.channelLayout)"
    case .samples(let rate, let layout):
      "time_base=1/\(rate):sample_rate=\(rate):sample_fmt=fltp:channel_layout=\(layout)"
    }
  }
}

extension Frame {
  /// FFmpeg's name of the layout of samples of sound.
  package var sampleFormat: String {
    unsafe av_get_sample_fmt_name(AVSampleFormat(rawValue: handle.pointee.format)).map { unsafe String(cString: $0) }
      ?? ""
  }
  /// FFmpeg's name of the channel layout; the standard one where the stream only counts channels.
  package var channelLayout: String {
    if unsafe handle.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      var standard = unsafe AVChannelLayout()
      unsafe av_channel_layout_default(&standard, handle.pointee.ch_layout.nb_channels)
      defer { unsafe av_channel_layout_uninit(&standard) }
      return unsafe describe(&standard)
    }
    return unsafe describe(&handle.pointee.ch_layout)
  }
  /// Samples a second.
  package var sampleRate: Int { unsafe Int(handle.pointee.sample_rate) }
}

/// An owner of an `AVFilterGraph` with one output.
@safe package final class FilterGraph {
  private let handle: UnsafeMutablePointer<AVFilterGraph>
  // All belong to the graph.
  private let sources: [UnsafeMutablePointer<AVFilterContext>]
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// Seconds a tick of the frames that come out.
  package let timeBase: Rational

  /// Builds a graph with one input.
  ///
  /// C functions: `avfilter_graph_parse_ptr`, `avfilter_graph_config`.
  ///
  /// - Parameters:
  ///   - input: What will enter.
  ///   - description: The filters in FFmpeg's notation.
  ///   - conversion: Options of the scaler that is put between filters of pictures that take different layouts.
  ///   - frameSize: Samples that each frame of sound that comes out shall have; 0 for any number.
  ///   - threads: How many threads the filters may use; 0 for as many as there are cores.
  package convenience init(
    input: FilterInput, description: String, conversion: String? = nil, frameSize: Int = 0, threads: Int = 0
  ) throws(FFmpegError) {
    try self.init(
      labeled: [(label: "in", input: input)], description: description, conversion: conversion, frameSize: frameSize,
      threads: threads)
  }

  /// As ``init(input:description:conversion:frameSize:threads:)`` with several inputs, which the description calls `[in0]`,
  /// `[in1]` and so on.
  package convenience init(
    inputs: [FilterInput], description: String, frameSize: Int = 0, threads: Int = 0
  ) throws(FFmpegError) {
    try self.init(
      labeled: inputs.enumerated().map { (label: "in\($0.offset)", input: $0.element) }, description: description,
      frameSize: frameSize, threads: threads)
  }

  private init(
    labeled inputs: [(label: String, input: FilterInput)], description: String, conversion: String? = nil,
    frameSize: Int, threads: Int
  ) throws(FFmpegError) {
    LogCapture.install()
    var graph = try unsafe check("avfilter_graph_alloc", avfilter_graph_alloc()) as UnsafeMutablePointer<AVFilterGraph>?
    guard let made = unsafe graph else {
      throw FFmpegError(function: "avfilter_graph_alloc", code: FFmpegError.outOfMemory)
    }
    var entries: [UnsafeMutablePointer<AVFilterContext>] = unsafe []
    var last: UnsafeMutablePointer<AVFilterContext>?
    do throws(FFmpegError) {
      unsafe made.pointee.nb_threads = Int32(threads)
      // The graph frees it.
      if let conversion { unsafe made.pointee.scale_sws_opts = unsafe av_strdup(conversion) }
      for (label, input) in inputs { unsafe entries.append(try unsafe Self.source(label, of: input, in: made)) }
      let sinkName = (inputs.first?.input.filter ?? "buffer") + "sink"
      try check(
        "avfilter_graph_create_filter(\(sinkName))",
        unsafe avfilter_graph_create_filter(&last, avfilter_get_by_name(sinkName), "out", nil, nil, made))
      // What the graph's inputs give is open until the description's filters are linked to it, and the other way round.
      var open: UnsafeMutablePointer<AVFilterInOut>?
      var ends = unsafe avfilter_inout_alloc()
      defer {
        unsafe avfilter_inout_free(&open)
        unsafe avfilter_inout_free(&ends)
      }
      for (position, (label, _)) in inputs.enumerated().reversed() {
        let link = try unsafe check("avfilter_inout_alloc", avfilter_inout_alloc())
        unsafe link.pointee.name = unsafe av_strdup(label)
        unsafe link.pointee.filter_ctx = unsafe entries[position]
        unsafe link.pointee.next = unsafe open
        unsafe open = unsafe link
      }
      unsafe ends?.pointee.name = unsafe av_strdup("out")
      unsafe ends?.pointee.filter_ctx = unsafe last
      try unsafe check("avfilter_graph_parse_ptr", avfilter_graph_parse_ptr(made, description, &ends, &open, nil))
      try unsafe check("avfilter_graph_config", avfilter_graph_config(made, nil))
    } catch {
      unsafe avfilter_graph_free(&graph)
      throw error
    }
    guard let exit = unsafe last else {
      throw FFmpegError(function: "avfilter_graph_config", code: FFmpegError.outOfMemory)
    }
    if frameSize > 0 { unsafe av_buffersink_set_frame_size(exit, UInt32(frameSize)) }
    unsafe handle = unsafe made
    unsafe sources = unsafe entries
    unsafe sink = unsafe exit
    timeBase = unsafe Rational(av_buffersink_get_time_base(exit))
  }

  deinit {
    var handle: UnsafeMutablePointer<AVFilterGraph>? = unsafe handle
    unsafe avfilter_graph_free(&handle)
  }

  /// Makes the filter that frames enter by.
  private static func source(
    _ label: String, of input: FilterInput, in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext> {
    if case .device(let timeBase, let frame) = input {
      return unsafe try deviceSource(in: graph, timeBase: timeBase, like: frame)
    }
    var made: UnsafeMutablePointer<AVFilterContext>?
    let function = "avfilter_graph_create_filter(\(input.filter))"
    try check(
      function,
      unsafe avfilter_graph_create_filter(
        &made, avfilter_get_by_name(input.filter), label, input.arguments, nil, graph))
    return try unsafe check(function, made)
  }

  /// A source of frames in a video unit's memory, whose pool no text can name.
  /// C function: `av_buffersrc_parameters_set`.
  private static func deviceSource(
    in graph: UnsafeMutablePointer<AVFilterGraph>, timeBase: Rational, like frame: Frame
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext> {
    let source = try unsafe check(
      "avfilter_graph_alloc_filter(buffer)",
      avfilter_graph_alloc_filter(graph, avfilter_get_by_name("buffer"), "in"))
    let parameters = try unsafe check("av_buffersrc_parameters_alloc", av_buffersrc_parameters_alloc())
    defer { unsafe av_free(parameters) }
    unsafe parameters.pointee.format = frame.handle.pointee.format
    unsafe parameters.pointee.width = frame.handle.pointee.width
    unsafe parameters.pointee.height = frame.handle.pointee.height
    unsafe parameters.pointee.time_base = timeBase.c
    unsafe parameters.pointee.sample_aspect_ratio = frame.handle.pointee.sample_aspect_ratio
    // The function takes a reference of its own.
    unsafe parameters.pointee.hw_frames_ctx = frame.handle.pointee.hw_frames_ctx
    try unsafe check("av_buffersrc_parameters_set", av_buffersrc_parameters_set(source, parameters))
    try unsafe check("avfilter_init_str(buffer)", avfilter_init_str(source, nil))
    return unsafe source
  }

  /// Gives it a frame, which is empty afterwards. C function: `av_buffersrc_add_frame_flags`.
  package func send(_ frame: Frame, to input: Int = 0) throws(FFmpegError) {
    try unsafe check("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(sources[input], frame.handle, 0))
  }

  /// Says that no frame follows.
  package func finish(input: Int = 0) throws(FFmpegError) {
    try unsafe check("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(sources[input], nil, 0))
  }

  /// Asks for a frame. C function: `av_buffersink_get_frame`.
  package func receive() throws(FFmpegError) -> Received<Frame> {
    let frame = try Frame()
    switch unsafe av_buffersink_get_frame(sink, frame.handle) {
    case FFmpegError.tryAgain: return .needsInput
    case FFmpegError.endOfFile: return .finished
    case let code:
      try check("av_buffersink_get_frame", code)
      return .ready(frame)
    }
  }
}
