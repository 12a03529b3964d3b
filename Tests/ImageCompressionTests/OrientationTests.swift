import Foundation
import ImageCompression
import Media
import TestSupport
import Testing

@Suite struct OrientationTests {
  @Test(arguments: 1...8, [ImageFormat.heic, .jpeg])
  func `a picture of every orientation is shown the same way up by other programs`(
    orientation: Int, format: ImageFormat
  ) async throws {
    let source = try await Clip.photo(orientation: orientation).file
    let made = try await Compressed(source, faithful(format))
    let (before, after) = (try await ShownPicture(source), try await ShownPicture(made.file))
    #expect((after.width, after.height) == (before.width, before.height))
    let likeness = try await before.likeness(to: after)
    // Other turns have less than 12. heif-convert doesn't smooth color that was reduced, so this drawing has some 27.
    #expect(likeness > 24, "\(likeness) dB")
    let facts = try await PictureFacts(made.file)
    #expect(facts["Orientation"].int == 1)
    #expect(facts["ImageWidth"].int == before.width)
    #expect(facts["ExifImageWidth"].int == before.width)
    #expect(facts["ExifImageHeight"].int == before.height)
  }

  @Test func `the turn that a HEIC file asks for is done once`() async throws {
    // Upright pixels are turned by libheif's own example nowhere, so a picture is written with a turn by its container.
    let upright = try await Clip.photo().file
    let heic = try await Compressed(upright, faithful(.heic))
    // `irot` is the property of one byte that turns by quarters counter-clockwise; put in by the file's bytes.
    let turned = try TurnedHEIC.make(from: Data(contentsOf: heic.file), quarters: 1)
    let file = heic.folder.file("turned.heic")
    try turned.write(to: file)
    let before = try await ShownPicture(file)
    #expect((before.width, before.height) == (240, 320))
    for format in [ImageFormat.heic, .jpeg] {
      let made = try await Compressed(file, faithful(format))
      let after = try await ShownPicture(made.file)
      #expect((after.width, after.height) == (240, 320))
      let likeness = try await before.likeness(to: after)
      #expect(likeness > 24, "\(likeness) dB")
      #expect(made.report.source?.orientation.rawValue == 8)
      #expect(made.report.output?.orientation.rawValue == 1)
    }
  }

  @Test(.needsCorpus("Landscape_6.jpg")) func `C14: a photo that lies on its side is upright, once`() async throws {
    for name in ["Landscape_6.jpg", "exif-samples_portrait_5.jpg"] {
      let source = try Corpus.file(name)
      for format in [ImageFormat.heic, .jpeg] {
        let made = try await Compressed(source, .image(format, longSide: 600).sizePolicy(.allowLarger))
        let (before, after) = (try await ShownPicture(source), try await ShownPicture(made.file))
        #expect(max(after.width, after.height) == 600)
        #expect(before.width > before.height ? after.width > after.height : after.height > after.width)
        if name == "Landscape_6.jpg" { #expect((after.width, after.height) == (600, 400)) }
        let likeness = try await after.likeness(to: before)
        #expect(likeness > 24, "\(name) as \(format): \(likeness) dB")
        let (was, now) = (try await PictureFacts(source), try await PictureFacts(made.file))
        #expect([JSON.null, .number(1)].contains(now["Orientation"]))
        #expect(now["ProfileDescription"] == was["ProfileDescription"])
      }
    }
  }
}

/// Puts a turn into a HEIC file that has none.
enum TurnedHEIC {
  /// Adds an `irot` property (ISO/IEC 23008-12, 6.5.10) to the first item, and moves what lies behind it.
  static func make(from file: Data, quarters: UInt8) throws -> Data {
    var bytes = [UInt8](file)
    func position(_ type: String) throws -> Int {
      let name = Array(type.utf8)
      guard let found = (4..<(bytes.count - 4)).first(where: { Array(bytes[$0..<($0 + 4)]) == name }) else {
        throw ToolFailure("there is no \(type)")
      }
      return found - 4
    }
    func number(_ at: Int, _ count: Int) -> Int { bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) } }
    func grow(_ at: Int, _ count: Int, by amount: Int) {
      let value = number(at, count) + amount
      for index in 0..<count { bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index))) }
    }
    // The property goes to the end of `ipco`, and gets the next number.
    let container = try position("ipco")
    var count = 0
    var walk = container + 8
    let end = container + number(container, 4)
    while walk < end {
      count += 1
      walk += number(walk, 4)
    }
    let property: [UInt8] = [0, 0, 0, 9] + Array("irot".utf8) + [quarters]
    // Its number is added to the first item of `ipma`: version 0, short numbers.
    let table = try position("ipma")
    guard bytes[table + 8] == 0, bytes[table + 11] & 1 == 0 else { throw ToolFailure("the table is of another kind") }
    let entry = table + 16
    let associations = Int(bytes[entry + 2])
    let shift = property.count + 1
    bytes[entry + 2] += 1
    for box in [try position("meta"), try position("iprp")] { grow(box, 4, by: shift) }
    grow(table, 4, by: 1)
    grow(container, 4, by: property.count)
    // Places in the file of the items' data move along.
    let places = try position("iloc")
    let (offsetSize, lengthSize) = (Int(bytes[places + 12] >> 4), Int(bytes[places + 12] & 15))
    let baseSize = Int(bytes[places + 13] >> 4)
    let version = bytes[places + 8]
    var item = places + 16
    for _ in 0..<number(places + 14, 2) {
      let method = version > 0 ? number(item + 2, 2) & 15 : 0
      item += (version > 0 ? 4 : 2) + 2
      if baseSize > 0, method == 0, number(item, baseSize) > 0 { grow(item, baseSize, by: shift) }
      let hasBase = baseSize > 0 && number(item, baseSize) > 0
      item += baseSize
      let extents = number(item, 2)
      item += 2
      for _ in 0..<extents {
        if method == 0, !hasBase { grow(item, offsetSize, by: shift) }
        item += offsetSize + lengthSize
      }
    }
    bytes.insert(UInt8(0x80 | (count + 1)), at: entry + 3 + associations)
    bytes.insert(contentsOf: property, at: end)
    return Data(bytes)
  }
}
