extension ExifBlock {
  /// Fields of a TIFF file's first directory that belong to Exif rather than to how its samples lie (CIPA DC-008, 4.6.4).
  private static let described = [
    0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x8298,
  ]

  /// The Exif of a TIFF file, as a block of its own: such a file is itself the structure, with the picture in it.
  ///
  /// - Returns: `nil` when there is nothing of the kind. A maker's note is left out, because it may hold positions that
  ///   are wrong in another place.
  func extract() -> ExifBlock? {
    var first = fields(of: firstDirectory).filter { Self.described.contains($0.tag) }
    let exif = fields(of: exifDirectory).filter { $0.tag != 0x927C && $0.tag != 0xA005 }
    let place = fields(of: number(Tag.gpsDirectory, in: firstDirectory))
    guard !first.isEmpty || !exif.isEmpty || !place.isEmpty else { return nil }
    var block = Array((bigEndian ? "MM\0*" : "II*\0").utf8) + [0, 0, 0, 0]
    if !exif.isEmpty { first.append(pointer(Tag.exifDirectory, to: append(exif, to: &block))) }
    if !place.isEmpty { first.append(pointer(Tag.gpsDirectory, to: append(place, to: &block))) }
    let position = append(first.sorted { $0.tag < $1.tag }, to: &block)
    block.set(position, at: 4, bytes: 4, bigEndian: bigEndian)
    return ExifBlock(block)
  }

  /// Where the samples of a TIFF file's first picture end, by its strips or tiles (TIFF 6.0, sections 8 and 15).
  var samplesEnd: Int {
    [(0x0111, 0x0117), (0x0144, 0x0145)].flatMap { places, sizes in
      zip(numbers(places, in: firstDirectory), numbers(sizes, in: firstDirectory)).map { $0 + $1 }
    }.max() ?? 0
  }

  private func numbers(_ tag: Int, in directory: Int?) -> [Int] {
    guard let field = field(tag, in: directory), field.type == 3 || field.type == 4 else { return [] }
    let size = field.type == 3 ? 2 : 4
    return (0..<field.count).compactMap { integer(at: field.value + $0 * size, bytes: size) }
  }

  private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

  private func fields(of directory: Int?) -> [Entry] {
    guard let directory, let count = integer(at: directory, bytes: 2), count <= 4096 else { return [] }
    return (0..<count).compactMap { index in
      guard let tag = integer(at: directory + 2 + index * 12, bytes: 2), let found = field(tag, in: directory) else {
        return nil
      }
      return (tag, found.type, found.count, Array(bytes[found.value..<(found.value + found.byteCount)]))
    }
  }

  private func pointer(_ tag: Int, to position: Int) -> Entry {
    var value = [UInt8](repeating: 0, count: 4)
    value.set(position, at: 0, bytes: 4, bigEndian: bigEndian)
    return (tag, 4, 1, value)
  }

  /// Writes a directory and its values behind what is there.
  private func append(_ entries: [Entry], to block: inout [UInt8]) -> Int {
    let position = block.count
    var values: [UInt8] = []
    let behind = position + 2 + entries.count * 12 + 4
    block += [UInt8](repeating: 0, count: behind - position)
    block.set(entries.count, at: position, bytes: 2, bigEndian: bigEndian)
    for (index, entry) in entries.enumerated() {
      let place = position + 2 + index * 12
      block.set(entry.tag, at: place, bytes: 2, bigEndian: bigEndian)
      block.set(entry.type, at: place + 2, bytes: 2, bigEndian: bigEndian)
      block.set(entry.count, at: place + 4, bytes: 4, bigEndian: bigEndian)
      if entry.value.count <= 4 {
        block.replaceSubrange((place + 8)..<(place + 8 + entry.value.count), with: entry.value)
      } else {
        block.set(behind + values.count, at: place + 8, bytes: 4, bigEndian: bigEndian)
        values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      }
    }
    block += values
    return position
  }
}
