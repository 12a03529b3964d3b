import FFmpeg
import Foundation
import Media
import TestSupport
import Testing

@testable import ImageCompression

/// Bytes that strangers send: nothing may crash, whatever they say.
@Suite struct HostileInputTests {
  @Test func `files with random bytes in them end with a picture or an error of ours`() async throws {
    var random = SeededGenerator(seed: 11)
    let heic = try await ImageData(Data(contentsOf: try await Clip.photo().file)).heicData(quality: 0.5)
    var sources = [[UInt8](heic), [UInt8](try Data(contentsOf: try await Clip.motionPhoto.file))]
    for name in ["palette.png", "lossy.webp", "packed.tiff", "one.gif", "plain.bmp", "progressive.jpg", "cmyk.jpg"] {
      guard let kind = FormatTests.kinds.first(where: { $0.clip.name == name }) else { continue }
      sources.append([UInt8](try Data(contentsOf: try await kind.clip.file)))
    }
    var endings: [String: Int] = [:]
    for source in sources {
      for _ in 0..<12 {
        var bytes = source
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          // Headers are where the sizes are.
          let place = Bool.random(using: &random) ? min(600, bytes.count) : bytes.count
          bytes[Int.random(in: 8..<place, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        do {
          _ = try PictureReader(name: "x", path: nil, pixelLimit: 4_000_000).read(bytes)
          endings["read", default: 0] += 1
        } catch let error as CompressionError {
          endings[error.code.rawValue, default: 0] += 1
        }
      }
    }
    #expect(
      endings.keys.allSatisfy {
        ["read", "sourceDamaged", "noPicture", "notSupported", "decoderNotFound"].contains($0)
      })
    #expect((endings["sourceDamaged"] ?? 0) > 10, "\(endings)")
  }

  @Test func `Exif with wrong positions is left as it is`() {
    // A directory whose only field points beyond the end, and whose next directory is itself.
    let bytes: [UInt8] =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x0F, 0, 2, 0, 0, 0, 50, 0, 0, 0xFF, 0, 0, 0, 0, 8]
    guard var block = ExifBlock(bytes) else {
      Issue.record("there is a header")
      return
    }
    #expect(block.make == nil && block.date == nil && !block.hasLocation)
    #expect(block.orientation == .up)
    block.orientation = .right
    block.setSize(PixelSize(width: 3, height: 4))
    #expect(block.bytes == bytes)
    #expect(block.thumbnail == [])
    block.removeThumbnail()
    let hasRoom = block.setThumbnail([1, 2, 3], limit: 65_000)
    #expect(hasRoom)
    #expect(block.thumbnail == [1, 2, 3])
  }

  @Test func `a small version finds its place in Exif, or gives way`() async throws {
    let photo = try JPEGFile([UInt8](try Data(contentsOf: try await Clip.photo().file)))
    guard var block = PictureMetadata(photo).exif else {
      Issue.record("the photo has no Exif")
      return
    }
    let before = block.bytes.count
    let fits = block.setThumbnail([UInt8](repeating: 7, count: 100), limit: 65_000)
    #expect(fits)
    #expect(block.thumbnail == [UInt8](repeating: 7, count: 100))
    let fitsBehind = block.setThumbnail([UInt8](repeating: 8, count: 20_000), limit: 65_000)
    #expect(fitsBehind)
    #expect(block.thumbnail.count == 20_000)
    #expect(block.make == "Ada" && block.date == "2023:07:14 10:20:30" && block.hasLocation)
    let fitsNowhere = block.setThumbnail([UInt8](repeating: 9, count: 70_000), limit: 65_000)
    #expect(!fitsNowhere)
    #expect(block.thumbnail == [])
    #expect(block.bytes.count <= before)
    #expect(block.make == "Ada" && block.hasLocation)
  }

  @Test func `XMP is changed where a property stands, as attribute or element`() {
    var packet = XMPPacket(Array(#"<r tiff:Orientation="6"><exif:PixelXDimension>7</exif:PixelXDimension></r>"#.utf8))
    packet?.replace("tiff:Orientation", with: "1")
    packet?.replace("exif:PixelXDimension", with: "99")
    packet?.replace("tiff:ImageWidth", with: "5")
    #expect(packet?.text == #"<r tiff:Orientation="1"><exif:PixelXDimension>99</exif:PixelXDimension></r>"#)
    #expect(XMPPacket([0xFF, 0x00]) == nil)
  }

  @Test func `a TIFF file's notes become Exif`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("scan.tiff")
    try FileManager.default.copyItem(
      at: try await Clip.still("packed.tiff", ["-c:v", "tiff", "-pix_fmt", "rgb24"]).file, to: source)
    try await Clip.exiftool(
      [
        "-Orientation#=6", "-Make=Ada", "-DateTimeOriginal=2001:02:03 04:05:06", "-GPSLatitude=10", "-GPSLatitudeRef=S",
        "-GPSLongitude=20", "-GPSLongitudeRef=W", "-XMP-dc:Title=Scan",
      ], source)
    let made = try await Compressed(source, faithful(.jpeg))
    let (before, after) = (try await PictureFacts(source), try await PictureFacts(made.file))
    #expect(before.precious.count == 4)
    #expect(after.precious == before.precious)
    #expect(after["Title"].string == "Scan")
    let (shownBefore, shownAfter) = (try await ShownPicture(source), try await ShownPicture(made.file))
    #expect((shownAfter.width, shownAfter.height) == (shownBefore.width, shownBefore.height))
    #expect(made.action(.exif) == .converted)
  }
}
