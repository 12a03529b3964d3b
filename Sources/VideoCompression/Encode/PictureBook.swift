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
  private let limits: Limits

  /// What the encoder's own work may change, in steps of 8 bits.
  private struct Limits {
    /// How far a cell may be from its brightness.
    let cell: Int
    /// The mean square of that over a picture.
    let picture: Int
    /// Cells in a thousand that may be further from their brightness.
    var allowance = 5
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
  func recognize(_ frame: Frame) -> Recognition {
    guard let time = frame.presentationTime, let page = take(time) else { return .same }
    switch page {
    case .picture(let cells):
      return Self.agree(cells, frame.cellBrightness, within: limits) ? .same : .notEncoded
    case .source(let parts):
      return Self.agree(parts, frame.partBrightness, within: Self.scaledLimits) ? .same : .notDecoded
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

  private static func agree(_ expected: [UInt8], _ found: [UInt8]?, within limits: Limits) -> Bool {
    guard let found, found.count == expected.count else { return false }
    let differences = zip(expected, found).map { abs(Int($0) - Int($1)) }
    let strangers = differences.count { $0 > limits.cell }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    return strangers * 1000 <= expected.count * limits.allowance && squares <= expected.count * limits.picture
  }

  /// Scaling moves brightness between neighbors, too.
  private static let scaledLimits = Limits(cell: 96, picture: 400, allowance: 50)

  /// A little more than a step of the quantizer (which doubles every sixth, ITU-T H.264 table 8-15), and much more
  /// where a rate limits what a cut may cost.
  private static func limits(_ rate: PlannedRate) -> Limits {
    switch rate {
    case .quality(let quality, let ceiling):
      let quantizer = 52 - 40 * min(max(quality, 0), 1)
      let step = pow(2, (quantizer - 4) / 6)
      let isCapped = ceiling != nil
      return Limits(
        cell: max(isCapped ? 32 : 0, Int(6 + 1.2 * step)), picture: max(isCapped ? 25 : 12, Int(step * step / 8)))
    case .average: return Limits(cell: 96, picture: 100)
    }
  }
}
