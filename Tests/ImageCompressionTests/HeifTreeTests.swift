import FFmpeg
import Foundation
import Media
import TestSupport
import Testing

@testable import ImageCompression

/// Files of a few hundred bytes that libheif 1.15 crashes on, works at for minutes, or takes gigabytes for.
@Suite struct HeifTreeTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FuzzCorpus")

  /// What the main picture is, and what has to become of the file with a limit of 131072 pixels; 64 by 48 pixels is what
  /// each of them says that it has, and 64 by 64 those that decode.
  static let files: [(name: String, code: CompressionError.Code?)] = [
    // Made of itself, of one that is made of it, or of eighteen others in turn.
    ("made-idenself.heic", .sourceDamaged), ("made-idencycle.heic", .sourceDamaged),
    ("made-iovlself.heic", .sourceDamaged), ("made-idenchainback.heic", .sourceDamaged),
    // 16 times the same in each of nine storeys, and 256 tiles on the room of one.
    ("made-iovltower.heic", .sourceDamaged), ("made-gridmany.heic", .sourceDamaged),
    // A canvas of 30000 by 30000 pixels.
    ("made-iovlbig.heic", .notSupported), ("made-gridbig.heic", .notSupported),
    // A bitstream of 2048 by 2048, for the picture or its transparency.
    ("made-bigstream.heic", .notSupported), ("made-av1stream.avif", .notSupported),
    ("made-alphabig.heic", .notSupported),
    // A piece that isn't there.
    ("made-gridlost.heic", .sourceDamaged), ("made-idenlost.heic", .sourceDamaged),
    // Made of itself, by an entry that is longer than what it stands in.
    ("found-longentry.heic", .sourceDamaged),
    // Two descriptions, of which programs take one or the other.
    ("made-twotables.heic", .sourceDamaged),
    // Nothing is wrong with a picture of one tile, nor with colors of unknown meaning.
    ("made-gridok.heic", nil), ("made-strangecolor.heic", nil),
  ]

  @Test(arguments: files) func `what pictures are made of is judged before they are decoded`(
    name: String, code: CompressionError.Code?
  ) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    do {
      let picture = try PictureReader(name: "x", path: nil, pixelLimit: 1 << 17).read(bytes)
      #expect(code == nil)
      #expect(picture.picture.size.width == 64)
    } catch let error as CompressionError {
      #expect(error.code == code, "\(error)")
    }
  }

  @Test func `sizes of coded pictures are those of their headers`() throws {
    for (name, pixels) in [
      ("plain.heic", 64 * 48), ("deep.heic", 64 * 48), ("exif.avif", 64 * 48), ("made-bigstream.heic", 2048 * 2048),
      ("made-av1stream.avif", 2048 * 2048), ("made-iovlbig.heic", 30000 * 30000),
    ] {
      let tree = try HeifTree([UInt8](try Data(contentsOf: Self.folder.appending(path: name))))
      // A coded picture is filled up to whole blocks.
      #expect(tree.largest >= pixels && tree.largest <= max(pixels, 64 * 64), "\(name): \(tree.largest)")
    }
  }

  @Test(
    .needsCorpus("IMG_2682.heic"),
    arguments: ["IMG_2682.heic", "iphone_15_pro.heic", "spatial_photo.heic", "issue_9292_sony_6_right_top.HIF"])
  func `pictures of phones and cameras are followed`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: try Corpus.file(name)))
    let shown = try PictureReader(name: name, path: nil, pixelLimit: .max).read(bytes).picture.size
    let tree = try HeifTree(bytes)
    #expect(tree.largest >= shown.width * shown.height && tree.largest < shown.width * shown.height * 5 / 4)
  }
}
