extension HeifItems {
  /// Where the bytes of an item lie, by the item location box (`iloc`, ISO/IEC 14496-12, 8.11.3).
  ///
  /// - Returns: Its extents in their order; `nil` for an item that isn't listed or whose bytes aren't counted from the
  ///   file's beginning.
  static func extents(of item: Int, _ bytes: [UInt8], in box: Range<Int>) -> [Range<Int>]? {
    guard box.count >= 8, box.upperBound <= bytes.count else { return nil }
    let version = Int(bytes[box.lowerBound])
    guard version <= 2 else { return nil }
    var fields = FieldReader(bytes: bytes, position: box.lowerBound + 4, end: box.upperBound)
    guard let sizes = fields.read(2) else { return nil }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard let count = fields.read(version < 2 ? 2 : 4) else { return nil }
    for _ in 0..<count {
      guard let number = fields.read(version < 2 ? 2 : 4), let method = fields.read(version == 0 ? 0 : 2),
        let reference = fields.read(2), let base = fields.read(baseSize), let extentCount = fields.read(2)
      else { return nil }
      var extents: [Range<Int>] = []
      for _ in 0..<extentCount {
        guard fields.read(indexSize) != nil, let offset = fields.read(offsetSize), let length = fields.read(lengthSize)
        else { return nil }
        guard number == item else { continue }
        let (start, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, start <= bytes.count, length > 0, length <= bytes.count - start else { return nil }
        extents.append(start..<(start + length))
      }
      if number == item { return method & 15 == 0 && reference == 0 ? extents : nil }
    }
    return nil
  }
}

/// Reads whole numbers of changing widths behind one another.
private struct FieldReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  /// A number of 0 (which is 0), 2, 4 or 8 bytes; `nil` where the box ends or the number doesn't fit.
  mutating func read(_ width: Int) -> Int? {
    guard [0, 2, 4, 8].contains(width), position + width <= end else { return nil }
    defer { position += width }
    guard width == 8 else { return width == 0 ? 0 : bytes.integer(at: position, bytes: width) }
    guard let high = bytes.integer(at: position, bytes: 4), high < 1 << 31,
      let low = bytes.integer(at: position + 4, bytes: 4)
    else { return nil }
    return high << 32 | low
  }
}
