internal import FFmpeg
internal import Media

/// Opens what an attempt needs, in the order of the output's streams: encoders, converters, channels and routes.
struct PipelineAssembly {
  let plan: CompressionPlan
  let film: PlannedAttempt.Film
  let decoding: DecodingPlace
  let demuxer: Demuxer
  let writing: Channel<WriteItem>
  let path: String
  let control: JobControl
  /// The processor's encoder that stands behind this one; `nil` when there is none.
  let successor: PlannedEncoder?
  /// Where that one is kept while a driver is called that may hang.
  let spare: SpareEncoder
  /// Whether the processor's encoder is kept to one frame at a time.
  let isCareful: Bool

  private(set) var layout = OutputLayout()
  private(set) var routes: [Int: Route] = [:]
  private(set) var filmStage: FilmParts?
  private(set) var audioStages: [AudioParts] = []

  struct FilmParts {
    let stream: InputStream
    let planned: PlannedEncoder
    let unit: EncodingUnit
    let supervision: HardwareSupervision?
    /// What notices that the encoder hangs; that of the supervision where there is one.
    let watchdog: Watchdog?
    /// The video unit that decodes, too; `nil` when the processor does.
    let decodingUnit: DecodingUnit?
    let packets: Channel<Packet>
    let output: Int
  }

  struct AudioParts {
    /// The track, or those that are mixed.
    let streams: [InputStream]
    let plan: AudioPlan
    let encoder: any SoundEncoder
    let packets: Channel<Packet>
    let output: Int
  }

  init(
    plan: CompressionPlan, film: PlannedAttempt.Film, decoding: DecodingPlace, demuxer: Demuxer,
    writing: Channel<WriteItem>, path: String,
    control: JobControl, successor: PlannedEncoder?, spare: SpareEncoder, isCareful: Bool
  ) {
    self.plan = plan
    self.film = film
    self.decoding = decoding
    self.demuxer = demuxer
    self.writing = writing
    self.path = path
    self.control = control
    self.successor = successor
    self.spare = spare
    self.isCareful = isCareful
  }

  /// Opens everything.
  mutating func prepare() throws {
    for stream in plan.streams {
      guard demuxer.streams.indices.contains(stream.sourceIndex) else {
        throw CompressionError(
          code: .sourceDamaged, message: "the source changed while it was read", stage: .read)
      }
      let input = demuxer.streams[stream.sourceIndex]
      switch stream.action {
      case .film: try addFilm(input)
      case .copy: addCopy(input)
      case .encodeAudio(let audio): try addAudio(input, audio)
      case .convertSubtitles(let format): try addSubtitles(input, format)
      case .copyCoverArt: addCover(input)
      case .copyAttachment: addAttachment(input)
      case .mix, .carryTrack, .absorb, .drop: break
      }
    }
  }

