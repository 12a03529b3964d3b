extension Box {
  /// The largest index (`moov`) that is read into memory: that of about a month of video.
  static let largestIndex: UInt64 = 512 << 20
  /// The most boxes that the containers of one index may hold together.
  private static let largestBoxCount = 1 << 18

  /// Takes the payload of a `moov` box apart.
  ///
  /// - Throws: `malformed` when a box reaches out of its container, `tooLarge` for an absurd number of boxes.
  static func movie(_ payload: ArraySlice<UInt8>) throws(ISOMediaError) -> Box {
    var budget = largestBoxCount
    return try container("moov", payload, budget: &budget)
  }

  /// Takes a list of boxes apart, without their contents; what doesn't parse is left in `trailing`.
  static func list(_ type: FourCharacterCode, _ payload: ArraySlice<UInt8>) -> Box {
    var boxes: [Box] = []
    var rest = payload
    while boxes.count < largestBoxCount, let header = Header(rest), header.end <= UInt64(rest.count) {
      boxes.append(Box(header.type, rest.prefix(Int(header.end)).dropFirst(header.byteCount)))
      rest = rest.dropFirst(Int(header.end))
    }
    return Box(type, boxes: boxes, trailing: rest)
  }

  private static func container(
    _ type: FourCharacterCode, _ payload: ArraySlice<UInt8>, budget: inout Int
  ) throws(ISOMediaError) -> Box {
    var boxes: [Box] = []
    var rest = payload
    while let header = Header(rest) {
      guard header.end <= UInt64(rest.count) else {
        throw .malformed("box '\(header.type)' of \(header.end) bytes reaches out of '\(type)'")
      }
      budget -= 1
      guard budget >= 0 else { throw .tooLarge("the index has more than \(largestBoxCount) boxes") }
      let content = rest.prefix(Int(header.end)).dropFirst(header.byteCount)
      if isContainer(header.type, in: type) {
        boxes.append(try container(header.type, content, budget: &budget))
      } else {
        boxes.append(Box(header.type, content))
      }
      rest = rest.dropFirst(Int(header.end))
    }
    return Box(type, boxes: boxes, trailing: rest)
  }

  /// Whether a box is taken apart. Since it depends on the parent, nesting is never deeper than this list.
  private static func isContainer(_ type: FourCharacterCode, in parent: FourCharacterCode) -> Bool {
    switch (parent, type) {
    case ("moov", "trak"), ("trak", "edts"), ("trak", "tref"), ("trak", "mdia"), ("mdia", "minf"),
      ("minf", "dinf"), ("minf", "stbl"):
      true
    default:
      false
    }
  }

  /// The size and type in front of a box inside another.
  private struct Header {
    let type: FourCharacterCode
    /// The length of the header itself.
    let byteCount: Int
    /// Where the box ends, counted from its first byte; at least `byteCount`.
    let end: UInt64

    /// Fails where a list of boxes ends: at fewer than eight bytes, a size of 0 or one smaller than the header.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard let size = bytes.unsigned32(at: 0), let type = bytes.code(at: 4) else { return nil }
      self.type = type
      if size == 1 {
        guard let largeSize = bytes.unsigned(at: 8, byteCount: 8) else { return nil }
        byteCount = 16
        end = largeSize
      } else {
        byteCount = 8
        end = UInt64(size)
      }
      guard end >= UInt64(byteCount) else { return nil }
    }
  }
}
