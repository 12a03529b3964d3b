import Foundation
import ImageCompression
import TestSupport
import Testing

@Suite struct MetadataTests {
  @Test(arguments: ImageFormat.allCases)
  func `date, place, camera and titles are found in the result as in the source`(format: ImageFormat) async throws {
    let source = try await Clip.photo(orientation: 6).file
    let made = try await Compressed(source, faithful(format))
    let (before, after) = (try await PictureFacts(source), try await PictureFacts(made.file))
    #expect(before.precious.count == 5)
    #expect(after.precious == before.precious)
    #expect(after["Title"].string == "Tower")
    if format == .jpeg {
      #expect(after["City"].string == "Paris")
      #expect(after["Comment"].string == "hello")
    } else {
      #expect(made.action(.photoshop) == .dropped)
      #expect(made.report.warnings.contains { $0.contains("IPTC") })
    }
    #expect(after["Warning"].isNull, "\(after["Warning"])")
  }

  @Test(arguments: ImageFormat.allCases)
  func `a stripped picture tells of nobody, and keeps its color and its turn`(format: ImageFormat) async throws {
    let source = try await Self.profiled.file
    let made = try await Compressed(source, faithful(format).metadata(.strip))
    let after = try await PictureFacts(made.file)
    for name in [
      "DateTimeOriginal", "GPSLatitude", "Make", "Model", "Title", "City", "Comment", "ThumbnailImage", "XMPToolkit",
      "ExifByteOrder",
    ] {
      #expect(after[name].isNull, "\(name) is left")
    }
    #expect(try await Profile.bytes(of: made.file) == Profile.bytes(of: source))
    let (shownBefore, shownAfter) = (try await ShownPicture(source), try await ShownPicture(made.file))
    #expect(shownAfter.width == shownBefore.width)
    let likeness = try await shownBefore.likeness(to: shownAfter)
    #expect(likeness > 24, "\(likeness) dB")
    let text = String(decoding: try Data(contentsOf: made.file), as: UTF8.self)
    for word in ["Ada", "Analytical", "Paris", "Tower"] { #expect(!text.contains(word), "\(word) is left") }
  }

  /// A turned photo with an ICC profile.
  static let profiled = Clip("photo-profile.jpg") { file in
    try FileManager.default.copyItem(at: try await Clip.photo(orientation: 6).file, to: file)
    try await Clip.exiftool(["-icc_profile<=\(try await Profile.file.path)"], file)
  }

  @Test(arguments: ImageFormat.allCases)
  func `an ICC profile of RGB is kept byte for byte`(format: ImageFormat) async throws {
    let source = try await Self.profiled.file
    let made = try await Compressed(source, faithful(format))
    let (before, after) = (try await Profile.bytes(of: source), try await Profile.bytes(of: made.file))
    #expect(before.count > 300)
    #expect(after == before)
    #expect(made.action(.colorProfile) == .kept)
  }

  @Test func `the small version in Exif shows the result, upright and in its shape`() async throws {
    let source = try await Clip.photo(orientation: 6).file
    let made = try await Compressed(source, faithful(.jpeg))
    let thumbnail = made.folder.file("thumbnail.jpg")
    let result = try await run("exiftool", ["-b", "-ThumbnailImage", made.file.path])
    try result.output.write(to: thumbnail)
    let (small, large) = (try await ShownPicture(thumbnail), try await ShownPicture(made.file))
    #expect((small.width, small.height) == (120, 160))
    let likeness = try await small.likeness(to: large)
    #expect(likeness > 20, "\(likeness) dB")
    #expect(made.action(.thumbnail) == .regenerated)
  }

  @Test func `a small version in HEIC is the container's own`() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("large.jpg")
    try await Clip.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=1000x750", "-frames:v", "1", "-q:v", "2"], to: source)
    try await Clip.exiftool(
      ["-all=", "-tagsfromfile", try await Clip.photo().file.path, "-exif:all", "-thumbnailimage"], source)
    let made = try await Compressed(source, faithful(.heic))
    #expect(made.action(.thumbnail) == .regenerated)
    let info = try await run("heif-info", [made.file.path])
    #expect(info.text.contains("thumbnail: 320x240"), "\(info.text)")
    let facts = try await PictureFacts(made.file)
    #expect(facts["ThumbnailImage"].isNull)
    #expect(facts["Make"].string == "Ada")
  }

  @Test func `a motion photo's film is named and no longer promised`() async throws {
    let source = try await Clip.motionPhoto.file
    for format in [ImageFormat.heic, .jpeg] {
      let made = try await Compressed(source, faithful(format))
      #expect(made.action(.motionVideo) == .dropped)
      #expect(made.report.warnings.contains { $0.contains("motion photo") })
      #expect(try await PictureFacts(made.file)["MotionPhoto"].int == 0)
    }
  }

  @Test(.needsCorpus("DSCN0010.jpg"), arguments: ["DSCN0010.jpg", "IMG_2682.heic"])
  func `C04: place and date of a picture are as they were, and gone when stripped`(name: String) async throws {
    let source = try Corpus.file(name)
    let names = ["GPSLatitude", "GPSLongitude", "DateTimeOriginal"]
    let before = try await PictureFacts(source)
    for format in [ImageFormat.heic, .jpeg] {
      let settings = ImageSettings.image(format, longSide: 640).sizePolicy(.allowLarger)
      let (whole, bare) = (
        try await Compressed(source, settings), try await Compressed(source, settings.metadata(.strip))
      )
      let (kept, stripped) = (try await PictureFacts(whole.file), try await PictureFacts(bare.file))
      for name in names {
        if name.hasPrefix("GPS"), let was = before[name].number, let now = kept[name].number {
          #expect(abs(was - now) < 0.0001)
        } else {
          #expect(!before[name].isNull && kept[name] == before[name], "\(name)")
        }
        #expect(stripped[name].isNull, "\(name) is left")
      }
    }
  }
}

/// An ICC profile that libraries of Debian carry, with other primaries than sRGB's.
enum Profile {
  static var file: URL {
    get async throws { try await clip.file }
  }

  /// Taken from what ImageMagick or Ghostscript install.
  private static let clip = Clip("rgb.icc") { file in
    let places = ["/usr/share/color/icc/ghostscript/a98.icc", "/usr/share/color/icc/ghostscript/srgb.icc"]
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw ToolFailure("there is no profile of RGB here; libgs-common has one")
    }
    try FileManager.default.copyItem(at: URL(fileURLWithPath: found), to: file)
  }

  static func bytes(of picture: URL) async throws -> Data {
    try await run("exiftool", ["-b", "-icc_profile", picture.path]).output
  }
}
