internal import Capabilities
internal import Jobs
internal import Media
internal import VideoCompression

/// Decides what codes a picture, in the order of a film's encoders: what was asked for, video units that a trial proved,
/// the processor.
struct CoderPlan {
  /// Which encoder was asked for.
  let wish: EncoderWish
  /// The video units of this machine.
  let machine: MachineCapabilities
  let format: ImageFormat
  let compression: ImageQuality
  /// The layout that is coded.
  let layout: PixelFormat
  let size: PixelSize
  let keepsAlpha: Bool

  /// What was decided.
  struct Result {
    /// What is tried, in this order; at least one.
    var attempts: [PictureAttempt] = []
    /// What would have come before.
    var refusals: [EncoderRefusal] = []
  }

  /// Whether video units may come into question, as far as wishes tell; their drivers needn't be asked where not.
  static func mayUseUnit(_ settings: ImageSettings, as format: ImageFormat, _ wish: EncoderWish) -> Bool {
    wish.backends.contains(where: \.isHardware) && obstacle(format, settings.compression) == nil
  }

  /// Decides.
  ///
  /// - Throws: ``CompressionError`` (`notSupported`) when what was asked for can't code the picture and nothing may take
  ///   over.
  func decide(_ notes: inout ImageNotes) throws(CompressionError) -> Result {
    guard wish.backends.contains(where: \.isHardware) else { return Result(attempts: [.processor]) }
    if let reason = obstacle {
      guard allowsProcessor else { throw refusal([reason]) }
      notes.decide("backend", Backend.software.rawValue, reason)
      return Result(attempts: [PictureAttempt(coder: .processor, reason: reason)])
    }
    guard case .quality(let quality) = compression else { return Result(attempts: [.processor]) }
    let candidates = EncoderCandidates(
      for: .hevc, size: size, bitDepth: layout.bitDepth, rate: .quality(quality), wish: wish, machine: machine)
    for refusal in candidates.refusals {
      notes.decide("encoder", "not \(refusal.encoder ?? refusal.device ?? refusal.backend.rawValue)", refusal.reason)
    }
    var attempts: [PictureAttempt] = []
    for unit in candidates.fitting where unit.backend.isHardware {
      let reason = attempts.first?.unit.map { "in case \($0.encoder) fails" } ?? "as it was asked for"
      attempts.append(PictureAttempt(coder: .unit(unit), reason: reason))
    }
    if let best = attempts.first?.unit {
      notes.decide(
        "backend", [best.backend.rawValue, best.device].compactMap(\.self).joined(separator: ", "),
        wish.namesUnit
          ? "it was asked for, and a trial proved it"
          : "it is the first that can carry the picture and passed its trial")
    }
    if allowsProcessor {
      let reason = attempts.first?.unit.map { "in case \($0.encoder) fails" }
      // Whoever asked for the processor gets it first.
      let position = wish.backend == .software ? 0 : attempts.count
      attempts.insert(
        reason.map { PictureAttempt(coder: .processor, reason: $0) } ?? .processor, at: position)
    }
    guard !attempts.isEmpty else {
      let reasons = candidates.refusals.map(\.reason)
      throw refusal(reasons.isEmpty ? wish.absences(on: machine) : reasons)
    }
    return Result(attempts: attempts, refusals: candidates.refusals)
  }

  private var allowsProcessor: Bool { wish.allows(.software, device: nil) }

  /// Why no video unit can code the picture; `nil` when one may.
  private var obstacle: String? {
    if let reason = Self.obstacle(format, compression) { return reason }
    if keepsAlpha { return "transparency is a second picture, without color, which video units don't code" }
    if layout.chromaSubsampling != .yuv420 { return "video units code color at half resolution (4:2:0) only" }
    if layout.bitDepth > 10 { return "video units code 8 or 10 bits a sample" }
    // The processor's encoder pads such a picture by itself, and libheif has readers cut that away.
    if size.width % 2 != 0 || size.height % 2 != 0 { return "video units code pictures of even sides, not \(size)" }
    return nil
  }

  /// What the wishes alone rule out.
  private static func obstacle(_ format: ImageFormat, _ compression: ImageQuality) -> String? {
    guard format == .heic else { return "\(format.rawValue.uppercased()) is made by the processor" }
    return compression == .lossless ? "video units code with loss" : nil
  }

  private func refusal(_ reasons: [String]) -> CompressionError {
    CompressionError(
      code: .notSupported,
      message: "no video unit here can code this picture: "
        + (reasons.isEmpty ? "none has an encoder for HEVC" : reasons.joined(separator: "; ")),
      remedy: "see 'swage capabilities', or allow a fallback (--allow-fallback)", stage: .plan)
  }
}
