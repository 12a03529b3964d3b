/// When something was made and last changed, as boxes store it: seconds since 1904-01-01T00:00Z, 0 for unknown.
///
/// Some cameras write local time; nothing in the file tells.
package struct RecordedTimes: Sendable, Hashable {
  /// When it was made.
  package let creation: UInt64
  /// When it was last changed.
  package let modification: UInt64

  /// Makes the pair.
  package init(creation: UInt64, modification: UInt64) {
    self.creation = creation
    self.modification = modification
  }

  /// Neither time is known.
  static let unknown = RecordedTimes(creation: 0, modification: 0)
}

/// A header that begins with times and a duration: `mvhd`, `tkhd` or `mdhd`, in its 32-bit or 64-bit version.
struct TimedHeader {
  private let type: FourCharacterCode
  private var version: UInt8
  private let flags: UInt64
  /// The times of creation and modification.
  var times: RecordedTimes
  /// The time scale of `mvhd` and `mdhd`, the track ID of `tkhd`.
  var identifier: UInt32
  /// The reserved word that only `tkhd` has between the track ID and the duration.
  private let reserved: UInt64
  /// In the movie's time scale (`mvhd`, `tkhd`) or the media's (`mdhd`); `nil` for "not known" (all bits set).
  var duration: UInt64?
  /// Everything behind the duration.
  private var rest: ArraySlice<UInt8>

  /// Reads the header.
  init(_ box: Box) throws(ISOMediaError) {
    var fields = FieldReader(box)
    type = box.type
    version = UInt8(truncatingIfNeeded: try fields.number(1))
    guard version <= 1 else { throw .malformed("box '\(type)' has the unknown version \(version)") }
    flags = try fields.number(3)
    let width = version == 1 ? 8 : 4
    times = RecordedTimes(creation: try fields.number(width), modification: try fields.number(width))
    identifier = try fields.number32()
    reserved = type == "tkhd" ? try fields.number(4) : 0
    let stored = try fields.number(width)
    duration = stored == Self.unknownDuration(width) ? nil : stored
    rest = fields.rest
  }

  /// The header as a box; of the 64-bit version where a value needs it.
  var box: Box {
    let largest = max(times.creation, times.modification, duration ?? 0)
    let width = version == 1 || largest >= Self.unknownDuration(4) ? 8 : 4
    var bytes: [UInt8] = [width == 8 ? 1 : 0]
    bytes.append(flags, byteCount: 3)
    bytes.append(times.creation, byteCount: width)
    bytes.append(times.modification, byteCount: width)
    bytes.append32(identifier)
    if type == "tkhd" { bytes.append(reserved, byteCount: 4) }
    bytes.append(duration ?? Self.unknownDuration(width), byteCount: width)
    return Box(type, bytes + rest)
  }

  /// Sets the number that the next track added to the movie shall have; only in `mvhd`.
  mutating func setNextTrackID(_ trackID: UInt32) throws(ISOMediaError) {
    // Rate, volume, reserved words, the matrix and six predefined words come before it.
    let position = 76
    guard type == "mvhd", rest.count >= position + 4 else { throw .malformed("box 'mvhd' ends before its fields do") }
    var bytes = Array(rest.prefix(position))
    bytes.append32(trackID)
    rest = bytes + rest.from(position + 4)
  }

  /// Sets the language of a media header: three letters of ISO 639-2, five bits each (ISO/IEC 14496-12, 8.4.2.3).
  ///
  /// QuickTime reads these too; its own older numbers of languages all are below 0x400.
  mutating func setLanguage(_ language: String) throws(ISOMediaError) {
    let letters = Array(language.utf8)
    guard type == "mdhd", rest.count >= 2, letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw .unsupported("'\(language)' is no language of three letters")
    }
    var bytes: [UInt8] = []
    bytes.append16(letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) })
    rest = bytes + rest.from(2)
  }

  private static func unknownDuration(_ width: Int) -> UInt64 {
    width == 8 ? .max : UInt64(UInt32.max)
  }
}

extension Box {
  /// Reads a header at the end of a way through containers.
  func header(_ types: FourCharacterCode...) throws(ISOMediaError) -> TimedHeader {
    var box = self
    for type in types {
      guard let next = box[type] else { throw .malformed("box '\(box.type)' has no '\(type)'") }
      box = next
    }
    return try TimedHeader(box)
  }

  /// Changes a header at the end of a way through containers; nothing happens where there is none.
  mutating func editHeader(
    _ types: FourCharacterCode..., edit change: (inout TimedHeader) throws(ISOMediaError) -> Void
  ) throws(ISOMediaError) {
    try edit(types) { (box) throws(ISOMediaError) in
      var header = try TimedHeader(box)
      try change(&header)
      box = header.box
    }
  }
}
