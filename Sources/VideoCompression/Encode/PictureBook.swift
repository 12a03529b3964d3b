internal import FFmpeg
internal import Glibc

/// What the pictures that go into a video unit look like, coarsely, until they are seen again: a driver can deliver
/// packets that decode without a complaint and show something else.
final class PictureBook: Sendable {
  /// Cells in a thousand that may be further from their brightness than is the encoder's work.
  private static let allowance = 5

  private let pages = Lock<[Int64: [UInt8]]>([:])
  private let tolerance: Int

  /// Makes an empty book.
  ///
  /// - Parameter rate: How the encoder is driven: few bits make its own work coarser.
  init(rate: PlannedRate) { tolerance = Self.tolerance(rate) }

  /// Notes a picture that goes in.
  func enter(_ frame: Frame) {
    guard let time = frame.presentationTime, let cells = frame.cellBrightness else { return }
    pages.withLock { $0[time] = cells }
  }

  /// Whether a decoded picture is the one that went in at its time; also where that wasn't noted.
  func recognizes(_ frame: Frame) -> Bool {
    guard let time = frame.presentationTime, let expected = pages.withLock({ $0.removeValue(forKey: time) }),
      let found = frame.cellBrightness
    else { return true }
    guard found.count == expected.count else { return false }
    let strangers = zip(expected, found).count { abs(Int($0) - Int($1)) > tolerance }
    return strangers * 1000 <= expected.count * Self.allowance
  }

  /// How far a cell may be from its brightness, in steps of 8 bits: a little more than a step of the quantizer (which
  /// doubles every sixth, ITU-T H.264 table 8-15), and much more where a rate limits what a cut may cost.
  private static func tolerance(_ rate: PlannedRate) -> Int {
    switch rate {
    case .quality(let quality, let ceiling):
      let quantizer = 52 - 40 * min(max(quality, 0), 1)
      let step = pow(2, (quantizer - 4) / 6)
      return max(ceiling == nil ? 0 : 32, Int(6 + 1.2 * step))
    case .average: return 96
    }
  }
}
