import Media
import Testing

@testable import VideoCompression

@Suite("The clock of a timeline")
struct TimelineClockTests {
  private func timeline(_ parts: [(Double, Double, Rational)]) -> TimelinePlan {
    TimelinePlan(
      origin: parts.first?.0 ?? 0, start: nil, end: nil, duration: 0,
      speed: parts.map { SpeedSegment(start: $0.0, end: $0.1, speed: $0.2) })
  }

  @Test("At one speed each tick is exactly where it belongs, however late")
  func exact() {
    let map = TimelineMap(timeline([(0, 86_400, Rational(11, 10))]), timeBase: Rational(1, 90_000))
    for number in [0, 1, 1_000_003, 7_776_000_000] as [Int64] {
      #expect(map.result(number * 11, in: Rational(1, 90_000)) == number * 10)
    }
  }

  @Test("Parts follow one another without a gap, and the way back leads to where it came from")
  func parts() {
    let clock = TimelineClock(
      timeline([(2, 5, Rational(1, 1)), (5, 7, Rational(1, 2)), (7, 8.5, Rational(3, 1)), (8.5, 12, Rational(1, 1))]))
    #expect(clock.result(2) == 0 && clock.result(5) == 3 && clock.result(7) == 7)
    #expect(abs(clock.result(8.5) - 7.5) < 1e-9 && abs(clock.result(12) - 11) < 1e-9)
    // Beyond its ends the first and the last speed go on.
    #expect(clock.result(1) == -1 && abs(clock.result(13) - 12) < 1e-9)
    for time in stride(from: 0.0, through: 14, by: 0.37) {
      #expect(abs(clock.source(clock.result(time)) - time) < 1e-8)
    }
  }

  @Test("Streams with clocks of their own agree, whatever the parts")
  func agrees() {
    let parts = (0..<200).map { number -> (Double, Double, Rational) in
      let start = Double(number) / 3
      return (start, Double(number + 1) / 3, Rational(Int32(1 + number % 7), Int32(2 + number % 3)))
    }
    let plan = timeline(parts)
    let (film, sound) = (
      TimelineMap(plan, timeBase: Rational(1, 1_000)), TimelineMap(plan, timeBase: Rational(1, 44_100))
    )
    for second in 0..<60 as Range<Int64> {
      let (a, b) = (
        film.result(second * 1_000, in: Rational(1, 1_000_000)),
        sound.result(second * 44_100, in: Rational(1, 1_000_000))
      )
      #expect(abs(a - b) <= 1)
    }
  }

  @Test("A hostile time base and hostile times don't crash")
  func hostile() {
    let plan = timeline([(0, 1e6, Rational(999_999, 999_998)), (1e6, 2e6, Rational(1, 4))])
    for base in [Rational(.max, .max), Rational(.max, 1), Rational(1, .max), Rational(0, 1), Rational(1, 0)] {
      for tick in [.min, -1, 0, 1, .max] as [Int64] {
        _ = TimelineMap(plan, timeBase: base).result(tick == .min ? .min + 1 : tick, in: Rational(1, 1_000_000))
      }
    }
  }
}
