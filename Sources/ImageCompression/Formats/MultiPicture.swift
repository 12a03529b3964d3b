/// The pictures behind a JPEG picture in the same file (CIPA DC-007, Multi-Picture Format).
struct MultiPicture {
  /// The other pictures, each a JPEG file.
  let others: [[UInt8]]

  private static let marker = "MPF\0"
  private static let numberOfImages = 0xB001
  private static let entries = 0xB002

  /// Finds the pictures that a file's index tells of.
  init(_ file: JPEGFile, in bytes: [UInt8]) {
    guard let payload = file.payloads(0xE2, beginning: Self.marker).first, let index = ExifBlock(payload),
      let table = index.field(Self.entries, in: index.firstDirectory)
    else {
      others = []
      return
    }
    // Positions count from the index's own header; the first picture's is 0.
    let base = payload.startIndex
    others = (0..<(table.byteCount / 16)).compactMap { number in
      let entry = table.value + number * 16
      guard let size = index.integer(at: entry + 4, bytes: 4), let offset = index.integer(at: entry + 8, bytes: 4),
        offset > 0, size > 4, base + offset + size <= bytes.count
      else { return nil }
      let picture = Array(bytes[(base + offset)..<(base + offset + size)])
      return picture.starts(with: [0xFF, 0xD8, 0xFF]) ? picture : nil
    }
  }

  /// Puts pictures behind a JPEG file and tells of them in an index.
  ///
  /// - Parameters:
  ///   - others: The pictures that follow, each a JPEG file.
  ///   - primary: The first picture, a JPEG file without such an index.
  ///   - position: Where in it the index is to stand: between two segments.
  static func join(_ others: [[UInt8]], to primary: [UInt8], indexAt position: Int) -> [UInt8] {
    let count = others.count + 1
    // The marker and length, the name, the header, a directory of three fields, the table.
    let indexSize = 4 + marker.utf8.count + 8 + 2 + 3 * 12 + 4 + count * 16
    let base = position + 4 + marker.utf8.count
    let primarySize = primary.count + indexSize
    var index: [UInt8] = [0xFF, 0xE2]
    append(indexSize - 2, 2, to: &index)
    index += Array(marker.utf8) + Array("MM\0*".utf8)
    append(8, 4, to: &index)
    append(3, 2, to: &index)
    // The version is four characters.
    field(0xB000, type: 7, count: 4, to: &index)
    index += Array("0100".utf8)
    field(numberOfImages, type: 4, count: 1, to: &index)
    append(count, 4, to: &index)
    field(entries, type: 7, count: count * 16, to: &index)
    append(8 + 2 + 3 * 12 + 4, 4, to: &index)
    append(0, 4, to: &index)
    var offset = primarySize - base
    for (number, size) in ([primarySize] + others.map(\.count)).enumerated() {
      // The first is the "baseline MP primary image".
      append(number == 0 ? 0x0003_0000 : 0, 4, to: &index)
      append(size, 4, to: &index)
      append(number == 0 ? 0 : offset, 4, to: &index)
      append(0, 4, to: &index)
      if number > 0 { offset += size }
    }
    return Array(primary[..<position]) + index + Array(primary[position...]) + others.flatMap { $0 }
  }

  private static func field(_ tag: Int, type: Int, count: Int, to bytes: inout [UInt8]) {
    append(tag, 2, to: &bytes)
    append(type, 2, to: &bytes)
    append(count, 4, to: &bytes)
  }

  private static func append(_ value: Int, _ count: Int, to bytes: inout [UInt8]) {
    bytes += [UInt8](repeating: 0, count: count)
    bytes.set(value, at: bytes.count - count, bytes: count)
  }
}
