/// A box that lies directly in the file.
package struct TopLevelBox: Sendable, Hashable {
  /// The box's type.
  package let type: FourCharacterCode
  /// Where its header begins.
  package let offset: UInt64
  /// The length of size and type: 8, or 16 with a 64-bit size.
  package let headerByteCount: Int
  /// The length with the header, as announced; to the end of the file where the size is given as 0.
  package let byteCount: UInt64

  /// The first byte behind the box; the largest number where that overflows.
  package var end: UInt64 {
    let (end, overflow) = offset.addingReportingOverflow(byteCount)
    return overflow ? .max : end
  }
}

/// That a file ends inside one of its boxes.
package struct EarlyEnd: Sendable, Hashable {
  /// The box that isn't complete.
  package let boxType: FourCharacterCode
  /// The length that the file would have with the whole box.
  package let expectedByteCount: UInt64
  /// The length that it has.
  package let foundByteCount: UInt64
}

/// The boxes that lie directly in a file.
struct FileLayout {
  /// The boxes in order, an incomplete last one included.
  private(set) var boxes: [TopLevelBox] = []
  /// The length of the file.
  let fileByteCount: UInt64
  /// Where the last box isn't complete: by how much.
  private(set) var earlyEnd: EarlyEnd?
  /// Bytes behind the last box that aren't boxes, as some phones append.
  private(set) var trailingByteCount: UInt64 = 0

  private static let largestBoxCount = 1 << 20

  /// The types with which a file of the family can begin; a file without `ftyp` is an old QuickTime movie.
  private static let firstTypes: Set<FourCharacterCode> = [
    "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "sidx", "PICT", "junk",
  ]
  /// The types that are taken by their word when they reach beyond the end of the file.
  private static let laterTypes: Set<FourCharacterCode> = firstTypes.union([
    "uuid", "meta", "udta", "mfra", "ssix", "prft", "emsg", "pdin", "imda",
  ])

  /// Reads the headers of the boxes.
  ///
  /// - Throws: `notISOBaseMedia` when the file doesn't begin with a box that such a file begins with.
  init(_ file: File) throws(ISOMediaError) {
    fileByteCount = try file.byteCount()
    var offset: UInt64 = 0
    while offset < fileByteCount {
      let accepted = boxes.isEmpty ? Self.firstTypes : Self.laterTypes
      guard let box = try Self.box(at: offset, file, fileByteCount: fileByteCount), box.type.isPrintable,
        accepted.contains(box.type) || (!boxes.isEmpty && box.end <= fileByteCount)
      else { break }
      guard boxes.count < Self.largestBoxCount else {
        throw .tooLarge("\(file.path) has more than \(Self.largestBoxCount) boxes")
      }
      boxes.append(box)
      if box.end > fileByteCount {
        earlyEnd = EarlyEnd(boxType: box.type, expectedByteCount: box.end, foundByteCount: fileByteCount)
        return
      }
      offset = box.end
    }
    if boxes.isEmpty { throw .notISOBaseMedia(file.path) }
    trailingByteCount = fileByteCount - offset
  }

  private static func box(
    at offset: UInt64, _ file: File, fileByteCount: UInt64
  ) throws(ISOMediaError) -> TopLevelBox? {
    let available = fileByteCount - offset
    guard available >= 8 else { return nil }
    let bytes = try file.read(available >= 16 ? 16 : 8, at: offset)[...]
    guard let size = bytes.unsigned32(at: 0), let type = bytes.code(at: 4) else { return nil }
    switch size {
    case 0:
      return TopLevelBox(type: type, offset: offset, headerByteCount: 8, byteCount: available)
    case 1:
      guard let largeSize = bytes.unsigned(at: 8, byteCount: 8), largeSize >= 16 else { return nil }
      return TopLevelBox(type: type, offset: offset, headerByteCount: 16, byteCount: largeSize)
    case 2..<8:
      return nil
    default:
      return TopLevelBox(type: type, offset: offset, headerByteCount: 8, byteCount: UInt64(size))
    }
  }

  /// The first box of a type.
  func first(_ type: FourCharacterCode) -> TopLevelBox? {
    boxes.first { $0.type == type }
  }

  /// Whether the index stands in front of the media data, so that playing can begin while the file arrives.
  var isIndexFirst: Bool {
    guard let index = first("moov") else { return false }
    return first("mdat").map { index.offset < $0.offset } ?? true
  }

  /// Reads the index into memory; `nil` where the file has none or ends inside it.
  func movie(_ file: File) throws(ISOMediaError) -> Box? {
    guard let box = first("moov"), box.end <= fileByteCount else { return nil }
    guard box.byteCount <= Box.largestIndex else {
      throw .tooLarge("the index of \(file.path) has \(box.byteCount) bytes")
    }
    let payload = try file.read(Int(box.byteCount) - box.headerByteCount, at: box.offset + UInt64(box.headerByteCount))
    return try Box.movie(payload[...])
  }
}
