internal import FFmpeg
internal import Media

/// The threads of an attempt, from the start of the first to the end of the last.
final class PipelineRun: Sendable {
  private let plan: CompressionPlan
  private let writing: Channel<WriteItem>
  private let control: JobControl
  private let progress: ProgressMeter
  private let failure: FailureBox
  private let stages: Lock<[@Sendable () -> Void]> = Lock([])
  private let result = Lock(PipelineResult())
  private let stop: @Sendable () -> Void

  init(
    plan: CompressionPlan, assembly: PipelineAssembly, writing: Channel<WriteItem>, demuxer: Demuxer,
    control: JobControl, progress: ProgressMeter
  ) {
    self.plan = plan
    self.writing = writing
    self.control = control
    self.progress = progress
    let decoded = Channel<Frame>(capacity: 3)
    let transformed = Channel<Frame>(capacity: 2)
    let channels: [any CancellableChannel] =
      [writing, decoded, transformed] + assembly.audioStages.map(\.packets)
      + (assembly.filmStage.map { [$0.packets] } ?? [])
    let stop: @Sendable () -> Void = { for channel in channels { channel.cancel() } }
    self.stop = stop
    failure = FailureBox(stop: stop)
    if let film = assembly.filmStage {
      let formats = demuxer.formatName.split(separator: ",")
      addFilm(
        film, decoded: decoded, transformed: transformed,
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
    let bodies = stages.withLock { stages in
      defer { stages = [] }
      return stages
    }
    let sendersLeft = SenderCount(bodies.count, writing)
    let threads = bodies.map { body in
      StageThread {
        body()
        sendersLeft.oneEnded()
      }
    }
    let written = failure.catching { try writer.run() }
    stop()
    for thread in threads { thread.join() }
    if control.isCancelled { throw CancellationError() }
    if let error = failure.error { throw error }
    return result.withLock { result in
      result.streams = written ?? []
      result.seconds = (ContinuousClock.now - began).seconds
      return result
    }
  }

  private func add(_ stage: @escaping @Sendable () throws -> Void) {
    let failure = failure
    stages.withLock { $0.append { _ = failure.catching(stage) } }
  }

  private func addFilm(
    _ film: PipelineAssembly.FilmParts, decoded: Channel<Frame>, transformed: Channel<Frame>, mayBeginAnywhere: Bool
  ) {
    let threads = ThreadBudget()
    let decoding = FilmDecoder(
      stream: film.stream, plan: plan, packets: film.packets, frames: decoded, control: control,
      threads: threads.decoder, mayBeginAnywhere: mayBeginAnywhere)
    let transforming = TransformStage(
      plan: plan.video, input: decoded, output: transformed, control: control, threads: threads.filters)
    let encoding = Handover(
      FilmEncoder(
        plan: plan.video, encoder: film.encoder, frames: transformed, writer: writing, output: film.output,
        control: control, progress: progress))
    add { [self] in
      let value = try decoding.run()
      result.withLock { $0.decoded = value }
    }
    add { try transforming.run() }
    add { [self] in
      let value = try encoding.value.run()
      result.withLock { $0.encoded = value }
    }
  }

  private func add(_ audio: PipelineAssembly.AudioParts) {
    let stage = Handover(
      AudioTranscoder(
        stream: audio.stream, plan: audio.plan, timeline: plan.timeline, damagePolicy: plan.damagePolicy,
        packets: audio.packets, encoder: audio.encoder, writer: writing, output: audio.output, control: control))
    add { [self] in
      let damaged = try stage.value.run()
      result.withLock { $0.damagedAudio += damaged }
    }
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
