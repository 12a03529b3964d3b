import Swage
import Testing

@testable import SwageCLI

@Suite struct TimeOptionsTests {
  @Test(
    arguments: [
      ("24", Rational(24, 1)), ("29.97", Rational(30_000, 1_001)), ("23.976", Rational(24_000, 1_001)),
      ("23.98", Rational(24_000, 1_001)), ("59.94", Rational(60_000, 1_001)), ("30000/1001", Rational(30_000, 1_001)),
      ("12.5", Rational(25, 2)), ("30.0", Rational(30, 1)), ("16.667", Rational(16_667, 1_000)),
    ])
  func `a frame rate is whole, decimal or a fraction, and television's are exact`(_ text: String, _ rate: Rational)
    throws
  {
    #expect(try compress("a", "--fps", text).request().video.frameRate == .constant(rate))
    #expect(try compress("a", "--max-fps", text).request().video.frameRate == .atMost(rate, .evenly))
  }

  @Test(arguments: [
    ("0", "0 is out of range; allowed is 1 to 240"), ("241", "241 is out of range; allowed is 1 to 240"),
    ("fast", "'fast' is no number; write it such as 30, 29.97 or 30000/1001"),
    ("30/0", "'30/0' is no number; write it such as 30, 29.97 or 30000/1001"),
    ("-5", "'-5' is no number; write it such as 30, 29.97 or 30000/1001"),
  ])
  func `a wrong frame rate is refused with what is allowed`(_ text: String, _ reason: String) {
    #expect(complaint(["a", "--fps=\(text)"]) == "--fps: \(reason)")
  }

  @Test func `every option of time reaches the request`() throws {
    let request = try compress(
      "a", "--max-fps=15", "--reducer=random", "--reducer-seed=7", "--speed=3/2", "--speed-range=5..12.5:1/2",
      "--speed-range", "1:30..:0.25", "--speed-range=..2:4", "--pitch=follow", "--interpolate=motion"
    ).request()
    #expect(request.video.frameRate == .atMost(Rational(15, 1), .randomly(seed: 7)))
    #expect(
      request.speed == [
        SpeedChange(Rational(3, 2)), SpeedChange(Rational(1, 2), in: TimeRange(start: 5, end: 12.5)),
        SpeedChange(Rational(1, 4), in: TimeRange(start: 90)), SpeedChange(Rational(4, 1), in: TimeRange(end: 2)),
      ])
    #expect(request.pitch == .follow && request.interpolation == .motion)
    #expect(
      try compress("a", "--max-fps=15", "--reducer=scene").request().video.frameRate
        == .atMost(Rational(15, 1), .sceneAware))
  }

  @Test(
    arguments: [
      (["--fps=24", "--max-fps=24"], "'--fps' and '--max-fps' can't be used together"),
      (["--reducer=scene"], "'--reducer' needs '--max-fps'"),
      (["--max-fps=9", "--reducer-seed=1"], "'--reducer-seed' needs '--reducer random'"),
      (["--pitch=keep"], "'--pitch' needs '--speed' or '--speed-range'"),
      (["--interpolate=motion"], "'--interpolate' needs '--speed' or '--speed-range'"),
      (["--speed=5"], "--speed: 5 is out of range; allowed is 0.25 to 4"),
      (["--speed=1/5"], "--speed: 1/5 is out of range; allowed is 0.25 to 4"),
      (
        ["--speed-range=5:2"],
        "--speed-range: '5:2' is no part with a speed; write START..END:SPEED, such as 5..12.5:1/2 or 1:30..:2"
      ), (["--speed-range=5..3:2"], "--speed-range: '5..3' ends before it starts; the end must be later than 5"),
      (["--speed-range=1..3:x"], "--speed-range: 'x' is no number; write it such as 2, 0.5 or 3/2"),
    ])
  func `what contradicts itself or is out of range is refused`(_ options: [String], _ message: String) {
    #expect(complaint(["a"] + options) == message)
  }
}
