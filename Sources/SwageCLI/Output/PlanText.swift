import Swage

/// What would be done, for people.
enum PlanText {
  /// The text of `--dry-run`; with `isVerbose` also the inner values.
  static func render(_ plan: CompressionPlan, isVerbose: Bool) -> String {
    var sheet = FactSheet()
    let place = plan.replacesSource ? "in its own place" : "→ \(FileNames.short(plan.destination))"
    sheet.heading("Would compress \(FileNames.short(plan.source)) \(place)")
    sheet.blank()
    sheet.add("Container", plan.container.rawValue)
    sheet.add("Attempt", plan.attempts.map(attempt))
    addPicture(plan.video, isVerbose: isVerbose, to: &sheet)
    addLength(plan.timeline, to: &sheet)
    for kind in [StreamKind.video, .audio, .subtitle, .data, .attachment] {
      sheet.add(Words.kind(kind), plan.streams.filter { $0.kind == kind }.map(stream))
    }
    sheet.add("Chapters", plan.chapters.isEmpty ? nil : "\(plan.chapters.count)")
    sheet.add("Metadata", plan.metadata == .keep ? "kept" : "stripped")
    sheet.add("Size limit", plan.sizeLimit.map { "fewer than \(Format.bytes($0)); " + otherwise(plan.whenNotSmaller) })
    sheet.add("Checks", plan.verification.rawValue)
    sheet.add("Warning", plan.warnings.map(Words.phrase))
    if !plan.decisions.isEmpty { sheet.heading("Decisions") }
    for decision in plan.decisions { sheet.add(decision.what, Words.because(decision.choice, decision.reason)) }
    return sheet.text
  }

  private static func attempt(_ attempt: PlannedAttempt) -> String {
    let what: String
    switch attempt.film {
    case .copyPackets: what = "copy the film's packets as they are"
    case .encode(let encoder):
      let device = encoder.device.map { " on \($0)" } ?? ""
      what = "\(Words.codec(encoder.codec.rawValue)) by \(encoder.encoder)\(device), \(rate(encoder.rate))"
    }
    return Words.because(attempt.condition == .ifNotSmaller ? "if not smaller: \(what)" : what, attempt.reason)
  }

  private static func rate(_ rate: PlannedRate) -> String {
    switch rate {
    case .quality(let quality, let ceiling):
      let limit = ceiling.map { ", at most \(Format.bitRate($0.bitsPerSecond))" } ?? ""
      return "quality \(Format.trimmed(quality))\(limit)"
    case .average(let rate): return "\(Format.bitRate(rate.bitsPerSecond)) on average"
    }
  }

  private static func addPicture(_ video: VideoPlan, isVerbose: Bool, to sheet: inout FactSheet) {
    let turn = Words.orientation(video.orientation).map { ", \($0)" } ?? ""
    let rate = Format.trimmed(video.frameRate.value)
    sheet.add(
      "Picture", "\(video.size) stored\(turn), \(rate) fps, \(Words.count(video.frameCount, "frame"))")
    sheet.add("Frames", frames(of: video))
    sheet.add("Steps", video.steps.map(step).joined(separator: ", then "))
    sheet.add("Drawn", drawn(video.drawing))
    guard isVerbose else { return }
    sheet.add("Pixels", "\(video.pixelFormat.name), pixel aspect \(video.pixelAspect)")
    sheet.add("Color", Words.color(video.color))
    sheet.add("Time base", "\(video.timeBase)")
    sheet.add("Keyframes", video.keyframeInterval.map { "at most \(Words.count($0, "frame")) apart" })
    sheet.add("Speed", video.speed.rawValue)
    sheet.add("Tuning", video.tuning == .standard ? nil : video.tuning.rawValue)
  }

