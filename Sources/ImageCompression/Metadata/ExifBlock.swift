internal import Media

/// Exif as a TIFF structure (CIPA DC-008), changed only in place: makers' notes hold positions that nobody else knows,
/// so nothing in it may move.
struct ExifBlock: Sendable {
  /// A field of a directory: where its twelve bytes are and what they say.
  struct Field: Sendable {
    let position: Int
    let type: Int
    let count: Int
    /// Where the value is: within the field when it fits into four bytes.
    let value: Int
    let byteCount: Int
  }

  /// Numbers of fields (CIPA DC-008, 4.6).
  enum Tag {
    static let make = 0x010F
    static let model = 0x0110
    static let orientation = 0x0112
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
    static let originalDate = 0x9003
    static let pixelWidth = 0xA002
    static let pixelHeight = 0xA003
    static let compression = 0x0103
    static let thumbnailOffset = 0x0201
    static let thumbnailLength = 0x0202
    /// XMP within a TIFF file (ISO 16684-3).
    static let xmp = 0x02BC
  }

  /// The block, beginning with its TIFF header.
  private(set) var bytes: [UInt8]
  let bigEndian: Bool

  /// Reads a block; `nil` when it has no TIFF header. What stands before the header is left out.
  init?(_ source: some Collection<UInt8>) {
    var bytes = Array(source)
    if bytes.has("Exif\0\0") { bytes.removeFirst(6) }
    guard bytes.count >= 14, bytes.has("II*\0") || bytes.has("MM\0*") else { return nil }
    bigEndian = bytes[0] == 0x4D
    self.bytes = bytes
  }

  /// The block of a HEIF item, which says first how far the header is away (ISO/IEC 23008-12, A.2.1).
  init?(item: [UInt8]) {
    guard let offset = item.integer(at: 0, bytes: 4), offset < item.count - 4 else { return nil }
    self.init(item.dropFirst(4 + offset))
  }

  func integer(at position: Int, bytes count: Int) -> Int? {
    bytes.integer(at: position, bytes: count, bigEndian: bigEndian)
  }

  mutating func set(_ value: Int, at position: Int, bytes count: Int) {
    bytes.set(value, at: position, bytes: count, bigEndian: bigEndian)
  }

  mutating func replace(_ range: Range<Int>, with new: [UInt8]) { bytes.replaceSubrange(range, with: new) }
  mutating func append(_ new: [UInt8]) { bytes += new }
  mutating func truncate(to count: Int) { bytes.removeLast(max(0, bytes.count - count)) }

  // MARK: Directories

  /// Where the first directory is.
  var firstDirectory: Int? { integer(at: 4, bytes: 4).flatMap { $0 >= 8 && $0 < bytes.count ? $0 : nil } }

  /// Where the position of the directory behind one stands.
  func nextPointer(after directory: Int) -> Int? {
    guard let count = integer(at: directory, bytes: 2) else { return nil }
    let position = directory + 2 + count * 12
    return position + 4 <= bytes.count ? position : nil
  }

  /// A field of a directory.
  func field(_ tag: Int, in directory: Int?) -> Field? {
    guard let directory, let count = integer(at: directory, bytes: 2), count <= 4096 else { return nil }
    for index in 0..<count {
      let position = directory + 2 + index * 12
      guard let found = integer(at: position, bytes: 2) else { return nil }
      guard found == tag, let type = integer(at: position + 2, bytes: 2),
        let number = integer(at: position + 4, bytes: 4)
      else { continue }
      let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
      guard sizes.indices.contains(type), type > 0 else { return nil }
      let total = sizes[type] * number
      let value = total <= 4 ? position + 8 : integer(at: position + 8, bytes: 4) ?? -1
      guard value >= 0, value + total <= bytes.count else { return nil }
      return Field(position: position, type: type, count: number, value: value, byteCount: total)
    }
    return nil
  }

  /// A whole number of a directory's field.
  func number(_ tag: Int, in directory: Int?) -> Int? {
    guard let field = field(tag, in: directory), field.count == 1, field.type == 3 || field.type == 4 else {
      return nil
    }
    return integer(at: field.value, bytes: field.type == 3 ? 2 : 4)
  }

  /// Changes a whole number that is there.
  mutating func setNumber(_ value: Int, _ tag: Int, in directory: Int?) {
    guard let field = field(tag, in: directory), field.count == 1, field.type == 3 || field.type == 4 else { return }
    set(value, at: field.value, bytes: field.type == 3 ? 2 : 4)
  }

  /// A text of a directory's field.
  func text(_ tag: Int, in directory: Int?) -> String? {
    guard let field = field(tag, in: directory), field.type == 2 else { return nil }
    let text = String(
      decoding: bytes[field.value..<(field.value + field.byteCount)].prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// Where the directory of the recording's circumstances is.
  var exifDirectory: Int? { number(Tag.exifDirectory, in: firstDirectory) }

  // MARK: What it says

  /// How the picture has to be turned.
  var orientation: Orientation {
    get { number(Tag.orientation, in: firstDirectory).flatMap(Orientation.init(rawValue:)) ?? .up }
    set { setNumber(newValue.rawValue, Tag.orientation, in: firstDirectory) }
  }

  /// Whether there is a place.
  var hasLocation: Bool {
    guard let directory = number(Tag.gpsDirectory, in: firstDirectory) else { return false }
    // Latitude: GPSLatitude (2).
    return field(2, in: directory) != nil
  }

  /// When the picture was taken, as `2008:10:22 16:28:39`.
  var date: String? { text(Tag.originalDate, in: exifDirectory) }
  /// Who made the camera.
  var make: String? { text(Tag.make, in: firstDirectory) }
  /// The camera.
  var model: String? { text(Tag.model, in: firstDirectory) }

  /// Notes how many pixels the picture has now, where that was noted.
  mutating func setSize(_ size: PixelSize) {
    setNumber(size.width, Tag.pixelWidth, in: exifDirectory)
    setNumber(size.height, Tag.pixelHeight, in: exifDirectory)
  }
}
