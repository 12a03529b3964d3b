/// One entry of an edit list: which part of the media is shown next, and for how long.
package struct EditListEntry: Sendable, Hashable {
  /// How long it is shown, in the movie's time scale.
  package let segmentDuration: UInt64
  /// Where the part begins, in the media's time scale; `nil` for an empty edit, which shows nothing.
  package let mediaTime: Int64?
  /// The speed as a 16.16 fixed-point number; 0 holds the picture.
  package let fixedPointRate: Int32

  /// The speed as a factor.
  package var rate: Double { Double(fixedPointRate) / 65536 }
}

/// The entries of an `elst` box.
struct EditList {
  /// The entries in order.
  private(set) var entries: [EditListEntry] = []

  /// Reads the box.
  init(_ box: Box) throws(ISOMediaError) {
    var fields = FieldReader(box)
    let isWide = try fields.number(1) == 1
    _ = try fields.number(3)
    let width = isWide ? 8 : 4
    let table = try fields.table(entryByteCount: width * 2 + 4)
    entries.reserveCapacity(table.count)
    for index in 0..<table.count {
      let duration = table.number(index, byteCount: width)
      let stored = table.number(index, at: width, byteCount: width)
      let time = isWide ? Int64(bitPattern: stored) : Int64(Int32(truncatingIfNeeded: stored))
      let rate = Int32(truncatingIfNeeded: table.number(index, at: width * 2, byteCount: 4))
      entries.append(
        EditListEntry(segmentDuration: duration, mediaTime: time == -1 ? nil : time, fixedPointRate: rate))
    }
  }

  /// Converts the durations from one movie's time scale to another's.
  mutating func rescale(from source: UInt32, to output: UInt32) {
    entries = entries.map {
      EditListEntry(
        segmentDuration: rescaled($0.segmentDuration, from: source, to: output), mediaTime: $0.mediaTime,
        fixedPointRate: $0.fixedPointRate)
    }
  }

  /// The list as a box; of the 64-bit version where a value needs it.
  var box: Box {
    let isWide = entries.contains {
      $0.segmentDuration > UInt64(UInt32.max) || Int32(exactly: $0.mediaTime ?? -1) == nil
    }
    let width = isWide ? 8 : 4
    var bytes: [UInt8] = [isWide ? 1 : 0, 0, 0, 0]
    bytes.append32(UInt32(clamping: entries.count))
    for entry in entries {
      bytes.append(entry.segmentDuration, byteCount: width)
      bytes.append(UInt64(bitPattern: entry.mediaTime ?? -1), byteCount: width)
      bytes.append32(UInt32(bitPattern: entry.fixedPointRate))
    }
    return Box("elst", bytes)
  }
}

/// A duration in another time scale, rounded to the nearest; the largest number where it would overflow.
func rescaled(_ duration: UInt64, from source: UInt32, to output: UInt32) -> UInt64 {
  guard source != output, source > 0 else { return duration }
  let divisor = UInt64(source)
  let product = duration.multipliedFullWidth(by: UInt64(output))
  guard product.high < divisor else { return .max }
  let (quotient, remainder) = divisor.dividingFullWidth(product)
  let (rounded, overflow) = quotient.addingReportingOverflow(remainder >= divisor - remainder ? 1 : 0)
  return overflow ? .max : rounded
}
