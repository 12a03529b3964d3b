extension Box {
  /// The length with the header.
  var byteCount: Int {
    switch content {
    case .bytes(let bytes): return 8 + bytes.count
    case .boxes(let boxes, let trailing): return boxes.reduce(8 + trailing.count) { $0 + $1.byteCount }
    }
  }

  /// The box as it lies in a file.
  ///
  /// - Throws: `tooLarge` when the size doesn't fit the 32 bits of the header.
  func serialized() throws(ISOMediaError) -> [UInt8] {
    guard UInt64(byteCount) <= UInt64(UInt32.max) else {
      throw .tooLarge("box '\(type)' would have \(byteCount) bytes")
    }
    return Self.serialize([self], trailing: [])
  }

  static func serialize(_ boxes: [Box], trailing: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(boxes.reduce(trailing.count) { $0 + $1.byteCount })
    for box in boxes { box.write(to: &bytes) }
    bytes += trailing
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    bytes.append32(UInt32(clamping: byteCount))
    bytes.append32(type.rawValue)
    switch content {
    case .bytes(let payload):
      bytes += payload
    case .boxes(let boxes, let trailing):
      for box in boxes { box.write(to: &bytes) }
      bytes += trailing
    }
  }
}
