import Foundation

/// Subtitles as pictures in the way of Blu-ray discs (PGS), which `ffmpeg` can copy but not make.
enum PictureSubtitles {
  /// A file that shows a small white square for half a second from each of some times in seconds.
  static func file(times: [Double]) -> Data {
    times.enumerated().reduce(into: Data()) { data, entry in
      data += display(at: entry.element, number: entry.offset * 2, shows: true)
      data += display(at: entry.element + 0.5, number: entry.offset * 2 + 1, shows: false)
    }
  }

  private static func display(at time: Double, number: Int, shows: Bool) -> Data {
    let (width, height) = (320, 180)
    var composition = big(width) + big(height) + [0x10] + big(number) + [0x80, 0, 0, shows ? 1 : 0]
    if shows { composition += big(0) + [0, 0] + big(20) + big(20) }
    var data = segment(0x16, composition, at: time)
    data += segment(0x17, [1, 0] + big(20) + big(20) + big(16) + big(16), at: time)
    if shows {
      data += segment(0x14, [0, 0, 1, 235, 128, 128, 255], at: time)
      // Sixteen rows of sixteen pixels of color 1, each row ended by two zeros.
      let rows = (0..<16).flatMap { _ in [UInt8](arrayLiteral: 0, 0x80 | 16, 1, 0, 0) }
      let length = rows.count + 4
      let object: [UInt8] = big(0) + [0, 0xC0, 0] + big(length) + big(16) + big(16) + rows
      data += segment(0x15, object, at: time)
    }
    return data + segment(0x80, [], at: time)
  }

  private static func segment(_ kind: UInt8, _ body: [UInt8], at time: Double) -> Data {
    let ticks = UInt32(time * 90_000)
    let stamp = withUnsafeBytes(of: ticks.bigEndian) { Array($0) }
    return Data(Array("PG".utf8) + stamp + [0, 0, 0, 0, kind] + big(body.count) + body)
  }

  private static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }
}
