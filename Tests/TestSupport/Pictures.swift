import Foundation

/// Small pictures that tests share, made by `ffmpeg` and ExifTool.
extension Clip {
  /// A colorful picture of 320 by 240 pixels that no turn brings onto itself, as JPEG of high quality, with everything that a
  /// phone notes: date, place, camera, a small version, XMP.
  ///
  /// - Parameter orientation: How it is to be turned, as Exif counts (1 to 8).
  public static func photo(orientation: Int = 1) -> Clip {
    Clip("photo-\(orientation).jpg") { file in
      try await ffmpeg(picture("320x240", rate: 1, seconds: 1) + ["-frames:v", "1", "-q:v", "2"], to: file)
      let folder = try TemporaryFolder()
      let small = folder.file("small.jpg")
      try await ffmpeg(picture("160x120", rate: 1, seconds: 1) + ["-frames:v", "1", "-q:v", "5"], to: small)
      try await exiftool(
        [
          "-Orientation#=\(orientation)", "-Make=Ada", "-Model=Analytical 1", "-DateTimeOriginal=2023:07:14 10:20:30",
          "-ExifIFD:ExifImageWidth=320", "-ExifIFD:ExifImageHeight=240", "-GPSLatitude=48.8584",
          "-GPSLatitudeRef=N", "-GPSLongitude=2.2945", "-GPSLongitudeRef=E", "-XMP-dc:Title=Tower",
          "-XMP-tiff:Orientation#=\(orientation)", "-IPTC:City=Paris", "-Comment=hello",
          "-ThumbnailImage<=\(small.path)",
        ], file)
    }
  }

  /// The same picture in another kind of file or layout of samples.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - arguments: FFmpeg's options for the output.
  ///   - size: Pixels.
  public static func still(_ name: String, _ arguments: [String], size: String = "320x240") -> Clip {
    Clip(name, ffmpeg: picture(size, rate: 1, seconds: 1) + ["-frames:v", "1"] + arguments)
  }

  /// A film of MP4 behind a picture of JPEG, as phones write a moment before the picture was taken.
  public static let motionPhoto = Clip("motion.jpg") { file in
    let photo = try await Clip.photo().file
    try FileManager.default.copyItem(at: photo, to: file)
    let folder = try TemporaryFolder()
    let packet = folder.file("packet.xmp")
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"
      GCamera:MotionPhotoVersion="1"/></rdf:RDF></x:xmpmeta>
      """
    try Data(text.utf8).write(to: packet)
    try await exiftool(["-xmp<=\(packet.path)"], file)
    let film = folder.file("film.mp4")
    try await ffmpeg(picture("64x48", seconds: 0.2) + ["-c:v", "libx264", "-pix_fmt", "yuv420p"], to: film)
    try (Data(contentsOf: file) + Data(contentsOf: film)).write(to: file)
  }

  /// Changes a file's metadata.
  public static func exiftool(_ arguments: [String], _ file: URL) async throws {
    let result = try await run("exiftool", ["-q", "-m", "-overwrite_original"] + arguments + [file.path])
    guard result.status == .exited(0) else {
      throw ToolFailure("exiftool can't change \(file.lastPathComponent): \(result.errorText)")
    }
  }
}

/// What ExifTool finds in a file.
public struct PictureFacts: Sendable {
  /// Values by ExifTool's names, numbers as numbers.
  public let values: JSON

  private static let names = [
    "Orientation", "ImageWidth", "ImageHeight", "ExifImageWidth", "ExifImageHeight", "DateTimeOriginal", "GPSLatitude",
    "GPSLongitude", "Make", "Model", "ProfileDescription", "Title", "City", "Comment", "ThumbnailImage", "XMPToolkit",
    "ExifByteOrder", "MotionPhoto", "Warning", "Error", "ColorPrimaries", "TransferCharacteristics",
    "MatrixCoefficients", "MPImage2", "NumberOfImages", "DirectoryItemLength", "MPImageLength",
  ]

  /// Reads a file's metadata.
  public init(_ file: URL) async throws {
    // Some cameras note numbers that JSON has no word for, so only what tests ask for is read.
    let result = try await run("exiftool", ["-n", "-json"] + Self.names.map { "-\($0)" } + [file.path])
    values = try JSON(text: result.output)[0]
  }

  public subscript(name: String) -> JSON { values[name] }

  /// What a person would miss: date, place, camera and color profile.
  public var precious: [String: JSON] {
    var found: [String: JSON] = [:]
    for name in ["DateTimeOriginal", "GPSLatitude", "GPSLongitude", "Make", "Model", "ProfileDescription"]
    where values.has(name) {
      found[name] = values[name]
    }
    return found
  }
}

/// A picture as a program that isn't ours shows it.
public struct ShownPicture: Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  private let file: URL
  private let folder: TemporaryFolder

  /// Has a picture drawn upright: HEIC and AVIF by `heif-convert` of libheif, everything else by ImageMagick.
  public init(_ source: URL) async throws {
    folder = try TemporaryFolder()
    file = folder.file("shown.png")
    let head = try FileHandle(forReadingFrom: source).read(upToCount: 12) ?? Data()
    let isHEIF = head.dropFirst(4).prefix(4) == Data("ftyp".utf8)
    let result =
      isHEIF
      ? try await run("heif-convert", ["-q", "100", source.path, file.path])
      : try await run(
        "convert", ["-quiet", "\(source.path)[0]", "-auto-orient", "+profile", "exif", "PNG24:\(file.path)"])
    // Of several pictures, each gets a number.
    let first = folder.file("shown-1.png")
    if FileManager.default.fileExists(atPath: first.path) { try FileManager.default.moveItem(at: first, to: file) }
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw ToolFailure("\(source.lastPathComponent) isn't shown: \(result.errorText)\(result.text)")
    }
    let header = [UInt8](try FileHandle(forReadingFrom: file).read(upToCount: 24) ?? Data())
    guard header.count == 24 else { throw ToolFailure("\(source.lastPathComponent) is shown as nothing") }
    width = header[16..<20].reduce(0) { $0 << 8 | Int($1) }
    height = header[20..<24].reduce(0) { $0 << 8 | Int($1) }
  }

  /// How near another picture is, brought to this one's size, in decibels (peak signal to noise of red, green and blue).
  public func likeness(to other: ShownPicture) async throws -> Double {
    let graph = "[1]scale=\(width):\(height),format=rgb24[b];[0]format=rgb24[a];[a][b]psnr"
    let result = try await run(
      "ffmpeg", ["-hide_banner", "-i", file.path, "-i", other.file.path, "-lavfi", graph, "-f", "null", "-"])
    guard let found = result.errorText.firstMatch(of: /average:([0-9.]+|inf)/) else {
      throw ToolFailure("the pictures can't be compared: \(result.errorText)")
    }
    return found.1 == "inf" ? 100 : Double(found.1) ?? 0
  }
}
