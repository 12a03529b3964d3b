internal import Media

/// What a HEIF file's `meta` box says of its main picture (ISO/IEC 23008-12) and libheif 1.15 doesn't tell: how the
/// samples are coded, and how the picture is turned.
struct HeifItems {
  typealias Box = (type: String, payload: Range<Int>)

  /// The decoder's configuration record, `hvcC` or `av1C`, of the main picture or of its first tile; empty when there is
  /// none.
  private(set) var configuration: [UInt8] = []
  /// The coded pictures that the main picture is made of: itself, or its tiles with the same configuration record; empty
  /// where they are kept in another way than as places in the file.
  private(set) var codedPictures: [[UInt8]] = []
  /// Whether a color is described by code points that libheif 1.15 doesn't know: it loses the memory of its answer then.
  private(set) var hasStrangeColor = false
  /// The turn that the file asks for.
  private(set) var orientation = Orientation.up
  /// Where the main picture's coded samples lie; empty when it is put together of others, turned or cropped, or when they
  /// lie elsewhere than plainly in the file.
  private(set) var extents: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    let outer = Self.boxes(bytes, in: 0..<bytes.count)
    guard let meta = outer.first(where: { $0.type == "meta" })?.payload, meta.count > 4 else { return }
    let inner = Self.boxes(bytes, in: (meta.lowerBound + 4)..<meta.upperBound)
    guard let primary = inner.first(where: { $0.type == "pitm" })?.payload,
      let properties = inner.first(where: { $0.type == "iprp" })?.payload,
      let item = bytes.integer(at: primary.lowerBound + 4, bytes: bytes[primary.lowerBound] == 0 ? 2 : 4)
    else { return }
    let parts = Self.boxes(bytes, in: properties)
    guard let container = parts.first(where: { $0.type == "ipco" })?.payload else { return }
    let all = Self.boxes(bytes, in: container)
    hasStrangeColor = all.contains { $0.type == "colr" && !Self.hasKnownColor(bytes, $0.payload.lowerBound) }
    var associations: [Int: [Int]] = [:]
    for table in parts where table.type == "ipma" {
      associations.merge(Self.associations(bytes, in: table.payload)) { first, _ in first }
    }
    let own = Self.properties(of: item, associations, all)
    orientation = Self.orientation(of: own, in: bytes)
    let changes = ["irot", "imir", "clap"]
    if own.contains(where: { $0.type == "hvcC" }), !own.contains(where: { changes.contains($0.type) }),
      let locations = inner.first(where: { $0.type == "iloc" })?.payload
    {
      extents = Self.extents(of: item, bytes, in: locations) ?? []
    }
    var coded = own
    var pictures = [item]
    if !coded.contains(where: { ["hvcC", "av1C"].contains($0.type) }),
      let references = inner.first(where: { $0.type == "iref" })?.payload,
      case let tiles = Self.tiles(of: item, bytes, in: references), let first = tiles.first
    {
      coded = Self.properties(of: first, associations, all)
      pictures = tiles
    }
    guard let record = coded.first(where: { ["hvcC", "av1C"].contains($0.type) }) else { return }
    configuration = Array(bytes[record.payload])
    guard let places = inner.first(where: { $0.type == "iloc" })?.payload else { return }
    let locations = ItemLocations(bytes, in: places, dataBox: inner.first { $0.type == "idat" }?.payload)
    codedPictures = pictures.filter { picture in
      Self.properties(of: picture, associations, all).contains { $0.payload == record.payload }
    }.compactMap { locations.data(of: $0, in: bytes) }
  }

  /// The boxes in a range, up to one that doesn't fit.
  static func boxes(_ bytes: [UInt8], in range: Range<Int>) -> [Box] {
    var found: [Box] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound, var size = bytes.integer(at: position, bytes: 4) {
      var header = 8
      if size == 1 {
        guard bytes.integer(at: position + 8, bytes: 4) == 0 else { break }
        size = bytes.integer(at: position + 12, bytes: 4) ?? 0
        header = 16
      } else if size == 0 {
        size = range.upperBound - position
      }
      guard size >= header, position + size <= range.upperBound else { break }
      found.append((bytes.fourCharacters(at: position + 4), (position + header)..<(position + size)))
      position += size
    }
    return found
  }

  /// Which properties each item has, by their numbers from 1.
  static func associations(_ bytes: [UInt8], in range: Range<Int>) -> [Int: [Int]] {
    guard range.count >= 8 else { return [:] }
    let isLarge = bytes[range.lowerBound] >= 1
    let isWide = bytes[range.lowerBound + 3] & 1 != 0
    var result: [Int: [Int]] = [:]
    var position = range.lowerBound + 8
    for _ in 0..<(bytes.integer(at: range.lowerBound + 4, bytes: 4) ?? 0) {
      guard position + 5 <= range.upperBound, let item = bytes.integer(at: position, bytes: isLarge ? 4 : 2) else {
        break
      }
      position += isLarge ? 4 : 2
      let count = Int(bytes[position])
      position += 1
      var numbers: [Int] = []
      for _ in 0..<count {
        guard position + (isWide ? 2 : 1) <= range.upperBound,
          let entry = bytes.integer(at: position, bytes: isWide ? 2 : 1)
        else { return result }
        // The highest bit says that the property is essential.
        numbers.append(entry & (isWide ? 0x7FFF : 0x7F))
        position += isWide ? 2 : 1
      }
      result[item] = numbers
    }
    return result
  }

  private static func properties(of item: Int, _ associations: [Int: [Int]], _ all: [Box]) -> [Box] {
    (associations[item] ?? []).compactMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
  }

  /// Whether a `colr` box has code points of ITU-T H.273 that libheif knows, or something else than code points.
  private static func hasKnownColor(_ bytes: [UInt8], _ position: Int) -> Bool {
    guard bytes.has("nclx", at: position), let primaries = bytes.integer(at: position + 4, bytes: 2),
      let transfer = bytes.integer(at: position + 6, bytes: 2), let matrix = bytes.integer(at: position + 8, bytes: 2)
    else { return true }
    return [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].contains(primaries)
      && [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].contains(transfer)
      && [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].contains(matrix)
  }

  /// The items that a picture is derived from.
  private static func tiles(of item: Int, _ bytes: [UInt8], in range: Range<Int>) -> [Int] {
    guard range.count > 4 else { return [] }
    let width = bytes[range.lowerBound] == 0 ? 2 : 4
    for box in boxes(bytes, in: (range.lowerBound + 4)..<range.upperBound) where box.type == "dimg" {
      guard bytes.integer(at: box.payload.lowerBound, bytes: width) == item else { continue }
      let count = bytes.integer(at: box.payload.lowerBound + width, bytes: 2) ?? 0
      let start = box.payload.lowerBound + width + 2
      return (0..<count).compactMap { number in
        let position = start + number * width
        return position + width <= box.payload.upperBound ? bytes.integer(at: position, bytes: width) : nil
      }
    }
    return []
  }

  /// Turns and mirrors in the order in which they are listed.
  private static func orientation(of properties: [Box], in bytes: [UInt8]) -> Orientation {
    var degrees = 0
    var isMirrored = false
    for property in properties where !property.payload.isEmpty {
      let value = Int(bytes[property.payload.lowerBound])
      if property.type == "irot" {
        // Counter-clockwise quarters.
        degrees += (4 - value & 3) * 90
      } else if property.type == "imir" {
        // Axis 0 is vertical: left and right are swapped; 1 swaps above and below, which is that and half a turn. A
        // mirror behind a turn is one before it with the turn the other way round.
        isMirrored.toggle()
        degrees = -degrees + (value & 1) * 180
      }
    }
    return Orientation(clockwiseDegrees: degrees, mirrored: isMirrored)
  }
}

/// The layout of samples that a configuration record of AV1 tells (AV1-ISOBMFF, 2.3.3).
enum AV1Configuration {
  static func subsampling(_ record: [UInt8]) -> ChromaSubsampling? {
    guard record.count >= 4 else { return nil }
    if record[2] & 0x10 != 0 { return .gray }
    return switch (record[2] & 8 != 0, record[2] & 4 != 0) {
    case (true, true): .yuv420
    case (true, false): .yuv422
    default: .yuv444
    }
  }
}
