import Swage

/// The JSON form of a plan: its values, with a word and plain fields where a plan has a case with payloads.
struct PlanDocument: Encodable {
  struct Attempt: Encodable {
    let condition: PlannedAttempt.Condition
    let film: String
    let backend: Backend?
    let encoder: String?
    let device: String?
    let decoding: DecodingPlace?
    let codec: VideoCodec?
    let quality: Double?
    let bitRate: BitRate?
    let ceiling: BitRate?
    let reason: String
  }

  struct Video: Encodable {
    let streamIndex: Int
    let steps: [Step]
    let width: Int
    let height: Int
    let pixelAspect: Rational
    let orientation: Orientation
    let pixelFormat: String
    let bitDepth: Int
    let color: ColorDescription
    let hdr: HDRPlan
    let frameRate: Double
    let timeBase: Rational
    let keyframeInterval: Int?
    let speed: SpeedPreset
    let profile: CodecProfile?
    let level: String?
    let encoderOptions: [String: String]
    let tuning: EncoderTuning
    let frames: Int
    let constantFrameRate: Bool
    let selection: String
    let drawing: Drawing
  }

  struct Drawing: Encodable {
    let draws: Bool
    let watermark: WatermarkPlan?
    let subtitles: BurnedSubtitlesPlan?
    let callsArtist: Bool
  }

  struct Step: Encodable {
    let step: String
    var orientation: Orientation?
    var width: Int?
    var height: Int?
    var pixelFormat: String?
    var part: PixelRectangle?
    var strength: DenoiseStrength?
    var points: LevelPoints?
    var colorConversion: ColorConversion?
    var frameRate: Double?
  }

  struct Stream: Encodable {
    let index: Int
    let kind: StreamKind
    let action: String
    let audio: AudioPlan?
    let subtitles: SubtitleFormat?
    let mixedInto: Int?
    let reason: String
  }

  struct NotSmaller: Encodable {
    let action: String
    let unmetWishes: [String]
  }

  let source: String
  let destination: String
  let replacesSource: Bool
  let container: Container
  let attempts: [Attempt]
  let video: Video
  let streams: [Stream]
  let timeline: TimelinePlan
  let chapters: [Chapter]
  let metadata: MetadataPolicy
  let metadataEntries: [MetadataEntry]
  let sizeLimit: Int64?
  let whenNotSmaller: NotSmaller
  let damagePolicy: DamagePolicy
  let verification: VerificationLevel
  let refusals: [EncoderRefusal]
  let decisions: [Decision]
  let warnings: [String]
}

extension PlanDocument {
  /// Puts a plan into its JSON form.
  init(_ plan: CompressionPlan) {
    self.init(
      source: plan.source, destination: plan.destination, replacesSource: plan.replacesSource,
      container: plan.container, attempts: plan.attempts.map(Attempt.init), video: Video(plan.video),
      streams: plan.streams.map(Stream.init), timeline: plan.timeline, chapters: plan.chapters,
      metadata: plan.metadata, metadataEntries: plan.metadataEntries, sizeLimit: plan.sizeLimit,
      whenNotSmaller: NotSmaller(plan.whenNotSmaller),
      damagePolicy: plan.damagePolicy, verification: plan.verification, refusals: plan.refusals,
      decisions: plan.decisions,
      warnings: plan.warnings)
  }
}

extension PlanDocument.Attempt {
  fileprivate init(_ attempt: PlannedAttempt) {
    var encoder: PlannedEncoder?
    if case .encode(let planned) = attempt.film { encoder = planned }
    var (quality, bitRate, ceiling): (Double?, BitRate?, BitRate?) = (nil, nil, nil)
    switch encoder?.rate {
    case .quality(let value, let limit): (quality, ceiling) = (value, limit)
    case .average(let rate): bitRate = rate
    case nil: break
    }
    self.init(
      condition: attempt.condition, film: encoder == nil ? "copyPackets" : "encode", backend: encoder?.backend,
      encoder: encoder?.encoder, device: encoder?.device, decoding: encoder?.decoding, codec: encoder?.codec,
      quality: quality,
      bitRate: bitRate, ceiling: ceiling, reason: attempt.reason)
  }
}

