import Swage
import Testing

@testable import SwageCLI

@Suite struct OptionValueTests {
  @Test(
    arguments: [
      ("5..12.5", 5, 12.5), ("1:30..", 90, nil), ("..0:01:00.250", nil, 60.25), ("01:00:00..01:00:01", 3600, 3601),
      ("0..1", 0, 1), (".5..1", 0.5, 1),
    ] as [(String, Double?, Double?)])
  func `a trim is seconds, minutes or hours on either side`(_ text: String, _ start: Double?, _ end: Double?) throws {
    #expect(try compress("a", "--trim", text).trim == TimeRange(start: start, end: end))
  }

  @Test(arguments: [
    ("5", "'5' is no range; write START..END, such as 5..12.5, 1:30.. or ..0:01:00.250"),
    ("..", "'..' names neither a start nor an end"),
    ("1...5", "'1...5' is no range; write START..END, such as 5..12.5, 1:30.. or ..0:01:00.250"),
    ("10..5", "'10..5' ends before it starts; the end must be later than 10"),
    ("5..5", "'5..5' ends before it starts; the end must be later than 5"),
    ("..0", "'..0' ends before it starts; the end must be later than 0"),
    ("-5..10", "-5 is negative; times count from the start of the recording"),
    ("1:75..", "75 in '1:75' is out of range; minutes and seconds after a colon go up to 59"),
    ("1:2:3:4..", "'1:2:3:4' is no time; write seconds, mm:ss or hh:mm:ss.mmm"),
    ("nan..", "'nan' is no time; write seconds, mm:ss or hh:mm:ss.mmm"),
    ("1.5:00..", "'1.5:00' is no time; write seconds, mm:ss or hh:mm:ss.mmm"),
  ])
  func `a wrong trim is refused with what is wrong`(_ text: String, _ reason: String) {
    #expect(complaint(["a", "--trim", text]) == "--trim: \(reason)")
  }

  @Test(arguments: [("1.5M", 1_500_000), ("800k", 800_000), ("64K", 64_000), ("96000", 96_000)])
  func `a bit rate is bits or thousands or millions of them`(_ text: String, _ bits: Int64) throws {
    #expect(try compress("a", "--bitrate", text).encoder.bitRate == .bits(bits))
  }

  @Test(arguments: ["1.5m", "M", "1,5M", "fast", "1e6", ""])
  func `what is no bit rate is refused`(_ text: String) {
    let reason = "'\(text)' is no bit rate; write bits per second, such as 1.5M, 800k or 96000"
    #expect(complaint(["a", "--bitrate=\(text)"]) == "--bitrate: \(reason)")
  }

  @Test(arguments: [
    ("--quality=1.01", "--quality: 1.01 is out of range; allowed is 0 to 1"),
    ("--quality=-0.1", "--quality: -0.1 is out of range; allowed is 0 to 1"),
    ("--quality=good", "--quality: 'good' is no number"),
    ("--audio-channels=9", "--audio-channels: 9 is out of range; allowed is 1 to 8"),
    ("--audio-rate=96001", "--audio-rate: 96001 is out of range; allowed is 8000 to 96000"),
    ("--keyframe-interval=0", "--keyframe-interval: 0 is out of range; allowed is at least 1"),
    ("--keyframe-interval=2.5", "--keyframe-interval: '2.5' is no whole number"),
    ("--long-side=99999999999999999999", "--long-side: 99999999999999999999 is out of range; allowed is 2 to 32768"),
    ("--bitrate=5", "--bitrate: 5 bits per second is out of range; allowed is 1k to 1000M"),
  ])
  func `a value out of range is refused with the range`(_ argument: String, _ message: String) {
    #expect(complaint(["a", argument]) == message)
  }

  @Test(arguments: ["--quality=0", "--quality=1", "--audio-channels=8", "--audio-rate=8000", "--keyframe-interval=1"])
  func `the ends of a range are in it`(_ argument: String) {
    #expect(complaint(["a", argument]) == nil)
  }
}
