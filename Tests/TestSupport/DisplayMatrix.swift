import Foundation

/// The display matrix of a track header (ISO/IEC 14496-12, 8.3.2), which no `ffmpeg` option of version 5.1 can mirror.
public enum DisplayMatrix {
  /// The matrix's upper left part (a, b, c, d) for each of Exif's orientations.
  static let turns: [Int: [Int32]] = [
    1: [1, 0, 0, 1], 2: [-1, 0, 0, 1], 3: [-1, 0, 0, -1], 4: [1, 0, 0, -1],
    5: [0, 1, 1, 0], 6: [0, 1, -1, 0], 7: [0, -1, -1, 0], 8: [0, -1, 1, 0],
  ]

  /// Overwrites the matrix of a file's first track.
  public static func write(orientation: Int, width: Int32, height: Int32, into data: inout Data) throws {
    guard let turn = turns[orientation], let box = data.range(of: Data("tkhd".utf8)) else {
      throw ToolFailure("no track header")
    }
    let isLong = data[box.upperBound] == 1
    let start = box.upperBound + (isLong ? 52 : 40)
    let (a, b, c, d) = (turn[0], turn[1], turn[2], turn[3])
    // Moved so that the turned picture's upper left corner lies at 0, 0.
    let x = -min(0, a * width, c * height, a * width + c * height)
    let y = -min(0, b * width, d * height, b * width + d * height)
    let one: Int32 = 1 << 16
    let numbers: [Int32] = [a * one, b * one, 0, c * one, d * one, 0, x * one, y * one, 1 << 30]
    let bytes = numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    data.replaceSubrange(start..<start + 36, with: bytes)
  }
}
