extension ExifBlock {
  /// Where the second directory is, which describes the small version of the picture.
  private var thumbnailDirectory: Int? {
    guard let first = firstDirectory, let pointer = nextPointer(after: first),
      let directory = integer(at: pointer, bytes: 4), directory >= 8, directory < bytes.count
    else { return nil }
    return directory
  }

  /// Where the small version's bytes are.
  private var thumbnailRange: Range<Int>? {
    guard let directory = thumbnailDirectory, let offset = number(Tag.thumbnailOffset, in: directory),
      let length = number(Tag.thumbnailLength, in: directory), length > 0, offset >= 8, offset + length <= bytes.count
    else { return nil }
    return offset..<(offset + length)
  }

  /// The small version as a JPEG file; empty when there is none.
  var thumbnail: [UInt8] { thumbnailRange.map { Array(bytes[$0]) } ?? [] }

  /// Takes the small version out. Its bytes go where nothing lies behind them, and become zeros elsewhere.
  mutating func removeThumbnail() {
    guard let first = firstDirectory, let pointer = nextPointer(after: first) else { return }
    if let range = thumbnailRange { clear(range) }
    set(0, at: pointer, bytes: 4)
  }

  /// Puts another small version in the place of the one that is there, or behind everything.
  ///
  /// - Parameters:
  ///   - jpeg: A JPEG file.
  ///   - limit: How many bytes the block may have.
  /// - Returns: Whether there was room; if not, the block has no small version any more.
  mutating func setThumbnail(_ jpeg: [UInt8], limit: Int) -> Bool {
    guard let first = firstDirectory, let pointer = nextPointer(after: first) else { return false }
    if let directory = thumbnailDirectory, let range = thumbnailRange {
      if jpeg.count <= range.count {
        let rest = range.count - jpeg.count
        replace(range, with: jpeg + [UInt8](repeating: 0, count: rest))
        if range.upperBound == bytes.count { truncate(to: bytes.count - rest) }
        setNumber(jpeg.count, Tag.thumbnailLength, in: directory)
        return true
      }
      clear(range)
      guard bytes.count + 1 + jpeg.count <= limit else {
        set(0, at: pointer, bytes: 4)
        return false
      }
      setNumber(appended(jpeg), Tag.thumbnailOffset, in: directory)
      setNumber(jpeg.count, Tag.thumbnailLength, in: directory)
      return true
    }
    guard bytes.count + 50 + jpeg.count <= limit else { return false }
    let position = appended(jpeg)
    var directory = bytes.count % 2 == 0 ? bytes.count : bytes.count + 1
    append([UInt8](repeating: 0, count: directory - bytes.count + 2 + 3 * 12 + 4))
    set(directory, at: pointer, bytes: 4)
    set(3, at: directory, bytes: 2)
    directory += 2
    // Compression 6 is JPEG. A short number stands at the beginning of its four bytes.
    for (tag, type, value) in [
      (Tag.compression, 3, 6), (Tag.thumbnailOffset, 4, position), (Tag.thumbnailLength, 4, jpeg.count),
    ] {
      set(tag, at: directory, bytes: 2)
      set(type, at: directory + 2, bytes: 2)
      set(1, at: directory + 4, bytes: 4)
      set(value, at: directory + 8, bytes: type == 3 ? 2 : 4)
      directory += 12
    }
    return true
  }

  /// Puts bytes at the end, at an even position.
  private mutating func appended(_ new: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { append([0]) }
    defer { append(new) }
    return bytes.count
  }

  private mutating func clear(_ range: Range<Int>) {
    if range.upperBound == bytes.count {
      truncate(to: range.lowerBound)
    } else {
      replace(range, with: [UInt8](repeating: 0, count: range.count))
    }
  }
}
