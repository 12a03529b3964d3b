/// A newer result file held against an older one.
struct Comparison: Sendable {
  /// What is compared, in the newer file's order.
  let lines: [Line]
  /// What can't be compared, in words.
  let notes: [String]

  /// A value then and now.
  struct Line: Sendable, Hashable {
    /// The case or part, with its quality where there are several.
    let name: String
    /// What is compared, such as `wall` or `wall / ffmpeg`.
    let measure: String
    let old: Double
    let new: Double
    let verdict: Verdict
  }

  /// What became of a value.
  enum Verdict: String, Sendable, Hashable {
    /// Worse by more than the threshold and than the noise of both runs.
    case regressed
    /// Better by as much.
    case improved
    /// Neither.
    case same
  }

  /// Whether something is worse.
  var hasRegression: Bool { lines.contains { $0.verdict == .regressed } }

  /// Compares two files.
  ///
  /// Times and memory are compared as ratios to a peer where both files have the same one, since that holds on other
  /// machines and in slow hours, too; else as they are, if the machine is the same.
  init(old: ResultFile, new: ResultFile, thresholds: Thresholds) {
    let isSameMachine = old.stamp.machine.isComparable(with: new.stamp.machine)
    var lines: [Line] = []
    var notes: [String] = []
    if !isSameMachine { notes.append("the machines differ, so only ratios, sizes and similarity are compared") }
    for case let then in old.cases where then.skipped == nil {
      guard let now = new.cases.first(where: { $0.name == then.name }), now.skipped == nil else {
        notes.append("\(then.name): not in the newer file")
        continue
      }
      if now.failure != nil, then.failure == nil {
        lines.append(Line(name: now.name, measure: "failures", old: 0, new: 1, verdict: .regressed))
      }
      lines += Self.lines(then, now, isSameMachine, thresholds)
    }
    for then in old.micro where isSameMachine {
      guard let now = new.micro.first(where: { $0.name == then.name }) else {
        notes.append("\(then.name): not in the newer file")
        continue
      }
      guard let before = then.summary, let after = now.summary else { continue }
      lines.append(Self.line(now.name, "time", before, after, rise: thresholds.microRise))
    }
    self.lines = lines
    self.notes = notes
  }

  private static func lines(
    _ then: CaseResult, _ now: CaseResult, _ isSameMachine: Bool, _ thresholds: Thresholds
  ) -> [Line] {
    now.points.flatMap { point -> [Line] in
      guard let before = then.points.first(where: { $0.quality == point.quality }), let old = before.ours,
        let new = point.ours
      else { return [] }
      let name = now.points.count > 1 ? "\(now.name) at \(Figure.trimmed(point.quality ?? 0))" : now.name
      let peer = point.contenders.first { contender in
        !contender.isSubject && !contender.runs.isEmpty
          && before.contenders.contains { $0.name == contender.name && !$0.runs.isEmpty }
      }
      let peerBefore = before.contenders.first { $0.name == peer?.name }
      var lines: [Line] = []
      for measure in Measure.allCases {
        let rise = thresholds.rise[measure] ?? 0
        if measure != .bytes, let peer, let peerBefore, let ratio = new.ratio(measure, to: peer),
          let ratioBefore = old.ratio(measure, to: peerBefore)
        {
          lines.append(line(name, "\(measure.rawValue) / \(peer.name)", ratioBefore, ratio, rise: rise))
        } else if measure == .bytes || isSameMachine, let after = new.summary(measure),
          let before = old.summary(measure)
        {
          lines.append(line(name, measure.rawValue, before, after, rise: rise))
        }
      }
      lines += similarity(name, old.similarity, new.similarity, thresholds)
      return lines
    }
  }

  /// A value that is better the smaller it is.
  private static func line(_ name: String, _ measure: String, _ old: Summary, _ new: Summary, rise: Double) -> Line {
    let difference = new.median - old.median
    let isClear = difference.magnitude > old.median * rise && difference.magnitude > old.deviation + new.deviation
    return Line(
      name: name, measure: measure, old: old.median, new: new.median,
      verdict: !isClear ? .same : difference > 0 ? .regressed : .improved)
  }

  /// Values that are better the larger they are, and don't scatter.
  private static func similarity(
    _ name: String, _ old: Similarity?, _ new: Similarity?, _ thresholds: Thresholds
  ) -> [Line] {
    let pairs = [
      ("SSIM", old?.ssim, new?.ssim, thresholds.ssimDrop), ("PSNR", old?.psnr, new?.psnr, thresholds.psnrDrop),
    ]
    return pairs.compactMap { measure, old, new, drop in
      guard let old, let new else { return nil }
      let verdict: Verdict = new < old - drop ? .regressed : new > old + drop ? .improved : .same
      return Line(name: name, measure: measure, old: old, new: new, verdict: verdict)
    }
  }
}
