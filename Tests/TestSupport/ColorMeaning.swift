import Foundation

/// What a film's samples mean, in the words of zimg's filter, to bring them to red, green and blue without guessing.
public struct ColorMeaning: Sendable, Hashable {
  /// FFmpeg's name of the matrix; `gbr` for samples that are red, green and blue already.
  public var matrix: String
  /// Whether black is 0.
  public var isFull: Bool
  /// zimg's name of the place of chroma.
  public var location: String

  public init(matrix: String, isFull: Bool, location: String = "left") {
    self.matrix = matrix
    self.isFull = isFull
    self.location = location
  }

  /// As a stream's tags say, and as players take what they leave open.
  public init(of stream: ProbedStream) {
    let isHigh = (stream.width ?? 0) >= 1280 || (stream.height ?? 0) > 576
    self.init(
      matrix: stream.colorSpace ?? (isHigh ? "bt709" : "smpte170m"), isFull: stream.colorRange == "pc",
      location: stream.chromaLocation.flatMap { $0 == "unspecified" ? nil : $0 } ?? "left")
  }
}

/// Red, green and blue of a frame.
public struct RGBPicture: Sendable {
  public let width: Int
  public let height: Int
  /// Green, blue and red, each row by row, from 0 to 255.
  public let planes: [[UInt8]]

  /// The mean of each channel of a part of the columns.
  public func means(of columns: Range<Int>? = nil) -> [Double] {
    let columns = columns ?? 0..<width
    return planes.map { plane in
      var sum = 0
      for row in 0..<height { for column in columns { sum += Int(plane[row * width + column]) } }
      return Double(sum) / Double(height * columns.count)
    }
  }

  /// How like another picture of the same size it is, over all channels, in decibels.
  public func similarity(to other: RGBPicture) -> Double {
    var sum = 0
    for (mine, theirs) in zip(planes, other.planes) {
      for (a, b) in zip(mine, theirs) { sum += (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    }
    let error = Double(sum) / Double(width * height * 3)
    return error == 0 ? 100 : 10 * log10(255 * 255 / error)
  }
}

extension ReopenedOutput {
  /// The first frame in red, green and blue, by zimg.
  ///
  /// - Parameters:
  ///   - meaning: What the samples mean; `nil` for what the tags say.
  ///   - size: The size to bring it to; `nil` for its own.
  public func rgb(_ meaning: ColorMeaning? = nil, size: (width: Int, height: Int)? = nil) async throws -> RGBPicture {
    let film = try film
    let meaning = meaning ?? ColorMeaning(of: film)
    let (width, height) = size ?? (film.width ?? 0, film.height ?? 0)
    // zimg takes planes, and the filter that makes them would change the range of what is tagged as full.
    let planes = film.pixFmt == "nv12" ? "scale=in_range=tv:out_range=tv,format=yuv420p," : ""
    let result = try await run(
      "ffmpeg",
      [
        "-v", "error", "-i", "file:\(url.path)", "-map", "0:\(film.index)", "-frames:v", "1", "-vf",
        planes
          + "zscale=w=\(width):h=\(height):filter=bicubic:min=\(meaning.matrix):rin=\(meaning.isFull ? "full" : "limited")"
          + ":cin=\(meaning.location):m=gbr:r=full,format=gbrp", "-f", "rawvideo", "-",
      ])
    let bytes = [UInt8](result.output)
    guard bytes.count == width * height * 3 else { throw ToolFailure("no picture: \(result.errorText)") }
    return RGBPicture(
      width: width, height: height,
      planes: (0..<3).map { Array(bytes[$0 * width * height..<($0 + 1) * width * height]) })
  }

  /// The color boxes of an ISO base media file: the kind (`nclx` or `nclc`), primaries, transfer, matrix, and whether
  /// the range is full where that is told.
  public var colorBoxes: [String] {
    guard let data = try? Data(contentsOf: url) else { return [] }
    var found: [String] = []
    var start = data.startIndex
    while let place = data.range(of: Data("colr".utf8), in: start..<data.endIndex) {
      start = place.upperBound
      let body = [UInt8](data[start...].prefix(11))
      guard body.count == 11 else { break }
      let kind = String(decoding: body[..<4], as: UTF8.self)
      let numbers = stride(from: 4, to: 10, by: 2).map { Int(body[$0]) << 8 | Int(body[$0 + 1]) }
      let range = body[10] & 0x80 == 0 ? "limited" : "full"
      if kind == "nclx" { found.append("nclx \(numbers[0]) \(numbers[1]) \(numbers[2]) \(range)") }
      if kind == "nclc" { found.append("nclc \(numbers[0]) \(numbers[1]) \(numbers[2])") }
    }
    return found
  }

  /// What the coded stream alone says of its color, without the container: range, matrix, transfer, primaries, and where
  /// chroma lies.
  public func signal() async throws -> [String?] {
    let folder = try TemporaryFolder()
    let film = try film
    let file = folder.file("raw." + (film.codecName ?? "h264"))
    try await Clip.ffmpeg(
      ["-i", url.path, "-map", "0:\(film.index)", "-c", "copy", "-f", film.codecName ?? "h264"], to: file)
    let raw = try await ReopenedOutput(file, in: folder).film
    return raw.colorTags
  }
}

extension ProbedStream {
  /// Range, matrix, transfer, primaries, and where chroma lies; limited range counts as none, since both mean the same.
  public var colorTags: [String?] {
    [colorRange == "tv" ? nil : colorRange, colorSpace, colorTransfer, colorPrimaries, chromaLocation]
  }
}
