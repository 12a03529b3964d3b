internal import HDR
internal import Media

/// Holds what a result carries of high dynamic range against the plan, and what its frames carry against what was
/// written.
struct HDRCheck {
  let plan: HDRPlan
  /// What was written into the encoder's packets; `nil` when nothing was to be.
  let written: MetadataSequence?
  /// What is found in the file's packets.
  let found: MetadataSequence?

  /// Adds the checks.
  func check(_ video: VideoDescription, _ checks: inout CheckList) {
    let hdr = video.hdr
    checks.equal("dynamic range", expected: kind.rawValue, found: hdr.kind.rawValue)
    check("mastering display", plan.masteringDisplay, hdr.masteringDisplay, &checks)
    check("content light level", plan.contentLight, hdr.contentLight, &checks)
    check("ambient viewing environment", plan.ambientViewing, hdr.ambientViewing, &checks)
    check("preferred transfer", plan.preferredTransfer, hdr.preferredTransfer, &checks)
    check("Dolby Vision", plan.dolbyVision, hdr.dolbyVision, &checks)
    guard plan.carriesDynamic else { return }
    let (written, found) = (written ?? MetadataSequence(), found ?? MetadataSequence())
    checks.equal("frames with HDR10+", expected: "\(written.hdr10PlusFrames)", found: "\(found.hdr10PlusFrames)")
    checks.equal(
      "frames with Dolby Vision", expected: "\(written.dolbyVisionFrames)", found: "\(found.dolbyVisionFrames)")
    checks.equal(
      "metadata of frames", expected: "as written", found: found.isEqual(to: written) ? "as written" : "other bytes")
  }

  /// A range without any frame with metadata is of a simpler kind.
  private var kind: HDRKind {
    guard plan.kind == .hdr10Plus, written?.hdr10PlusFrames == 0 else { return plan.kind }
    return plan.masteringDisplay == nil && plan.contentLight == nil ? .pq : .hdr10
  }

  private func check<Value: Equatable>(
    _ name: String, _ expected: Value?, _ found: Value?, _ checks: inout CheckList
  ) {
    guard expected != nil || found != nil else { return }
    let words = expected.map { "\($0)" } ?? "none"
    checks.equal(name, expected: words, found: expected == found ? words : found.map { "\($0)" } ?? "none")
  }
}
