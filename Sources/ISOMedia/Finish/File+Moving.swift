/// Moving and copying of long stretches, a buffer at a time.
extension File {
  private static let bufferByteCount = 4 << 20

  /// Moves bytes towards the end of the file; their old and new places may overlap.
  ///
  /// - Parameter isCancelled: Asked before each buffer; the file is of no use after it has answered yes.
  func move(
    _ range: Range<UInt64>, by distance: UInt64, isCancelled: () -> Bool
  ) throws(ISOMediaError) {
    guard range.upperBound <= UInt64(Int64.max) - distance else { throw .tooLarge("\(path) would be too long") }
    var buffer = [UInt8](repeating: 0, count: Int(min(UInt64(Self.bufferByteCount), UInt64(range.count))))
    var end = range.upperBound
    // From the end, so that nothing is overwritten before it has been read.
    while end > range.lowerBound {
      if isCancelled() { throw .cancelled }
      let count = Int(min(UInt64(buffer.count), end - range.lowerBound))
      end -= UInt64(count)
      try read(into: &buffer, count: count, at: end)
      try write(buffer, count: count, at: end + distance)
    }
  }

  /// Copies ranges of another file, one behind the other.
  func append(
    _ ranges: [Range<UInt64>], of source: File, at offset: UInt64, isCancelled: () -> Bool
  ) throws(ISOMediaError) {
    var buffer = [UInt8](repeating: 0, count: Self.bufferByteCount)
    var position = offset
    for range in ranges {
      var start = range.lowerBound
      while start < range.upperBound {
        if isCancelled() { throw .cancelled }
        let count = Int(min(UInt64(buffer.count), range.upperBound - start))
        try source.read(into: &buffer, count: count, at: start)
        try write(buffer, count: count, at: position)
        start += UInt64(count)
        position += UInt64(count)
      }
    }
  }
}
