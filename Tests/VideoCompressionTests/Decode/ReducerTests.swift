import Testing
import VideoCompression

@Suite("Reducers")
struct ReducerTests {
  /// Frames of a constant rate.
  private func frames(_ count: Int, rate: Double) -> [FrameSummary] {
    (0..<count).map { FrameSummary(time: Double($0) / rate, duration: 1 / rate) }
  }

  private func kept(_ count: Int, _ rate: Double, to target: Double) -> [Int]? {
    EvenlySpacedFrames().keptFrames(of: frames(count, rate: rate), atMost: target, duration: Double(count) / rate)
  }

  @Test("Evenly spaced, 30 to 24 frames a second gives the known indices")
  func thirtyTo24() {
    #expect(
      kept(30, 30, to: 24) == [
        0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 15, 16, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29,
      ])
  }

  @Test("Evenly spaced, 30 to 20, 60 to 30, 25 to 24 and 29.97 to 24 give the known indices")
  func others() {
    #expect(kept(30, 30, to: 20) == [0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29])
    #expect(kept(60, 60, to: 30) == Array(stride(from: 0, to: 60, by: 2)))
    #expect(kept(25, 25, to: 24) == Array(0...11) + Array(13...24))
    let television = kept(60, 30_000.0 / 1_001, to: 24)
    #expect(television?.count == 48 && television?.last == 59)
    #expect(kept(10, 24, to: 30) == nil, "nothing is dropped where there are fewer")
  }

  @Test("Evenly spaced, times that are rounded to milliseconds choose the same frames")
  func rounded() {
    let frames = (0..<30).map { FrameSummary(time: (Double($0) * 1000 / 30).rounded() / 1000, duration: 1 / 30) }
    #expect(EvenlySpacedFrames().keptFrames(of: frames, atMost: 20, duration: 1) == kept(30, 30, to: 20))
  }

  @Test("Evenly spaced, a slow part keeps every frame and a fast part loses some, by time")
  func variable() throws {
    let times = (0..<40).map { Double($0) / 10 } + (0..<240).map { 4 + Double($0) / 60 }
    let frames = times.map { FrameSummary(time: $0, duration: 0) }
    let kept = try #require(EvenlySpacedFrames().keptFrames(of: frames, atMost: 24, duration: 8))
    #expect(Array(kept.prefix(40)) == Array(0..<40))
    #expect(abs(kept.count - 40 - 96) <= 1)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count)
  }

  @Test("At random, each of equal parts has one frame, the first frame is there, and a seed repeats itself")
  func random() throws {
    let all = frames(300, rate: 60)
    let kept = try #require(RandomFrames(seed: 7).keptFrames(of: all, atMost: 15, duration: 5))
    #expect(kept.count == 75 && kept.first == 0)
    #expect(kept.enumerated().allSatisfy { $0.element / 4 == $0.offset })
    #expect(RandomFrames(seed: 7).keptFrames(of: all, atMost: 15, duration: 5) == kept)
    #expect(RandomFrames(seed: 8).keptFrames(of: all, atMost: 15, duration: 5) != kept)
    #expect(RandomFrames().keptFrames(of: all, atMost: 60, duration: 5) == nil)
  }

  @Test("By scenes, each cut's first frame is kept, and most of the rest is where things move")
  func scenes() throws {
    let all = (0..<300).map { number -> FrameSummary in
      let isCut = number == 61 || number == 200
      let motion: Double = number < 150 ? 0 : 0.02
      return FrameSummary(time: Double(number) / 30, duration: 1 / 30, change: isCut ? 0.3 : motion, isCut: isCut)
    }
    let kept = try #require(SceneAwareFrames().keptFrames(of: all, atMost: 10, duration: 10))
    #expect(kept.count == 100)
    #expect(kept.contains(0) && kept.contains(61) && kept.contains(200))
    #expect(kept.count { $0 >= 150 } > 80)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count)
    let few = try #require(SceneAwareFrames().keptFrames(of: all, atMost: 0.2, duration: 10))
    #expect(few.count == 2 && few.first == 0)
  }

  @Test("By scenes, a film in which nothing changes is thinned evenly")
  func still() throws {
    let kept = try #require(SceneAwareFrames().keptFrames(of: frames(100, rate: 50), atMost: 10, duration: 2))
    #expect(kept.count == 20)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 <= 8 })
  }
}
