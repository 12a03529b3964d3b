/// Where the data of a HEIF file's items is (`iloc`, ISO/IEC 14496-12, 8.11.3).
struct ItemLocations {
  /// The pieces of each item that are places in the file or in its box of item data, by the item's number.
  private var pieces: [Int: [Range<Int>]] = [:]

  /// Reads the table.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - range: The box's payload.
  ///   - dataBox: The payload of the box of item data (`idat`); `nil` when there is none.
  init(_ bytes: [UInt8], in range: Range<Int>, dataBox: Range<Int>? = nil) {
    guard range.count >= 8 else { return }
    let version = bytes[range.lowerBound]
    let (sizes, more) = (bytes[range.lowerBound + 4], bytes[range.lowerBound + 5])
    var reader = Reader(bytes: bytes, position: range.lowerBound + 6, end: range.upperBound)
    let count = reader.read(version < 2 ? 2 : 4) ?? 0
    for _ in 0..<count {
      guard let item = reader.read(version < 2 ? 2 : 4) else { return }
      // 0 are places in the file, 1 in the box of item data; others are in other items.
      var method = 0
      if version > 0 { method = (reader.read(2) ?? 0) & 15 }
      guard reader.read(2) != nil, let base = reader.read(Int(more >> 4)), let extents = reader.read(2) else { return }
      let place = method == 1 ? dataBox ?? 0..<0 : 0..<bytes.count
      var found: [Range<Int>] = []
      for _ in 0..<extents {
        if version > 0 { _ = reader.read(Int(more & 15)) }
        guard let offset = reader.read(Int(sizes >> 4)), let length = reader.read(Int(sizes & 15)) else { return }
        guard base < 1 << 40, offset < 1 << 40, length < 1 << 40 else { continue }
        let start = place.lowerBound + base + offset
        guard start + length <= place.upperBound else { continue }
        found.append(start..<(start + length))
      }
      if method < 2, found.count == extents, pieces[item] == nil { pieces[item] = found }
    }
  }

  /// An item's data; `nil` where it isn't in places of the file.
  func data(of item: Int, in bytes: [UInt8]) -> [UInt8]? { pieces[item].map { $0.flatMap { bytes[$0] } } }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    /// A number of so many bytes, 0 for none; `nil` at the end.
    mutating func read(_ count: Int) -> Int? {
      guard count > 0 else { return 0 }
      guard position + count <= end, count <= 8, let value = bytes.integer(at: position, bytes: count), value >= 0
      else {
        return nil
      }
      position += count
      return value
    }
  }
}
