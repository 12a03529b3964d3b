internal import FFmpeg
internal import ISOMedia
internal import Media

/// Compares what a file promises with what reading it gave.
struct DamageSearch {
  let demuxer: Demuxer
  let look: PacketLook
  let boxes: MovieFile?
  let fileSize: Int64

  func findings() -> [Damage] {
    var findings: [Damage] = []
    if let early = endsEarly() { findings.append(early) }
    if findings.isEmpty, let error = look.readError {
      findings.append(
        Damage(kind: .corruptPackets, streamIndex: nil, expected: "a readable file", found: "\(error)"))
    }
    for (index, scan) in look.scans.enumerated() where scan.corruptCount > 0 && findings.isEmpty {
      findings.append(
        Damage(
          kind: .corruptPackets, streamIndex: index, expected: "\(scan.packetCount) whole packets",
          found: "\(scan.corruptCount) damaged ones"))
    }
    return findings
  }

  /// Formats whose header promises a duration; others only have estimates.
  private var promisesDuration: Bool {
    ["mp4", "matroska", "avi", "flv"].contains { demuxer.formatName.contains($0) }
  }

  private func endsEarly() -> Damage? {
    let found = foundEnd
    if let boxes, !boxes.isFragmented {
      let needed = Int64(clamping: max(boxes.sampleDataEnd ?? 0, boxes.earlyEnd?.expectedByteCount ?? 0))
      if needed > fileSize {
        let promised = demuxer.duration.map { Self.seconds($0) } ?? "\(needed) bytes"
        return Damage(
          kind: .endsEarly, streamIndex: nil, expected: "\(promised), \(needed) bytes",
          found: "\(Self.seconds(found)), \(fileSize) bytes")
      }
    }
    // The index of an unfragmented ISO base media file names every byte, so durations needn't be trusted.
    guard boxes == nil || boxes?.isFragmented == true, promisesDuration, let promised = demuxer.duration, promised > 0
    else { return nil }
    let end = promised + (demuxer.startTime.map { min($0, 0) } ?? 0)
    // The last frame of a screen recording may be shown for long, which only the header tells.
    let longest = look.scans.compactMap { $0.steps()?.longest }.max() ?? 0
    guard end - found > max(1, promised * 0.05, longest * 1.2) else { return nil }
    return Damage(
      kind: .endsEarly, streamIndex: nil, expected: Self.seconds(promised), found: Self.seconds(found))
  }

  private var foundEnd: Double {
    zip(demuxer.streams, look.scans).filter { $0.0.attachedPicture == nil }.compactMap { $0.1.endSeconds }.max() ?? 0
  }

  static func seconds(_ value: Double) -> String {
    let thousandths = Int((max(value, 0) * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s"
  }
}
