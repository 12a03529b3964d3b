package import Capabilities
internal import FFmpeg
internal import Media

/// The trial that proves an encoder: a few pictures through the same code as a job's, decoded again by software and
/// held against what went in.
package enum EncoderTrial {
  /// Tries an encoder at a bit depth.
  package static let run: Trial = { encoder, bitDepth in
    let began = ContinuousClock.now
    do {
      try EncoderTrialRun(of: encoder, bitDepth: bitDepth).run()
    } catch {
      return .refused(reason: "the trial failed: \(error)")
    }
    return .proved(seconds: (ContinuousClock.now - began).seconds)
  }
}

/// One trial.
private struct EncoderTrialRun {
  private static let frameCount = 10
  /// Mean squared error of luma, in samples of 8 bits: 28 dB, which any encoder exceeds at this quality.
  private static let errorLimit = 100.0

  private let planned: PlannedEncoder
  private let plan: VideoPlan
  private let stripes: [UInt8]
  private let darkerStripes: [UInt8]

  init(of encoder: EncoderCapability, bitDepth: Int) {
    // Large enough for every unit: some refuse less than 256 pixels.
    let wished = PixelSize(width: 320, height: 256)
    let size = PixelSize(
      width: max(wished.width, encoder.minimumSize.width.roundedUpToEven),
      height: max(wished.height, encoder.minimumSize.height.roundedUpToEven))
    planned = PlannedEncoder(
      backend: encoder.backend, encoder: encoder.encoder, device: encoder.device, codec: encoder.codec,
      rate: Self.rate(encoder.limits), layout: encoder.backend.layout(bitDepth: bitDepth), limits: encoder.limits)
    plan = VideoPlan(
      streamIndex: 0, steps: [], size: size, pixelAspect: Rational(1, 1), orientation: .up,
      pixelFormat: bitDepth > 8 ? .yuv420p10 : .yuv420p,
      color: ColorDescription(
        primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left),
      frameRate: Rational(25, 1), timeBase: Rational(1, 25), keyframeInterval: nil, speed: .fastest,
      frameCount: Self.frameCount)
    stripes = Self.stripes(width: size.width, from: 64)
    darkerStripes = Self.stripes(width: size.width, from: 56)
  }

  /// A high quality, or a high rate where the driver lists no way to keep a quality.
  private static func rate(_ limits: EncoderLimits) -> PlannedRate {
    let keepsQuality = !limits.rateControls.isDisjoint(with: [.constantQuantizer, .constantQuality, .cappedQuality])
    return keepsQuality || limits.rateControls.isEmpty ? .quality(0.8, ceiling: nil) : .average(.megabits(4))
  }

  func run() throws {
    let recipe = planned.recipe(plan: plan, threads: ThreadBudget(cores: 1))
    let unit = try EncodingUnit(recipe)
    let decoder = try Decoder(unit.parameters, timeBase: unit.timeBase, threads: 1, isStrict: true)
    var transformer = FilmTransformer(plan: plan, layout: planned.layout, threads: 1)
    var sent: [Frame] = []
    var found = 0
    for number in 0..<Self.frameCount {
      let picture = try picture(number)
      sent.append(picture)
      for frame in try transformer.add(try picture.copy()) { try unit.send(frame) }
      try drain(unit, into: decoder, comparing: sent, &found)
    }
    for frame in try transformer.finish() { try unit.send(frame) }
    try unit.finish()
    try drain(unit, into: decoder, comparing: sent, &found)
    try decoder.finish()
    try compare(decoder, with: sent, &found)
    guard found == Self.frameCount else {
      throw TrialFailure("\(Self.frameCount) pictures went in, \(found) came out")
    }
  }

  private func drain(
    _ unit: EncodingUnit, into decoder: Decoder, comparing sent: [Frame], _ found: inout Int
  ) throws {
    while case .ready(let packet) = try unit.receive() {
      try decoder.send(packet)
      try compare(decoder, with: sent, &found)
    }
  }

  private func compare(_ decoder: Decoder, with sent: [Frame], _ found: inout Int) throws {
    while case .ready(let frame) = try decoder.receive() {
      guard found < sent.count, let error = frame.lumaError(against: sent[found]) else {
        throw TrialFailure("picture \(found + 1) came out as \(frame.pixelFormat?.name ?? "nothing") of \(frame.size)")
      }
      guard error <= Self.errorLimit, !frame.isDamaged else {
        throw TrialFailure("picture \(found + 1) isn't the one that went in")
      }
      found += 1
    }
  }

  /// Soft stripes that move, so that a picture that is late or out of place is seen.
  private func picture(_ number: Int) throws -> Frame {
    let frame = try Frame(size: plan.size, format: plan.pixelFormat) { plane, row in
      guard plane == 0 else { return Self.chroma[..<(plan.size.width / 2)] }
      let start = (number * 12 + row / 2) % 128
      return (row / 16 % 2 == 0 ? stripes : darkerStripes)[start..<(start + plan.size.width)]
    }
    frame.presentationTime = Int64(number)
    frame.duration = 1
    return frame
  }

  private static let chroma = [UInt8](repeating: 120, count: 8192)

  /// Stripes of 128 pixels from dark to bright and back, wide enough to begin anywhere in the first.
  private static func stripes(width: Int, from darkest: Int) -> [UInt8] {
    (0..<(width + 128)).map { UInt8(clamping: darkest + abs($0 % 128 - 64) * 2) }
  }
}

/// Why a trial failed, where no library did.
private struct TrialFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension Int {
  fileprivate var roundedUpToEven: Int { self + self % 2 }
}