  private mutating func addFilm(_ input: InputStream) throws {
    guard case .encode(let planned) = film else { return addCopy(input, isFilm: true) }
    let recipe = planned.recipe(plan: plan.video, threads: ThreadBudget(makesOneFrame: isCareful))
    let unit = try open(recipe, of: planned)
    let isoTag = planned.codec == .hevc && plan.container.isISOBaseMedia ? "hvc1" : nil
    let output = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: .video,
        description: OutputStream(
          parameters: unit.parameters, timeBase: unit.timeBase, tag: isoTag, pixelAspect: plan.video.pixelAspect,
          color: plan.video.color, frameRate: plan.video.isConstantFrameRate ? plan.video.frameRate : nil,
          orientation: plan.video.orientation, hdr: HDRSideData(plan.video.hdr),
          metadata: OutputLayout.keptMetadata(input.metadata, policy: plan.metadata), disposition: input.disposition),
        isFilm: true, samplesInPacket: nil, still: nil))
    let packets = Channel<Packet>(capacity: 16)
    routes[input.index] = .decode(packets)
    let supervision = recipe.reorderDepth.map {
      HardwareSupervision(
        watchdog: Watchdog(limit: Self.patience), packets: Channel<Packet>(capacity: 32),
        pictures: PictureBook(rate: planned.rate), reorderDepth: $0)
    }
    filmStage = FilmParts(
      stream: input, planned: planned, unit: unit, supervision: supervision,
      watchdog: supervision?.watchdog ?? recipe.patience.map { Watchdog(limit: $0, orTimesTheLongest: 20) },
      decodingUnit: decodingUnit(unit, supervision), packets: packets, output: output)
  }

  private func decodingUnit(_ unit: EncodingUnit, _ supervision: HardwareSupervision?) -> DecodingUnit? {
    guard decoding == .device, let device = unit.device, let supervision else { return nil }
    return DecodingUnit(device: device, watchdog: Watchdog(limit: Self.patience), book: supervision.pictures)
  }

  /// How long a call into a driver may take. Even a unit that has to wake up answers within a second or two.
  static let patience = Duration.seconds(8)

  /// Opens the film's encoder; a video unit on a thread of its own, which is left behind should it hang.
  private func open(_ recipe: EncoderRecipe, of planned: PlannedEncoder) throws -> EncodingUnit {
    if let unit = spare.take(planned) { return unit }
    do {
      guard recipe.device != nil || control.abandonedThreads > 0 else { return try EncodingUnit(recipe) }
      if recipe.device != nil, let successor { spare.prepare(successor, plan: plan.video) }
      let unit = try Watchdog.run("opening the encoder", limit: Self.patience) { Handover(try EncodingUnit(recipe)) }
      spare.discard()
      return unit
    } catch let error as FFmpegError {
      throw CompressionError.encoding(error, what: "opening the encoder \(planned.inWords)")
    } catch let stall as Watchdog.Stall {
      control.abandonThread()
      throw CompressionError.stalled(stall, of: planned.inWords)
    }
  }

  private mutating func addAudio(_ input: InputStream, _ audio: AudioPlan) throws {
    let encoder: any SoundEncoder
    do {
      encoder = try audio.encoderSettings.open()
    } catch {
      throw CompressionError.encoding(error, what: "opening the encoder \(audio.encoder)")
    }
    let others = audio.mixed.map(\.sourceIndex).filter { $0 != input.index }
    guard others.allSatisfy(demuxer.streams.indices.contains) else {
      throw CompressionError(code: .sourceDamaged, message: "the source changed while it was read", stage: .read)
    }
    let output = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: .audio,
        description: description(input, parameters: encoder.parameters, timeBase: encoder.timeBase), isFilm: false,
        samplesInPacket: nil, still: nil))
    let packets = Channel<Packet>(capacity: 64)
    let streams = [input] + others.map { demuxer.streams[$0] }
    for stream in streams { routes[stream.index] = .decode(packets) }
    audioStages.append(AudioParts(streams: streams, plan: audio, encoder: encoder, packets: packets, output: output))
  }

  private mutating func addCopy(_ input: InputStream, isFilm: Bool = false) {
    let parameters = input.parameters
    var timeBase = input.timeBase
    if parameters.kind == .audio, parameters.sampleRate > 0 {
      timeBase = Rational(1, Int32(clamping: parameters.sampleRate))
    }
    var made = description(input, parameters: parameters, timeBase: timeBase)
    if parameters.kind == .video {
      made.orientation = input.orientation
      made.pixelAspect = input.pixelAspect
      made.hdr = input.hdr
      made.color = parameters.color.completed(by: input.color)
      // At another speed there is another rate, or none.
      made.frameRate = plan.timeline.changesSpeed ? nil : input.averageFrameRate
      if parameters.codecName == "hevc", plan.container.isISOBaseMedia { made.tag = "hvc1" }
    }
    let output = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: parameters.kind, description: made, isFilm: isFilm,
        samplesInPacket: parameters.kind == .audio ? (parameters.samplesInPacket, parameters.sampleRate) : nil,
        still: nil))
    if parameters.kind == .subtitle {
      routes[input.index] = .copySubtitles(
        output: output, TimelineMap(plan.timeline, timeBase: input.timeBase))
      return
    }
    let declaredEnd = input.duration.flatMap { duration in input.startTime.map { $0 + duration } }
    routes[input.index] = .copy(
      output: output, TimelineMap(plan.timeline, timeBase: input.timeBase),
      declaredEnd: parameters.kind == .video ? declaredEnd : nil)
  }

  private mutating func addSubtitles(_ input: InputStream, _ format: SubtitleFormat) throws {
    let converter: SubtitleConverter
    do {
      converter = try SubtitleConverter(
        input.parameters, timeBase: input.timeBase, to: format.rawValue, canvas: plan.video.size)
    } catch {
      throw CompressionError.encoding(error, what: "converting subtitles to \(format.rawValue)")
    }
    let output = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: .subtitle,
        description: description(input, parameters: converter.parameters, timeBase: Rational(1, 1000)), isFilm: false,
        samplesInPacket: nil, still: nil))
    routes[input.index] = .convert(
      converter, output: output, TimelineMap(plan.timeline, timeBase: input.timeBase))
  }

  private mutating func addCover(_ input: InputStream) {
    guard let picture = input.attachedPicture, let packet = try? picture.copy() else { return }
    var made = description(input, parameters: input.parameters, timeBase: Rational(1, 90_000))
    made.disposition = [.attachedPicture]
    if plan.container == .mkv {
      // Matroska keeps covers as attached files, by these names (RFC 9559, section 21.2).
      let isPNG = input.parameters.codecName == "png"
      made.attachment = packet.bytes
      made.metadata["mimetype"] = input.metadata["mimetype"] ?? (isPNG ? "image/png" : "image/jpeg")
      made.metadata["filename"] = input.metadata["filename"] ?? (isPNG ? "cover.png" : "cover.jpg")
    }
    _ = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: .video, description: made, isFilm: false, samplesInPacket: nil,
        still: plan.container == .mkv ? nil : packet))
  }

  private mutating func addAttachment(_ input: InputStream) {
    var made = description(input, parameters: input.parameters, timeBase: Rational(1, 1000))
    made.metadata = input.metadata
    made.attachment = input.parameters.extradata
    _ = layout.add(
      OutputLayout.Stream(
        sourceIndex: input.index, kind: .attachment, description: made, isFilm: false, samplesInPacket: nil, still: nil)
    )
  }

  private func description(
    _ input: InputStream, parameters: CodecParameters, timeBase: Rational
  ) -> OutputStream {
    OutputStream(
      parameters: parameters, timeBase: timeBase,
      metadata: OutputLayout.keptMetadata(input.metadata, policy: plan.metadata), disposition: input.disposition)
  }
}
