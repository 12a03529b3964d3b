import Foundation
import Media
import Testing

@testable import VideoCompression

@Suite("Sound at another speed")
struct TimeStretcherTests {
  private static let rate = 16_000

  private func timeline(_ parts: [(Double, Double, Rational)]) -> TimelinePlan {
    TimelinePlan(
      origin: 0, start: nil, end: nil, duration: 0,
      speed: parts.map { SpeedSegment(start: $0.0, end: $0.1, speed: $0.2) })
  }

  private func tone(_ hertz: Double, seconds: Double) -> [Float] {
    (0..<Int(seconds * Double(Self.rate))).map {
      Float(0.5 * sin(2 * Double.pi * hertz * Double($0) / Double(Self.rate)))
    }
  }

  /// Feeds a sound in small pieces.
  private func played(_ sound: [Float], _ plan: TimelinePlan, tape: Bool = false, channels: Int = 1) -> [[Float]] {
    let clock = SampleClock(plan, rate: Self.rate)
    var stretcher = TimeStretcher(clock: clock, channelCount: channels, from: 0)
    var resampler = TapeResampler(clock: clock, channelCount: channels, from: 0)
    var output = [[Float]](repeating: [], count: channels)
    func take(_ ready: [[Float]]) { for index in output.indices { output[index] += ready[index] } }
    for start in stride(from: 0, to: sound.count, by: 700) {
      let piece = Array(sound[start..<min(start + 700, sound.count)])
      let all = (0..<channels).map { channel in piece.map { $0 / Float(channel + 1) } }
      if tape {
        resampler.add(all, at: start)
        take(resampler.read(isLast: false))
      } else {
        stretcher.add(all, at: start)
        take(stretcher.read(isLast: false))
      }
    }
    take(tape ? resampler.read(isLast: true) : stretcher.read(isLast: true))
    return output
  }

  /// The frequency by counting the zeros that a tone rises through.
  private func frequency(_ sound: [Float]) -> Double {
    let zeros = (1..<sound.count).filter { sound[$0 - 1] < 0 && sound[$0] >= 0 }
    guard let first = zeros.first, let last = zeros.last, last > first else { return 0 }
    return Double(zeros.count - 1) * Double(Self.rate) / Double(last - first)
  }

  @Test("The pitch stays and the length is exact", arguments: [(1, 2), (2, 1), (5, 4), (1, 4), (4, 1), (11, 10)])
  func keeps(speed: (Int32, Int32)) {
    let speed = Rational(speed.0, speed.1)
    for hertz in [110.0, 440, 1_000] {
      let sound = played(tone(hertz, seconds: 3), timeline([(0, 3, speed)]))[0]
      #expect(sound.count == Int((3 / speed.value * Double(Self.rate)).rounded()))
      let inner = Array(sound[1_000..<(sound.count - 1_000)])
      #expect(abs(frequency(inner) - hertz) < hertz * 0.011, "\(frequency(inner)) Hz at \(speed)")
      // A steady tone stays steady: no piece is weaker or torn.
      let loudness = stride(from: 0, to: inner.count - 800, by: 800).map { start in
        inner[start..<(start + 800)].reduce(0) { $0 + $1 * $1 } / 800
      }
      #expect((loudness.min() ?? 0) > 0.1 && (loudness.max() ?? 1) < 0.15, "\(hertz) Hz at \(speed): \(loudness)")
    }
  }

  @Test("As on a tape the pitch follows, and what would be too high is left out", arguments: [(1, 2), (2, 1), (3, 2)])
  func follows(speed: (Int32, Int32)) {
    let speed = Rational(speed.0, speed.1)
    let sound = played(tone(440, seconds: 2), timeline([(0, 2, speed)]), tape: true)[0]
    #expect(sound.count == Int((2 / speed.value * Double(Self.rate)).rounded()))
    #expect(abs(frequency(Array(sound[500..<(sound.count - 500)])) - 440 * speed.value) < 2)
    let high = played(tone(6_000, seconds: 1), timeline([(0, 1, Rational(2, 1))]), tape: true)[0]
    #expect((high[500..<(high.count - 500)].map(abs).max() ?? 1) < 0.02)
  }

  @Test("What isn't changed is the same, sample for sample, and each channel has its own sound")
  func plain() {
    let sound = tone(300, seconds: 2)
    let output = played(sound, timeline([(0, 1, Rational(1, 1)), (1, 2, Rational(1, 2))]), channels: 3)
    #expect(output[0].count == Self.rate * 3)
    #expect(zip(output[0].prefix(Self.rate - 400), sound).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(zip(output[0], output[2]).allSatisfy { abs($0 / 3 - $1) < 1e-5 })
  }

  @Test("A click is where the timeline says, before, in and behind a slow part", arguments: [0.5, 1.6, 2.7])
  func clicks(time: Double) throws {
    var sound = [Float](repeating: 0, count: Self.rate * 3)
    for index in 0..<320 { sound[Int(time * Double(Self.rate)) + index] = index % 8 < 4 ? 0.8 : -0.8 }
    let plan = timeline([(0, 1, Rational(1, 1)), (1, 2, Rational(1, 2)), (2, 3, Rational(1, 1))])
    let output = played(sound, plan)[0]
    let loudest = try #require(output.firstIndex { abs($0) > 0.4 })
    #expect(abs(Double(loudest) / Double(Self.rate) - TimelineClock(plan).result(time)) < 0.02)
  }
}
