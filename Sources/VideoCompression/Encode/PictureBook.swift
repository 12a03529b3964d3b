internal import FFmpeg
internal import Glibc

/// What the pictures that go into a video unit look like, coarsely, until they are seen again: a driver can deliver
/// packets that decode without a complaint and show something else.
final class PictureBook: Sendable {
  /// What a picture looks like.
  private enum Page: Sendable {
    /// Cells of its own size.
    case picture([UInt8])
    /// Equal parts of the source's picture, which may have had another size.
    case source([UInt8])
  }

  private let pages = Lock<[Int64: Page]>([:])
  /// While the rate is free, and while it is at its ceiling.
  private let limits: (free: Limits, capped: Limits)
  private let usual = Lock(UsualError())

  /// What the encoder's own work may change, in steps of 8 bits.
  private struct Limits {
    /// How far a cell may be from its brightness.
    let cell: Int
    /// The mean square of that over a picture.
    let picture: Double
    /// Cells in a thousand that may be further from their brightness.
    var allowance = 5
    /// The mean square below which a picture isn't conspicuous, and how many times the usual one it may be above.
    var unusual = (from: 12.0, times: 16.0)
  }

  /// Makes an empty book.
  ///
  /// - Parameter rate: How the encoder is driven: few bits make its own work coarser.
  init(rate: PlannedRate) { limits = Self.limits(rate) }

  /// Notes a picture that goes in.
  func enter(_ frame: Frame) {
    guard let time = frame.presentationTime, let cells = frame.cellBrightness else { return }
    pages.withLock { $0[time] = .picture(cells) }
  }

  /// Notes what the source's picture of a time looks like, as the processor decoded it.
  func enter(source parts: [UInt8], at time: Int64) { pages.withLock { $0[time] = .source(parts) } }

  /// What a decoded picture is.
  enum Recognition: Sendable {
    /// The one that went in at its time, or one that wasn't noted.
    case same
    /// Another one than went into the encoder.
    case notEncoded
    /// Another one than the source has, of which the unit's decoder made what went in.
    case notDecoded
  }

  /// Holds a decoded picture against the one that went in at its time.
  ///
  /// - Parameters:
  ///   - frame: The decoded picture.
  ///   - isCapped: Whether the rate is near its ceiling, so that a picture may get fewer bits than it needs.
  func recognize(_ frame: Frame, isCapped: Bool) -> Recognition {
    guard let time = frame.presentationTime, let page = take(time) else { return .same }
    switch page {
    case .picture(let cells):
      return agree(cells, frame.cellBrightness, within: isCapped ? limits.capped : limits.free)
        ? .same : .notEncoded
    case .source(let parts):
      return agree(parts, frame.partBrightness, within: Self.scaledLimits) ? .same : .notDecoded
    }
  }

  /// The page of a time; earlier ones aren't asked for any more, since pictures come in the order in which they are shown.
  private func take(_ time: Int64) -> Page? {
    pages.withLock { pages in
      let page = pages.removeValue(forKey: time)
      if pages.keys.contains(where: { $0 < time }) { pages = pages.filter { $0.key > time } }
      return page
    }
  }

  private func agree(_ expected: [UInt8], _ found: [UInt8]?, within limits: Limits) -> Bool {
    guard let found, found.count == expected.count, !expected.isEmpty else { return false }
    let differences = zip(expected, found).map { abs(Int($0) - Int($1)) }
    let strangers = differences.count { $0 > limits.cell }
    let square = Double(differences.reduce(0) { $0 + $1 * $1 }) / Double(expected.count)
    return strangers * 1000 <= expected.count * limits.allowance && square <= limits.picture
      && usual.withLock { $0.takes(square, within: limits.unusual) }
  }

  /// Scaling moves brightness between neighbors, too.
  private static let scaledLimits = Limits(cell: 96, picture: 400, allowance: 50, unusual: (.infinity, 0))

  /// A little more than a step of the quantizer (which doubles every sixth, ITU-T H.264 table 8-15), and much more
  /// where a rate limits what a cut may cost.
  private static func limits(_ rate: PlannedRate) -> (free: Limits, capped: Limits) {
    let average = Limits(cell: 96, picture: 100, unusual: (.infinity, 0))
    guard case .quality(let quality, _) = rate else { return (average, average) }
    let quantizer = 52 - 40 * min(max(quality, 0), 1)
    let step = pow(2, (quantizer - 4) / 6)
    let (cell, picture) = (Int(6 + 1.2 * step), step * step / 8)
    return (
      Limits(cell: cell, picture: max(12, picture), unusual: (from: max(3, picture / 4), times: 8)),
      Limits(cell: max(32, cell), picture: max(25, picture), unusual: (from: max(12, picture), times: 16))
    )
  }
}

/// How far a job's pictures usually are from those that went in: one that is suddenly much further isn't the encoder's
/// work, though another encoder's might be as far.
private struct UsualError: Sendable {
  /// Pictures after which the usual is known.
  private static let patience = 5

  private var average = 0.0
  private var count = 0

  /// Whether a picture's error isn't out of the usual, which it becomes a part of then.
  mutating func takes(_ error: Double, within limit: (from: Double, times: Double)) -> Bool {
    if count >= Self.patience, error > limit.from, error > average * limit.times { return false }
    count += 1
    average += (error - average) / Double(min(count, 50))
    return true
  }
}
