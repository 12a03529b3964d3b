internal import FFmpeg
internal import Media

/// The threads of an attempt, from the start of the first to the end of the last.
final class PipelineRun: Sendable {
  private let plan: CompressionPlan
  private let writing: Channel<WriteItem>
  private let control: JobControl
  private let progress: ProgressMeter
  private let failure: FailureBox
  private let stages: Lock<[Stage]> = Lock([])
  private let result = Lock(PipelineResult())
  private let stop: @Sendable () -> Void
  private let encoder: String
  /// What a stage that hangs fails with.
  private let stalled: @Sendable (Watchdog.Stall) -> any Error

  /// The work of a thread.
  private struct Stage {
    let body: @Sendable () -> Void
    /// What watches it, where it calls into a driver.
    var watchdog: Watchdog?
  }

  init(
    plan: CompressionPlan, assembly: PipelineAssembly, drawing: DrawingMaterial, writing: Channel<WriteItem>,
    demuxer: Demuxer, control: JobControl, progress: ProgressMeter
  ) {
    self.plan = plan
    self.writing = writing
    self.control = control
    self.progress = progress
    let decoded = Channel<Frame>(capacity: 3)
    let transformed = Channel<Frame>(capacity: 2)
    let drawn = Channel<Frame>(capacity: 2)
    let channels: [any CancellableChannel] =
      [writing, decoded, transformed, drawn] + assembly.audioStages.map(\.packets)
      + (assembly.filmStage.map { [$0.packets] + ($0.supervision.map { [$0.packets] } ?? []) } ?? [])
    let encoder = assembly.filmStage?.planned.inWords ?? "the encoder"
    self.encoder = encoder
    let isUnit = assembly.filmStage?.supervision != nil
    stalled = { stall in
      if isUnit { return CompressionError.stalled(stall, of: encoder) }
      return EncoderHang(stall: stall, encoder: encoder)
    }
    let stop: @Sendable () -> Void = { for channel in channels { channel.cancel() } }
    self.stop = stop
    failure = FailureBox(stop: stop)
    if let film = assembly.filmStage {
      let formats = demuxer.formatName.split(separator: ",")
      addFilm(
        film, decoded: decoded, transformed: transformed, drawn: drawn, drawing: drawing,
        mayBeginAnywhere: formats.contains { $0 == "mpegts" || $0 == "mpeg" })
    }
    for audio in assembly.audioStages { add(audio) }
    let reader = Handover(
      Reader(demuxer: demuxer, routes: assembly.routes, writer: writing, control: control, plan: plan))
    add { try reader.value.run() }
  }

  /// Runs all stages and the writer, which has this thread; returns when every thread has ended.
  func run(writer: Writer) throws -> PipelineResult {
    let began = ContinuousClock.now
    let registration = control.onCancel(stop)
    defer { control.remove(registration) }
    // Emptied, because the stages refer to this object.
    let running = start(
      stages.withLock { stages in
        defer { stages = [] }
        return stages
      })
    let written = failure.catching { try writer.run() }
    stop()
    for (thread, watch) in running {
      if watch?.hasStalled() == true { thread.detach() } else { thread.join() }
    }
    if control.isCancelled { throw CancellationError() }
    if let error = failure.error { throw error }
    return result.withLock { result in
      result.streams = written ?? []
      result.seconds = (ContinuousClock.now - began).seconds
      return result
    }
  }

  /// Starts the threads, and one more to watch each that calls into a driver.
  private func start(_ stages: [Stage]) -> [(StageThread, StallWatch?)] {
    let sendersLeft = SenderCount(stages.count, writing)
    return stages.map { stage in
      let watch = stage.watchdog.map { dog in
        StallWatch(dog) { [failure, control, stalled] stall in
          control.abandonThread()
          _ = failure.catching { throw stalled(stall) }
          // The writer waits for a sender that won't come back.
          sendersLeft.oneEnded()
        }
      }
      let thread = StageThread {
        stage.body()
        sendersLeft.oneEnded()
        stage.watchdog?.end()
      }
      return (thread, watch)
    }
  }