extension PlanDocument.Video {
  fileprivate init(_ video: VideoPlan) {
    self.init(
      streamIndex: video.streamIndex, steps: video.steps.map(PlanDocument.Step.init), width: video.size.width,
      height: video.size.height, pixelAspect: video.pixelAspect, orientation: video.orientation,
      pixelFormat: video.pixelFormat.name, bitDepth: video.pixelFormat.bitDepth, color: video.color,
      hdr: video.hdr, frameRate: video.frameRate.value, timeBase: video.timeBase,
      keyframeInterval: video.keyframeInterval,
      speed: video.speed, profile: video.profile, level: video.level.map { "\($0)" },
      encoderOptions: video.encoderOptions, tuning: video.tuning, frames: video.frameCount,
      constantFrameRate: video.isConstantFrameRate, selection: Self.name(of: video.selection),
      drawing: PlanDocument.Drawing(
        draws: !video.drawing.isNothing, watermark: video.drawing.watermark, subtitles: video.drawing.subtitles,
        callsArtist: video.drawing.callsArtist))
  }

  private static func name(of selection: FrameSelection) -> String {
    switch selection {
    case .all: "all"
    case .constant: "constant"
    case .chosen: "chosen"
    }
  }
}

extension PlanDocument.Step {
  fileprivate init(_ step: TransformStep) {
    switch step {
    case .deinterlace: self.init(step: "deinterlace")
    case .denoise(let strength): self.init(step: "denoise", strength: strength)
    case .crop(let part, _): self.init(step: "crop", width: part.size.width, height: part.size.height, part: part)
    case .scale(let size, let format):
      self.init(step: "scale", width: size.width, height: size.height, pixelFormat: format.name)
    case .interpolate(let rate): self.init(step: "interpolate", frameRate: rate.value)
    case .convertColor(let conversion, let format):
      self.init(step: "convertColor", pixelFormat: format.name, colorConversion: conversion)
    case .levels(let points): self.init(step: "levels", points: points)
    case .pad(let size, let place): self.init(step: "pad", width: size.width, height: size.height, part: place)
    case .orient(let orientation): self.init(step: "orient", orientation: orientation)
    }
  }
}

extension PlanDocument.Stream {
  fileprivate init(_ stream: StreamPlan) {
    var (audio, subtitles, mixedInto): (AudioPlan?, SubtitleFormat?, Int?) = (nil, nil, nil)
    switch stream.action {
    case .encodeAudio(let plan): audio = plan
    case .convertSubtitles(let format): subtitles = format
    case .mix(let stream): mixedInto = stream
    case .film, .copy, .carryTrack, .copyCoverArt, .copyAttachment, .absorb, .drop: break
    }
    self.init(
      index: stream.sourceIndex, kind: stream.kind, action: Self.name(of: stream.action), audio: audio,
      subtitles: subtitles, mixedInto: mixedInto, reason: stream.reason)
  }

  private static func name(of action: StreamPlan.Action) -> String {
    switch action {
    case .film: "film"
    case .copy: "copy"
    case .encodeAudio: "encodeAudio"
    case .mix: "mix"
    case .convertSubtitles: "convertSubtitles"
    case .carryTrack: "carryTrack"
    case .copyCoverArt: "copyCoverArt"
    case .copyAttachment: "copyAttachment"
    case .absorb: "absorb"
    case .drop: "drop"
    }
  }
}

extension PlanDocument.NotSmaller {
  fileprivate init(_ action: NotSmallerAction) {
    switch action {
    case .keepSource: self.init(action: "keepSource", unmetWishes: [])
    case .fail(let wishes): self.init(action: "fail", unmetWishes: wishes)
    }
  }
}
