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
    check("mastering display", plan.masteringDisplay?.inWords, hdr.masteringDisplay?.inWords, &checks)
    check("content light level", plan.contentLight?.inWords, hdr.contentLight?.inWords, &checks)
    check("ambient viewing environment", plan.ambientViewing?.inWords, hdr.ambientViewing?.inWords, &checks)
    check("preferred transfer", plan.preferredTransfer?.description, hdr.preferredTransfer?.description, &checks)
    check("Dolby Vision", plan.dolbyVision?.inWords, hdr.dolbyVision?.inWords, &checks)
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

  private func check(_ name: String, _ expected: String?, _ found: String?, _ checks: inout CheckList) {
    guard expected != nil || found != nil else { return }
    checks.equal(name, expected: expected ?? "none", found: found ?? "none")
  }
}

extension MasteringDisplay {
  /// All values, in their integer units.
  fileprivate var inWords: String {
    let points = [("R", red), ("G", green), ("B", blue), ("white", white)].map { name, point in
      "\(name) \(point.map { "\($0.x),\($0.y)" } ?? "unknown")"
    }
    let (low, high) = (minimumLuminance.map { "\($0)" }, maximumLuminance.map { "\($0)" })
    return points.joined(separator: " ") + " luminance \(low ?? "unknown") to \(high ?? "unknown")"
  }
}

extension ContentLightLevel {
  fileprivate var inWords: String { "\(maximumContentLight), \(maximumFrameAverageLight) cd/m²" }
}

extension AmbientViewingEnvironment {
  fileprivate var inWords: String { "\(illuminance), white \(light.x),\(light.y)" }
}

extension DolbyVisionConfiguration {
  fileprivate var inWords: String {
    "profile \(profile).\(baseLayerCompatibility), level \(level)\(hasEnhancementLayer ? ", two layers" : "")"
  }
}