  private func add(watchedBy watchdog: Watchdog? = nil, _ stage: @escaping @Sendable () throws -> Void) {
    let failure = failure
    stages.withLock { $0.append(Stage(body: { _ = failure.catching(stage) }, watchdog: watchdog)) }
  }

  private func addFilm(
    _ film: PipelineAssembly.FilmParts, decoded: Channel<Frame>, transformed: Channel<Frame>, drawn: Channel<Frame>,
    drawing: DrawingMaterial, mayBeginAnywhere: Bool
  ) {
    let threads = ThreadBudget(sourceRate: film.stream.parameters.bitRate)
    let unit = film.decodingUnit
    let decoding = FilmDecoder(
      stream: film.stream, plan: plan, packets: film.packets, frames: decoded, control: control,
      threads: threads.decoder, mayBeginAnywhere: mayBeginAnywhere, unit: unit)
    let transforming = TransformStage(
      plan: plan.video, layout: film.planned.layout, input: decoded, output: transformed, control: control,
      threads: threads.filters,
      isOnDevice: unit != nil, timeline: plan.timeline)
    let encoding = Handover(
      FilmEncoder(
        plan: plan.video, codec: film.planned.codec, unit: film.unit,
        frames: plan.video.drawing.isNothing ? transformed : drawn, writer: writing,
        output: film.output,
        name: encoder, supervision: film.supervision, watchdog: film.watchdog, control: control, progress: progress))
    add(watchedBy: unit?.watchdog) { [self] in
      let value = try decoding.run()
      result.withLock { $0.decoded = value }
    }
    add { [self] in
      let count = try transforming.run()
      result.withLock { $0.handedToEncoder = count }
    }
    if !plan.video.drawing.isNothing {
      let stage = DrawStage(
        plan: plan, layout: film.planned.layout, film: film.stream.parameters.size, material: drawing,
        input: transformed, output: drawn, control: control)
      add { [self] in
        let warnings = try stage.run()
        result.withLock { $0.drawingWarnings = warnings }
      }
    }
    add(watchedBy: film.watchdog) { [self] in
      let value = try encoding.value.run()
      result.withLock { $0.encoded = value }
    }
    guard let supervision = film.supervision else { return }
    let witness = PacketWitness(
      parameters: film.unit.parameters, timeBase: film.unit.timeBase, packets: supervision.packets,
      book: supervision.pictures,
      ceiling: film.planned.rate.ceiling,
      threads: threads.decoder, encoder: encoder, control: control)
    add { try witness.run() }
  }

  private func add(_ audio: PipelineAssembly.AudioParts) {
    let stage = Handover(
      AudioTranscoder(
        streams: audio.streams, plan: audio.plan, timeline: plan.timeline, damagePolicy: plan.damagePolicy,
        packets: audio.packets, encoder: audio.encoder, writer: writing, output: audio.output, control: control))
    add { [self] in
      let damaged = try stage.value.run()
      result.withLock { $0.damagedAudio += damaged }
    }
  }
}

/// A thread that waits for the end of another, or for its hanging.
private final class StallWatch: Sendable {
  private let outcome = Lock(false)
  private let thread: StageThread

  init(_ watchdog: Watchdog, onStall: @escaping @Sendable (Watchdog.Stall) -> Void) {
    let outcome = outcome
    thread = StageThread {
      guard let stall = watchdog.wait() else { return }
      outcome.withLock { $0 = true }
      onStall(stall)
    }
  }

  /// Waits until the other has ended or hangs; whether it hangs. Once only.
  func hasStalled() -> Bool {
    thread.join()
    return outcome.withLock { $0 }
  }
}

/// Ends the writer's queue when the last of its senders has ended.
private final class SenderCount: Sendable {
  private let count: Lock<Int>
  private let channel: Channel<WriteItem>

  init(_ count: Int, _ channel: Channel<WriteItem>) {
    self.count = Lock(count)
    self.channel = channel
  }

  func oneEnded() {
    let left = count.withLock { count in
      count -= 1
      return count
    }
    if left == 0 { channel.finish() }
  }
}
