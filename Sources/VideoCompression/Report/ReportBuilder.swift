internal import Capabilities
internal import Media

/// Gathers what happens in a job.
struct ReportBuilder {
  private(set) var report = CompressionReport(outcome: .failed)
  private let began = ContinuousClock.now
  private var source: SourceDescription?
  private var plan: CompressionPlan?

  /// The source as it was found.
  mutating func describe(_ source: SourceDescription) {
    self.source = source
    report.source = FileSummary(source)
    report.warnings += source.damage.map {
      "the source is damaged: expected \($0.expected), found \($0.found)"
    }
  }

  /// What was decided.
  mutating func decide(_ plan: CompressionPlan) {
    self.plan = plan
    report.decisions = plan.decisions
    report.attempts = plan.refusals.map {
      CompressionReport.Attempt(
        backend: $0.backend, encoder: $0.encoder, device: $0.device, result: .refused, reason: $0.reason)
    }
    report.warnings += plan.warnings
    report.streams = plan.streams.map { stream in
      let described = source?.streams.first { $0.index == stream.sourceIndex }
      return CompressionReport.StreamOutcome(
        index: stream.sourceIndex, kind: stream.kind, codec: described.map(Self.codecName) ?? "unknown",
        language: described?.language,
        action: stream.action.outcome, mixedInto: stream.action.mixTarget, reason: stream.reason)
    }
  }

  /// How a try ended.
  mutating func tried(_ attempt: PlannedAttempt, _ result: CompressionReport.Attempt.Result, reason: String) {
    var encoder: PlannedEncoder?
    if case .encode(let planned) = attempt.film { encoder = planned }
    report.attempts.append(
      CompressionReport.Attempt(
        backend: encoder?.backend, encoder: encoder?.encoder, device: encoder?.device, result: result, reason: reason))
  }

  /// Something a person should know.
  mutating func warn(_ text: String) { report.warnings.append(text) }

  /// The end with a result.
  mutating func finish(
    _ outcome: CompressionReport.Outcome, output: SourceDescription, at path: String, attempt: PlannedAttempt?,
    result: PipelineResult?, verification: Verification?, abandonedThreads: Int
  ) -> CompressionReport {
    report.outcome = outcome
    note(abandonedThreads)
    report.output = FileSummary(output, path: path)
    report.verification = verification
    if case .encode(let encoder)? = attempt?.film {
      report.backend = encoder.backend
      report.encoder = encoder.encoder
      report.device = encoder.device
    } else if let film = plan?.video.streamIndex {
      report.streams = report.streams.map { stream in
        guard stream.index == film else { return stream }
        return CompressionReport.StreamOutcome(
          index: stream.index, kind: stream.kind, codec: stream.codec, language: stream.language, action: .copied,
          reason: "the source is kept, because nothing smaller came out")
      }
    }
    report.analytics = analytics(output, result: result)
    if let before = source?.film?.video, let after = output.film?.video {
      report.hdr = HDROutcome(source: before, output: after, plan: report.encoder == nil ? nil : plan?.video)
    }
    return report
  }

  /// The end without a result.
  mutating func fail(_ error: CompressionError, abandonedThreads: Int) -> CompressionError {
    report.outcome = .failed
    note(abandonedThreads)
    report.error = CompressionReport.Failure(code: error.code, message: error.description, stage: error.stage)
    return error.attaching(report)
  }

  private mutating func note(_ abandonedThreads: Int) {
    report.abandonedThreads = abandonedThreads
    guard abandonedThreads > 0 else { return }
    warn("\(abandonedThreads == 1 ? "a thread hangs" : "\(abandonedThreads) threads hang") until the process ends")
  }

  private func analytics(_ output: SourceDescription, result: PipelineResult?) -> Analytics? {
    guard let source else { return nil }
    let frames = result?.encoded?.frames ?? 0
    return Analytics(
      originalFileSize: source.byteCount, compressedFileSize: output.byteCount,
      processingTime: (ContinuousClock.now - began).seconds,
      originalDimensions: source.film?.video?.displaySize ?? PixelSize(width: 0, height: 0),
      compressedDimensions: output.film?.video?.displaySize ?? PixelSize(width: 0, height: 0),
      originalVideoBitrate: source.film?.bitRate, compressedVideoBitrate: output.film?.bitRate,
      originalAudioBitrate: Self.firstSound(source)?.bitRate, compressedAudioBitrate: Self.firstSound(output)?.bitRate,
      framesDecoded: result?.decoded?.frames ?? 0, framesEncoded: frames,
      framesPerSecond: (result?.seconds ?? 0) > 0 ? Double(frames) / (result?.seconds ?? 1) : 0,
      peakMemory: Self.peakMemory())
  }

  private static func firstSound(_ file: SourceDescription) -> StreamDescription? {
    file.streams.first { $0.role == .sound }
  }

  static func codecName(_ stream: StreamDescription) -> String {
    stream.codec == "none" || stream.codec == "bin_data" ? stream.codecTag ?? stream.codec : stream.codec
  }

  /// The largest resident memory of this process, in bytes, by `/proc/self/status`. What `getrusage(2)` counts begins with
  /// what the process had that started this one.
  private static func peakMemory() -> Int64 {
    let line = SmallFile.text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split { !$0.isNumber }.first.flatMap { Int64($0) }
    return (kibibytes ?? 0) * 1024
  }
}

extension StreamPlan.Action {
  /// The stream into whose track sound is mixed; `nil` for everything else.
  fileprivate var mixTarget: Int? { if case .mix(let target) = self { target } else { nil } }

  var outcome: CompressionReport.StreamOutcome.Action {
    switch self {
    case .film, .encodeAudio, .mix: .encoded
    case .copy, .carryTrack, .copyCoverArt, .copyAttachment: .copied
    case .convertSubtitles, .absorb: .converted
    case .drop: .dropped
    }
  }
}

extension FileSummary {
  init(_ file: SourceDescription, path: String? = nil) {
    self.init(
      path: path ?? file.path, bytes: file.byteCount, duration: file.duration,
      video: file.film.flatMap { film in film.video.map { Video(film, $0) } },
      audio: file.streams.filter { $0.role == .sound }.map { stream in
        Audio(
          codec: ReportBuilder.codecName(stream), profile: stream.profile, channels: stream.audio?.channels ?? 0,
          channelLayout: stream.audio?.channelLayout ?? "unknown", sampleRate: stream.audio?.sampleRate ?? 0,
          language: stream.language, duration: stream.duration, bitRate: stream.bitRate)
      })
  }
}

extension FileSummary.Video {
  init(_ stream: StreamDescription, _ video: VideoDescription) {
    self.init(
      codec: stream.codec, width: video.size.width, height: video.size.height, displayWidth: video.displaySize.width,
      displayHeight: video.displaySize.height, rotation: video.orientation.clockwiseDegrees,
      mirrored: video.orientation.isMirrored, frames: video.frameCount, frameRate: video.frameRate,
      variableFrameRate: video.isVariableFrameRate, pixelFormat: video.pixelFormat?.name, color: video.color,
      hdr: video.hdr.kind, bitRate: stream.bitRate)
  }
}
