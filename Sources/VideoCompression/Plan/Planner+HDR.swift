import Media

extension Planner {
  /// Notes which metadata of high dynamic range the result won't have.
  func noteLostMetadata(of video: VideoDescription, notes: inout PlanNotes) {
    let hdr = video.hdr
    var lost: [String] = []
    if hdr.masteringDisplay != nil { lost.append("the mastering display") }
    if hdr.contentLight != nil { lost.append("the content light level") }
    if hdr.hasHDR10Plus || hdr.kind == .hdr10Plus { lost.append("HDR10+") }
    if hdr.dolbyVision != nil || hdr.kind == .dolbyVision { lost.append("Dolby Vision") }
    guard !lost.isEmpty else { return }
    notes.warn(
      "metadata of high dynamic range (\(lost.joined(separator: ", "))) is lost when this version encodes the "
        + "film; the tags of color are kept")
  }
}
