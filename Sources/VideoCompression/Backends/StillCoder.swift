package import Capabilities
package import FFmpeg
internal import HDR
internal import Media

/// Codes a picture as one access unit of HEVC in a video unit, by the same code as a film's: what a HEIC file holds.
package struct StillCoder: Sendable {
  /// The unit's encoder, which a trial proved.
  package let encoder: EncoderCapability

  package init(_ encoder: EncoderCapability) { self.encoder = encoder }

  /// What the video units of this machine can do that a wish lets in; the drivers of the others aren't touched.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  package static func machine(for wish: EncoderWish, probing: ProbePolicy) async throws -> MachineCapabilities {
    try await MachineProbe.current(
      backends: wish.backends.filter(\.isHardware), policy: probing, trial: EncoderTrial.run)
  }

  /// Codes a picture.
  ///
  /// As with films, what comes out is decoded again and held against what went in. The driver is called on a thread of its
  /// own, which is left behind when it hangs; its device gets no further picture of this process then.
  ///
  /// - Parameters:
  ///   - picture: 4:2:0 in planes of 8 or 10 bits, with sides that are even. It isn't changed.
  ///   - quality: From 0 to 1, on the scale of films.
  ///   - control: What ends the job, and counts threads that are left behind.
  /// - Returns: NAL units without start codes: the parameter sets, then the slices of one intra picture.
  /// - Throws: ``CompressionError`` (`encodingFailed`) when the unit fails, hangs or delivers something else; or
  ///   `CancellationError`.
  package func code(_ picture: Frame, quality: Double, control: JobControl) throws -> [[UInt8]] {
    let (planned, plan) = plan(for: picture, quality: quality)
    let name = planned.inWords
    guard let turn = UnitTurn.take(of: encoder) else {
      throw CompressionError(
        code: .encodingFailed, message: "\(name) hung before, and isn't tried again", remedy: "check the driver",
        stage: .encode)
    }
    let made: CodedStill
    do {
      try control.check()
      let frame = Handover(try picture.copy())
      made = try Watchdog.run(limit: PipelineAssembly.patience) { dog in
        Handover(try Self.run(planned, plan, frame.value, watchedBy: dog))
      }
      turn.end()
    } catch let stall as Watchdog.Stall {
      turn.closeDevice()
      control.abandonThread()
      throw CompressionError.stalled(stall, of: name)
    } catch {
      turn.end()
      try control.check()
      guard let error = error as? FFmpegError else { throw error }
      throw CompressionError.encoding(error, what: "encoding the picture by \(name)")
    }
    try control.check()
    try made.look(as: name, control: control)
    return try made.units(by: name)
  }

  /// One frame of a film that has no other.
  private func plan(for picture: Frame, quality: Double) -> (PlannedEncoder, VideoPlan) {
    let depth = picture.pixelFormat?.bitDepth ?? 8
    let limits = encoder.limits
    let planned = PlannedEncoder(
      backend: encoder.backend, encoder: encoder.encoder, device: encoder.device, codec: encoder.codec,
      rate: .quality(quality, ceiling: nil), layout: encoder.backend.layout(bitDepth: depth),
      // There is nothing to look ahead at, and no other frame to refer to.
      limits: EncoderLimits(
        minimumSize: limits.minimumSize, maximumSize: limits.maximumSize, rateControls: limits.rateControls,
        isLowPowerOnly: limits.isLowPowerOnly))
    let plan = VideoPlan(
      streamIndex: 0, steps: [], size: picture.size, pixelAspect: Rational(1, 1), orientation: .up,
      pixelFormat: depth > 8 ? .yuv420p10 : .yuv420p, color: picture.color, frameRate: Rational(25, 1),
      timeBase: Rational(1, 25), keyframeInterval: 1, speed: .slow, frameCount: 1)
    return (planned, plan)
  }

  /// What the unit makes of a frame.
  private static func run(
    _ planned: PlannedEncoder, _ plan: VideoPlan, _ frame: Frame, watchedBy dog: Watchdog
  ) throws -> CodedStill {
    frame.forgetSource()
    frame.presentationTime = 0
    frame.duration = 1
    var transformer = FilmTransformer(plan: plan, layout: planned.layout, threads: 1)
    var frames = try transformer.add(frame)
    frames += try transformer.finish()
    let book = PictureBook(rate: planned.rate)
    for frame in frames { book.enter(frame) }
    let recipe = planned.recipe(plan: plan, threads: ThreadBudget(cores: 1))
    let unit = try dog.watching("opening the encoder") { () throws(FFmpegError) in try EncodingUnit(recipe) }
    for frame in frames {
      try dog.watching("encoding a picture") { () throws(FFmpegError) in try unit.send(frame) }
    }
    try dog.watching("encoding a picture") { () throws(FFmpegError) in try unit.finish() }
    var packets: [Packet] = []
    while case .ready(let packet) = try dog.watching(
      "encoding a picture", { () throws(FFmpegError) in try unit.receive() })
    { packets.append(packet) }
    return CodedStill(parameters: unit.parameters, timeBase: unit.timeBase, packets: packets, book: book)
  }
}

/// What a video unit made of a picture.
private struct CodedStill {
  let parameters: CodecParameters
  let timeBase: Rational
  let packets: [Packet]
  /// What went in.
  let book: PictureBook

  /// The kinds of NAL unit (ITU-T H.265, table 7-1) that a coded picture is made of.
  private enum Kind {
    static let picture: ClosedRange<UInt8> = 0...31
    static let intraPicture: ClosedRange<UInt8> = 16...23
    static let parameterSets: ClosedRange<UInt8> = 32...34
  }

  /// Decodes it by software, and throws where it isn't the picture that went in.
  func look(as encoder: String, control: JobControl) throws {
    let queue = Channel<Packet>(capacity: max(packets.count, 1))
    for packet in packets { _ = queue.send(packet) }
    queue.finish()
    try PacketWitness(
      parameters: parameters, timeBase: timeBase, packets: queue, book: book, ceiling: nil,
      threads: ThreadBudget().decoder, encoder: encoder, control: control
    ).run()
  }

  /// The parameter sets and slices, which have to be those of one intra picture.
  func units(by encoder: String) throws(CompressionError) -> [[UInt8]] {
    var sets: [[UInt8]] = []
    var slices: [[UInt8]] = []
    for unit in NALUnitScanner.units(in: packets.reduce(parameters.extradata) { $0 + $1.bytes }) {
      switch unit[0] >> 1 {
      case Kind.parameterSets: if !sets.contains(unit) { sets.append(unit) }
      case Kind.picture: slices.append(unit)
      default: break
      }
    }
    let isWhole = Kind.parameterSets.allSatisfy { kind in sets.contains { $0[0] >> 1 == kind } }
    guard isWhole, packets.count == 1, slices.allSatisfy({ Kind.intraPicture.contains($0[0] >> 1) }), !slices.isEmpty
    else {
      throw CompressionError(
        code: .encodingFailed,
        message: "\(encoder) delivered what isn't right: \(packets.count) packets of "
          + "\(slices.count) slices and \(sets.count) parameter sets instead of one intra picture", stage: .encode)
    }
    return sets + slices
  }
}
