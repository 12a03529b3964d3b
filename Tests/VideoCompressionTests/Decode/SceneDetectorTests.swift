import Testing

@testable import VideoCompression

@Suite("The search for cuts")
struct SceneDetectorTests {
  private func cuts(_ pictures: [[UInt8]], rate: Double = 25) -> [Int] {
    var detector = SceneDetector()
    for (number, picture) in pictures.enumerated() { detector.add(picture, at: Double(number) / rate) }
    return detector.entries().enumerated().filter { $0.element.isCut }.map(\.offset)
  }

  /// A picture of stripes that can be moved, of a brightness.
  private func picture(_ seed: Int, moved: Int = 0, brighter: Int = 0) -> [UInt8] {
    (0..<576).map { (place: Int) -> UInt8 in
      let pattern = (place + moved) * (seed * 37 + 11) % 160
      return UInt8(clamping: pattern + 30 + brighter)
    }
  }

  @Test("A cut is found where it is, also between still pictures and at any length of film")
  func cut() {
    let scenes = (0..<8).flatMap { scene in (0..<50).map { _ in picture(scene) } }
    #expect(cuts(scenes) == [50, 100, 150, 200, 250, 300, 350])
  }

  @Test("A flash is no cut", arguments: [1, 3, 6])
  func flash(length: Int) {
    let pictures = (0..<100).map { picture(1, brighter: (40..<(40 + length)).contains($0) ? 120 : 0) }
    #expect(cuts(pictures) == [])
  }

  @Test("A fade and a dissolve are none")
  func fade() {
    let fade = (0..<60).map { (number: Int) -> [UInt8] in
      picture(1).map { UInt8(Int($0) * max(0, 40 - number) / 40) }
    }
    #expect(cuts(fade) == [])
    let (a, b) = (picture(1), picture(2))
    let dissolve = (0..<80).map { (number: Int) -> [UInt8] in
      let share = min(max(number - 20, 0), 30)
      return zip(a, b).map { (x: UInt8, y: UInt8) -> UInt8 in UInt8((Int(x) * (30 - share) + Int(y) * share) / 30) }
    }
    #expect(cuts(dissolve) == [])
  }

  @Test("Steady fast motion is none, and a cut out of it is one")
  func motion() {
    var noise = SplitMix64(seed: 3)
    let moving = (0..<60).map { _ in picture(1).map { UInt8(clamping: Int($0) + .random(in: -12...12, using: &noise)) }
    }
    #expect(cuts(moving) == [])
    #expect(cuts(moving + (0..<40).map { _ in picture(2) }) == [60])
  }
}
