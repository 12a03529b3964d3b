internal import FFmpeg
internal import HDR
internal import Media

/// Holds a finished temporary file against the plan and against what the pipeline says it wrote.
struct Verifier {
  let plan: CompressionPlan
  let attempt: PlannedAttempt
  let result: PipelineResult
  let source: SourceDescription
  let control: JobControl

  /// Reopens the file and checks it.
  ///
  /// - Parameter path: The temporary file.
  /// - Returns: The checks, and what the file turned out to be.
  func verify(_ path: String) throws -> (Verification, SourceDescription) {
    let found: SourceDescription
    let carried: MetadataSequence?
    do {
      let look = try Probe.look(at: path, control: control, isOurs: tellsAll)
      (found, carried) = (look.source, look.frameMetadata)
    } catch let error as CompressionError {
      throw CompressionError(
        code: .verificationFailed, message: "the result can't be read back", stage: .verify, cause: "\(error)")
    }
    var checks = CheckList()
    checkContainer(found, &checks)
    checkFilm(found, &checks)
    if attempt.isEncoding, let video = found.film?.video {
      HDRCheck(plan: plan.video.hdr, written: result.encoded?.binding?.written, found: carried).check(video, &checks)
    }
    checkStreams(found, &checks)
    checkMetadata(found, &checks)
    try SoundCheck(path: path, control: control).check(encodedSounds(in: found), &checks)
    try checkDecoding(path, found, &checks)
    return (Verification(level: plan.verification, checks: checks.checks), found)
  }

  /// Whether the container's index tells all that a look needs. Of MPEG audio it always says that it is stereo.
  private var tellsAll: Bool {
    plan.container.isISOBaseMedia && !result.streams.contains { ["mp2", "mp3"].contains(plannedCodec($0)) }
  }

  private func checkContainer(_ found: SourceDescription, _ checks: inout CheckList) {
    let kind: Container? = found.container.isMatroska ? .mkv : found.container.majorBrand == "qt  " ? .mov : .mp4
    checks.equal("container", expected: plan.container.rawValue, found: kind?.rawValue ?? found.container.formatName)
    if plan.container.isISOBaseMedia {
      checks.equal("index before media", expected: "yes", found: found.container.indexFirst == true ? "yes" : "no")
    }
    checks.equal(
      "damage", expected: "none", found: found.damage.first.map { "\($0.found) of \($0.expected)" } ?? "none")
    checks.near("duration", expected: plan.timeline.duration, found: Self.end(of: found), tolerance: durationTolerance)
    checks.equal("chapters", expected: "\(plan.chapters.count)", found: "\(found.chapters.count)")
  }

  /// A tenth of a second, or a step between frames where these are longer: the last frame's length is a guess in some
  /// sources. What couldn't be read of a salvaged source is missing.
  private var durationTolerance: Double {
    if plan.damagePolicy == .salvage, result.isDamaged || !source.damage.isEmpty { return .infinity }
    return max(
      0.1, 1.5 / max(plan.video.frameRate.value, 0.1), source.film?.video?.longestStep ?? 0, plan.video.longestStep ?? 0
    )
  }

  /// The end of film and sound; subtitles may go on for longer.
  private static func end(of file: SourceDescription) -> Double {
    file.streams.filter { $0.role == .film || $0.role == .sound }
      .compactMap { stream in stream.startTime.flatMap { start in stream.duration.map { start + $0 } } }.max() ?? 0
  }