  private static func step(_ step: TransformStep) -> String {
    switch step {
    case .deinterlace: "deinterlace"
    case .denoise(let strength):
      "filter noise (\(Format.trimmed(strength.spatial)) across, \(Format.trimmed(strength.temporal)) in time)"
    case .crop(let part, _): "crop to \(part.size)"
    case .convertColor(let conversion, let format):
      "convert \(Words.system(conversion.source)) to \(Words.system(conversion.target)) \(format.name)"
    case .levels(let points):
      "stretch brightness from \(Format.trimmed(points.black * 100)) % to \(Format.trimmed(points.white * 100)) %"
    case .pad(let size, _): "put into a black frame of \(size)"
    case .orient(let orientation): Words.orientation(orientation) ?? "leave upright"
    case .scale(let size, let format): "scale to \(size) \(format.name)"
    case .interpolate(let rate): "make frames between those of slow parts, \(Format.trimmed(rate.value)) a second"
    }
  }

  private static func drawn(_ drawing: DrawingPlan) -> [String] {
    var parts: [String] = []
    if let watermark = drawing.watermark {
      let opacity = watermark.opacity < 1 ? ", opacity \(Format.trimmed(watermark.opacity))" : ""
      parts.append(
        "\(FileNames.short(watermark.image)) as \(watermark.size) at \(watermark.x),\(watermark.y)\(opacity)")
    }
    if let subtitles = drawing.subtitles {
      let place = subtitles.isOwnFile ? FileNames.short(subtitles.path) : "stream #\(subtitles.streamIndex)"
      parts.append("subtitles of \(place), which are \(subtitles.isText ? "text" : "pictures")")
    }
    if drawing.callsArtist { parts.append("what the caller's code draws") }
    return parts
  }

  private static func addLength(_ timeline: TimelinePlan, to sheet: inout FactSheet) {
    var text = Format.duration(timeline.duration)
    if timeline.isTrimmed {
      let start = timeline.start.map { Format.duration($0 - timeline.origin) } ?? "the start"
      let end = timeline.end.map { Format.duration($0 - timeline.origin) } ?? "the end"
      text += " (from \(start) to \(end))"
    }
    sheet.add("Length", text)
    sheet.add("Speed", timeline.speed.map { speed($0, on: timeline) })
    if timeline.changesSpeed, timeline.pitch == .follow { sheet.add("Pitch", "follows the speed") }
  }

  private static func speed(_ segment: SpeedSegment, on timeline: TimelinePlan) -> String {
    let speed = "\(Format.trimmed(segment.speed.value))x"
    guard timeline.speed.count > 1 else { return speed }
    // Both count from the beginning of what is kept.
    let (start, end) = (segment.start - timeline.origin, segment.end - timeline.origin)
    return "\(speed) from \(Format.duration(start)) to \(Format.duration(end))"
  }

  private static func frames(of video: VideoPlan) -> String? {
    switch video.selection {
    case .all: nil
    case .constant: "exactly \(Format.trimmed(video.frameRate.value)) a second, repeated and dropped as needed"
    case .chosen: "chosen among the source's, at their times"
    }
  }

  private static func stream(_ stream: StreamPlan) -> String {
    Words.because("#\(stream.sourceIndex) \(words(for: stream.action))", stream.reason)
  }

  private static func words(for action: StreamPlan.Action) -> String {
    switch action {
    case .film: "is the film"
    case .copy: "copied"
    case .encodeAudio(let plan):
      "encoded: \(Words.codec(plan.codec.rawValue)) \(plan.channelLayout) "
        + "\(Format.trimmed(Double(plan.sampleRate) / 1000)) kHz, \(Format.bitRate(plan.bitRate.bitsPerSecond))"
    case .mix(let stream): "mixed into #\(stream)"
    case .convertSubtitles(let format): "converted to \(format.rawValue)"
    case .carryTrack: "carried over sample by sample"
    case .copyCoverArt: "copied as the cover"
    case .copyAttachment: "copied"
    case .absorb: "kept elsewhere in the file"
    case .drop: "left out"
    }
  }

  private static func otherwise(_ action: NotSmallerAction) -> String {
    switch action {
    case .keepSource: "else the source is kept"
    case .fail(let wishes):
      "else it fails, because the source doesn't meet: \(wishes.joined(separator: ", "))"
    }
  }
}
