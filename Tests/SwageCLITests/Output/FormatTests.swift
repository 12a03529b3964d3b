import Testing

@testable import SwageCLI

@Suite struct FormatTests {
  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (1234, "1.23 kB"), (12_345, "12.3 kB"), (999_499, "999 kB"),
      (999_500, "1.00 MB"), (48_200_000, "48.2 MB"), (9_996_000, "10.0 MB"), (5_000_000_000, "5.00 GB"),
    ] as [(Int64, String)])
  func `bytes have three digits and a decimal unit`(_ count: Int64, _ text: String) {
    #expect(Format.bytes(count) == text)
  }

  @Test(arguments: [(800, "800 bit/s"), (96_000, "96.0 kbit/s"), (1_500_000, "1.50 Mbit/s")] as [(Int64, String)])
  func `bit rates have three digits and a decimal unit`(_ rate: Int64, _ text: String) {
    #expect(Format.bitRate(rate) == text)
  }

  @Test(arguments: [
    (0, "0:00:00.000"), (20.02, "0:00:20.020"), (3599.9996, "1:00:00.000"), (3661.5, "1:01:01.500"),
    (-0.5, "-0:00:00.500"), (.nan, "unknown"), (.infinity, "unknown"),
  ])
  func `durations are hours, minutes, seconds and milliseconds`(_ seconds: Double, _ text: String) {
    #expect(Format.duration(seconds) == text)
  }

  @Test(arguments: [(29.97, "29.97"), (23.976, "23.976"), (30, "30"), (0.1, "0.1"), (100, "100"), (-0.0001, "0")])
  func `numbers end without zeros`(_ value: Double, _ text: String) {
    #expect(Format.trimmed(value) == text)
  }

  @Test(
    arguments: [
      (100, 25, "75 % smaller"), (1000, 1, "more than 99 % smaller"), (1000, 999, "0.1 % smaller"),
      (100_000, 99_999, "less than 0.1 % smaller"), (100, 150, "50 % larger"), (100, 100, "same size"),
      (0, 5, "same size"),
    ] as [(Int64, Int64, String)])
  func `a change of size is never rounded to all or nothing`(_ old: Int64, _ new: Int64, _ text: String) {
    #expect(Format.change(from: old, to: new) == text)
  }

  @Test func `the time to come is rounded up`() {
    #expect(Format.remaining(11.2) == "0:00:12")
    #expect(Format.remaining(-3) == "0:00:00")
    #expect(Format.remaining(.infinity) == "-:--:--")
  }

  @Test func `control characters of a file can't reach a terminal`() {
    #expect(Printable.text("a\u{1B}[31m\nb\u{202E}c") == "a\\u{1B}[31m\\u{A}b\\u{202E}c")
    #expect(Printable.text("日本 👩‍👩‍👧 é") == "日本 👩‍👩‍👧 é")
  }
}