  private func checkFilm(_ found: SourceDescription, _ checks: inout CheckList) {
    guard let film = found.film, let video = film.video else {
      return checks.equal("film", expected: "one", found: "none")
    }
    let plannedSize = attempt.isEncoding ? plan.video.size : source.film?.video?.size ?? plan.video.size
    checks.equal("stored size", expected: "\(plannedSize)", found: "\(video.size)")
    let orientation = attempt.isEncoding ? plan.video.orientation : source.film?.video?.orientation ?? .up
    checks.equal("rotation", expected: Self.words(orientation), found: Self.words(video.orientation))
    guard case .encode(let encoder) = attempt.film else { return }
    checks.equal("codec", expected: encoder.codec.rawValue, found: film.codec)
    if encoder.codec == .hevc, plan.container.isISOBaseMedia {
      checks.equal("codec tag", expected: "hvc1", found: film.codecTag ?? "none")
    }
    if let profile = plan.video.profile {
      checks.equal(
        "profile", expected: profile.inWords,
        found: profile.covers(film.profile) ? profile.inWords : film.profile ?? "none")
    }
    if let level = plan.video.level {
      let isKept = video.level.map { $0 <= level } ?? false
      checks.equal(
        "level", expected: "\(level)", found: isKept ? "\(level)" : video.level.map { "\($0)" } ?? "none")
    }
    let shape = VideoFacts.displaySize(
      plan.video.size, aspect: plan.video.pixelAspect, orientation: plan.video.orientation)
    checks.equal("displayed size", expected: "\(shape)", found: "\(video.displaySize)")
    checks.equal(
      "bit depth", expected: "\(plan.video.pixelFormat.bitDepth)", found: "\(video.pixelFormat?.bitDepth ?? 0)")
    checks.equal("color", expected: Self.words(plan.video.color), found: Self.words(video.color))
    checks.equal(
      "chroma location", expected: Self.words(plan.video.color.chromaLocation),
      found: Self.words(video.color.chromaLocation))
    let encoded = result.encoded?.frames ?? 0
    let handedOn = plan.video.makesFrames ? result.handedToEncoder : result.decoded?.handedOn ?? 0
    checks.equal("frames handed on and encoded", expected: "\(handedOn)", found: "\(encoded)")
    checkSelection(encoded, &checks)
    checks.equal("frames", expected: "\(encoded)", found: "\(video.frameCount)")
    if let start = result.encoded?.firstTime, let foundStart = film.startTime {
      checks.near(
        "film start", expected: Timestamp.seconds(start, in: plan.video.timeBase), found: foundStart, tolerance: 0.02)
    }
  }

  /// Whether as many frames were encoded as the plan's choice of them says.
  private func checkSelection(_ encoded: Int, _ checks: inout CheckList) {
    guard !result.isDamaged, source.damage.isEmpty else { return }
    switch plan.video.selection {
    case .all: break
    case .constant:
      guard let first = result.encoded?.firstTime, let end = result.encoded?.endTime else { return }
      checks.equal("a frame for each tick", expected: "\(end - first)", found: "\(encoded)")
    case .chosen(let times):
      // Of packets that a decoder joins to one frame, or that give none, two can't both be kept.
      checks.within("chosen frames", expected: times.count, found: encoded, tolerance: 1 + times.count / 50)
    }
  }

  private func checkStreams(_ found: SourceDescription, _ checks: inout CheckList) {
    let timed = result.streams.filter { !$0.isStill }
    let present = found.streams.filter { $0.role != .coverArt && $0.role != .attachment && $0.role != .chapterNames }
    let carried = plan.streams.filter { $0.action == .carryTrack }.count
    checks.equal("streams", expected: "\(timed.count + carried)", found: "\(present.count)")
    // The container keeps the order, with the tracks that are carried over behind.
    for (index, pair) in zip(timed, present).enumerated() {
      let (written, stream) = pair
      let name = "stream \(index) (\(written.kind.rawValue))"
      checks.equal("\(name) kind", expected: written.kind.rawValue, found: stream.kind.rawValue)
      if let codec = plannedCodec(written) {
        // MP4 has one code for all layers of MPEG audio, which reads back as the third.
        let same = codec == stream.codec || codec == "mp2" && stream.codec == "mp3"
        checks.equal("\(name) codec", expected: codec, found: same ? codec : stream.codec)
      }
      // Text in MP4 gets packets for the gaps between subtitles, which show nothing.
      if written.kind != .subtitle {
        if stream.codec.hasPrefix("pcm_") {
          // Uncompressed sound has no packets of its own; readers cut it as they like.
          checks.equal("\(name) bytes", expected: "\(written.bytes)", found: "\(stream.byteCount)")
        } else {
          let count = stream.packetCount + stream.hiddenPacketCount
          // An edit list counts in milliseconds: a last packet of less may lie behind its end.
          let isCut = plan.container.isISOBaseMedia && written.lastDuration < 0.001 && count == written.packets - 1
          checks.equal("\(name) packets", expected: "\(written.packets)", found: "\(isCut ? count + 1 : count)")
        }
        if let end = written.end, let start = stream.startTime, let duration = stream.duration {
          // Matroska has no place for the length of a film's last frame.
          let isLoose = plan.container == .mkv && written.kind == .video
          checks.near(
            "\(name) end", expected: end, found: start + duration, tolerance: isLoose ? durationTolerance : 0.1)
        }
      }
      let language = source.streams.first { $0.index == written.sourceIndex }?.language
      if let language, language.utf8.count == 3 {
        checks.equal("\(name) language", expected: language, found: stream.language ?? "none")
      }
    }
  }

