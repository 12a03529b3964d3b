import Foundation
import Testing

@testable import SwageBench

@Suite("What measurements are made into") struct StatisticsTests {
  @Test("the median is the middle one, or the mean of the two there") func median() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 2, 3].median == 2.5)
    #expect([Double]().median == nil)
  }

  @Test("one slow run changes neither median nor deviation much") func summary() throws {
    let summary = try #require(Summary([1.0, 1.1, 0.9, 1.0, 50]))
    #expect(summary.median == 1.0)
    #expect(summary.low == 0.9)
    #expect(summary.high == 50)
    #expect(abs(summary.deviation - 0.1) < 1e-9)
  }

  @Test("ratios are taken within pairs, so a slow minute counts for both") func pairs() throws {
    // The second pair was in a minute that was ten times slower.
    let ratio = try #require(PairedRatios.summary([1, 11, 1.2], over: [2, 20, 2]))
    #expect(abs(ratio.median - 0.55) < 1e-9)
    #expect(PairedRatios.summary([1], over: [1, 2]) == nil)
    #expect(PairedRatios.summary([1], over: [0]) == nil)
  }

  @Test("a curve that takes a tenth less everywhere has a delta of a tenth less") func delta() throws {
    let reference = [30.0, 34, 38, 41].map { RatePoint(rate: pow(2, $0 / 3), quality: $0) }
    let better = reference.map { RatePoint(rate: $0.rate * 0.9, quality: $0.quality) }
    let delta = try #require(BjontegaardDelta.rate(of: better, against: reference))
    #expect(abs(delta + 0.1) < 1e-6)
    let back = try #require(BjontegaardDelta.rate(of: reference, against: better))
    #expect(abs(back - 1 / 9) < 1e-6)
  }

  @Test("a curve between two points is straight in the logarithm of the rate") func twoPoints() throws {
    let reference = [RatePoint(rate: 100, quality: 30), RatePoint(rate: 400, quality: 40)]
    // In the qualities that both have, 32 to 38, the ratio rises from 1 to 2: on average the square root of 2.
    let other = [RatePoint(rate: 100 * pow(4, 0.2), quality: 32), RatePoint(rate: 200 * pow(4, 0.8), quality: 38)]
    let delta = try #require(BjontegaardDelta.rate(of: other, against: reference))
    #expect(abs(delta - (2.0.squareRoot() - 1)) < 1e-4)
  }

  @Test("a steep piece behind a flat one doesn't make the flat one swing") func monotone() throws {
    let steep = [0, 0.01, 2].enumerated().map { RatePoint(rate: exp($1), quality: Double($0)) }
    // The slopes at both ends of the first piece are 0.01 and the harmonic mean of 0.01 and 1.99, which is 0.0199; the
    // mean of the piece is that of its ends and a twelfth of the difference of its slopes.
    let delta = try #require(BjontegaardDelta.rate(of: steep, against: Array(steep.prefix(2))))
    #expect(abs(delta - (exp((0.01 - 0.0199) / 12) - 1)) < 1e-5)
  }

  @Test("curves that share no quality, or fall, have no delta") func noDelta() {
    let low = [RatePoint(rate: 1, quality: 1), RatePoint(rate: 2, quality: 2)]
    let high = [RatePoint(rate: 1, quality: 3), RatePoint(rate: 2, quality: 4)]
    #expect(BjontegaardDelta.rate(of: low, against: high) == nil)
    let falling = [RatePoint(rate: 2, quality: 1), RatePoint(rate: 1, quality: 2)]
    #expect(BjontegaardDelta.rate(of: falling, against: low) == nil)
    #expect(BjontegaardDelta.rate(of: [low[0]], against: low) == nil)
  }

  @Test("numbers have about three digits and a unit that fits") func figures() {
    #expect(Figure.duration(0.0301) == "30.1 ms")
    #expect(Figure.duration(12.345) == "12.3 s")
    #expect(Figure.duration(7.5e-7) == "750 ns")
    #expect(Figure.memory(300 * 1_048_576) == "300 MiB")
    #expect(Figure.data(240_123) == "240 kB")
    #expect(Figure.trimmed(0.97) == "0.97")
    #expect(Figure.fixed(-0.04, decimals: 1) == "0.0")
    #expect(Figure.precise(0.000_012_34) == "1.234e-5")
  }

  @Test("ticks of an axis are round, within it and a handful") func ticks() {
    for range in [0.0...1, 0.86...0.98, 30.2...41.7, 0...7351] {
      let ticks = Axis(range, from: 0, to: 100).ticks
      #expect((3...9).contains(ticks.count), "\(range): \(ticks)")
      #expect(ticks.allSatisfy { range.lowerBound - 1e-9 <= $0 && $0 <= range.upperBound + 1e-9 }, "\(range): \(ticks)")
    }
    let rates = Axis(240_000...780_000, from: 0, to: 100, isLogarithmic: true)
    #expect(rates.ticks.contains(500_000))
    #expect(rates.ticks.count >= 4)
    #expect(abs(rates.position((240_000.0 * 780_000).squareRoot()) - 50) < 1e-6)
  }
}
