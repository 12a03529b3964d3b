internal import FFmpeg
internal import Media

/// One attempt: read → decode → transform (→ draw) → encode → write, each on its own thread with bounded channels between.
struct Pipeline {
  let plan: CompressionPlan
  let film: PlannedAttempt.Film
  let decoding: DecodingPlace
  let analysis: StreamAnalysis
  let drawing: DrawingMaterial
  let descriptor: Int32
  let path: String
  let successor: PlannedEncoder?
  let spare: SpareEncoder
  /// Whether the processor's encoder is kept to one frame at a time, because it hung.
  let isCareful: Bool
  let control: JobControl
  let progress: ProgressMeter

  /// Runs the attempt into the open file.
  func run() throws -> PipelineResult {
    let demuxer: Demuxer
    do {
      demuxer = try Demuxer(path: plan.source, interruption: control.interruption, analysis: analysis)
    } catch {
      try control.check()
      throw CompressionError.reading(error, path: plan.source, stage: .read)
    }
    let writing = Channel<WriteItem>(capacity: 24)
    var assembly = PipelineAssembly(
      plan: plan, film: film, decoding: decoding, demuxer: demuxer, writing: writing, path: path, control: control,
      successor: successor, spare: spare, isCareful: isCareful)
    try assembly.prepare()
    let (muxer, timeBases) = try MuxerSetup(plan: plan, metadata: demuxer.metadata).open(
      assembly.layout, descriptor: descriptor, path: path)
    let writer = Writer(
      muxer: muxer, items: writing, layout: assembly.layout, timeBases: timeBases, path: path, control: control,
      progress: progress)
    let run = PipelineRun(
      plan: plan, assembly: assembly, drawing: drawing, writing: writing, demuxer: demuxer, control: control,
      progress: progress)
    return try run.run(writer: writer)
  }
}

/// What an attempt gave.
struct PipelineResult: Sendable {
  /// The streams of the output in their order.
  var streams: [WrittenStream] = []
  /// What decoding the film gave; `nil` when its packets were copied.
  var decoded: DecodeResult?
  /// Frames that were handed to the film's encoder.
  var handedToEncoder = 0
  /// What encoding the film gave; `nil` when its packets were copied.
  var encoded: EncodeResult?
  /// Why a video unit didn't decode the source, so that the processor did; `nil` when nothing of the kind happened.
  var deviceDecodingFailure: String?
  /// Why the encoder was started a second time; `nil` when it wasn't.
  var encoderHang: String?
  /// Packets of sound that didn't decode.
  var damagedAudio = 0
  /// What a person should know of what was drawn.
  var drawingWarnings: [String] = []
  /// Seconds from the first to the last packet.
  var seconds = 0.0

  /// Whether a part of the source couldn't be read.
  var isDamaged: Bool { (decoded?.damaged ?? 0) > 0 || damagedAudio > 0 }
}

/// Thrown when an attempt was ended because its result can't be smaller than the source.
struct NotSmaller: Error {
  /// The size in bytes that it would have had, or has.
  let bytes: Int64
}