  /// The plans of encoded sound by the index among the file's streams.
  private func encodedSounds(in found: SourceDescription) -> [Int: AudioPlan] {
    let present = found.streams.filter { $0.role != .coverArt && $0.role != .attachment && $0.role != .chapterNames }
    var plans: [Int: AudioPlan] = [:]
    for (written, stream) in zip(result.streams.filter { !$0.isStill }, present) {
      guard let planned = plan.streams.first(where: { $0.sourceIndex == written.sourceIndex }),
        case .encodeAudio(let audio) = planned.action, written.packets > 0
      else { continue }
      plans[stream.index] = audio
    }
    return plans
  }

  /// The codec of a stream as it has to be: of sound that was encoded the plan's, of what was copied the source's.
  private func plannedCodec(_ written: WrittenStream) -> String? {
    switch plan.streams.first(where: { $0.sourceIndex == written.sourceIndex })?.action {
    case .encodeAudio(let audio): audio.codec.streamCodec
    case .copy: source.streams.first { $0.index == written.sourceIndex }?.codec
    default: nil
    }
  }

  private func checkMetadata(_ found: SourceDescription, _ checks: inout CheckList) {
    // Matroska writes names in capitals.
    let tags = Dictionary(
      found.metadata.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    let set = Set(plan.metadataEntries.map { $0.key.lowercased() })
    for entry in plan.metadataEntries {
      let found = tags[entry.key.lowercased()] ?? ""
      let isDate = entry.key == MetadataEntry.creationTime
      checks.equal(
        "entry \(entry.key)", expected: isDate ? Self.second(entry.value) ?? "" : entry.value,
        found: isDate ? Self.second(found) ?? "" : found)
    }
    if !set.contains("creation_time"), let date = source.metadata["creation_time"].flatMap(Self.second) {
      let kept = tags["creation_time"].flatMap(Self.second)
      checks.equal("creation time", expected: plan.metadata == .keep ? date : "none", found: kept ?? "none")
    }
    for key in ["location", "com.apple.quicktime.location.ISO6709", "com.apple.quicktime.creationdate"] {
      guard let value = source.metadata[key], !set.contains(key.lowercased()) else { continue }
      checks.equal(key, expected: plan.metadata == .keep ? value : "none", found: tags[key.lowercased()] ?? "none")
    }
  }

  /// A date to the second, which is what every container can hold; `nil` for other texts.
  private static func second(_ date: String) -> String? {
    let text = date.prefix(19).map { $0 == " " ? "T" : $0 }
    let pattern = Array("0000-00-00T00:00:00")
    guard text.count == pattern.count, zip(text, pattern).allSatisfy({ $1 == "0" ? $0.isWholeNumber : $0 == $1 }) else {
      return nil
    }
    return String(text)
  }

  private func checkDecoding(_ path: String, _ found: SourceDescription, _ checks: inout CheckList) throws {
    let decoding = DecodeCheck(path: path, file: found, control: control)
    if plan.verification == .full {
      let frames = try decoding.everything()
      checks.equal("decodes as a whole", expected: "no error", found: frames.error ?? "no error")
      if frames.error == nil, let expected = found.film?.video?.frameCount {
        checks.equal("decoded frames", expected: "\(expected)", found: "\(frames.count)")
      }
    } else {
      let frames = try decoding.samples()
      checks.equal("samples decode", expected: "no error", found: frames.error ?? "no error")
    }
  }

  private static func words(_ orientation: Orientation) -> String {
    "\(orientation.clockwiseDegrees)\(orientation.isMirrored ? " mirrored" : "")"
  }

  private static func words(_ location: ChromaLocation) -> String {
    // Left is what streams mean that don't say.
    (location == .unspecified ? .left : location).rawValue
  }

  private static func words(_ color: ColorDescription) -> String {
    // Limited is what players take an unspecified range for, and what encoders write for it.
    let range = color.range == .full ? "full" : "limited"
    return "\(color.primaries)/\(color.transfer)/\(color.matrix)/\(range)"
  }
}

extension PlannedAttempt {
  /// Whether the film is encoded rather than copied.
  var isEncoding: Bool { if case .encode = film { true } else { false } }

  /// Where the source's pictures are decoded.
  var decoding: DecodingPlace { if case .encode(let encoder) = film { encoder.decoding } else { .processor } }
}

extension CheckList {
  mutating func near(_ name: String, expected: Double, found: Double, tolerance: Double) {
    add(
      Verification.Check(
        name: name, expected: DamageSearch.seconds(expected), found: DamageSearch.seconds(found),
        passed: abs(expected - found) <= tolerance))
  }
}
