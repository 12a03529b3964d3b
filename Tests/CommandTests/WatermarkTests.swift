import Foundation
import TestSupport
import Testing

@Suite("A watermark") struct WatermarkTests {
  /// An image of a color, `0xRRGGBB` with an optional `@alpha`, in a folder.
  private static func image(
    _ color: String, _ size: String = "40x20", name: String = "mark.png", format: String = "rgba", in folder: URL
  ) async throws -> URL {
    let file = folder.appendingPathComponent(name)
    try await Clip.ffmpeg(
      [
        "-f", "lavfi", "-i", "color=\(color):size=\(size),format=rgba,format=\(format)", "-frames:v", "1", "-update",
        "1",
      ], to: file)
    return file
  }

  /// Luma, Cb and Cr of a part of a frame, as they are stored.
  private static func samples(
    _ file: ReopenedOutput, _ x: Int, _ y: Int, _ width: Int = 8, _ height: Int = 8, frame: Int = 10
  ) async throws -> [Int] {
    let frames = try await file.frames(
      "crop=\(width):\(height):\(x):\(y),scale=2:2:flags=area", format: "yuv420p", size: (2, 2))
    return [frames[frame][0], frames[frame][4], frames[frame][5]].map(Int.init)
  }

  private static let best = ["--quality", "0.95", "--allow-larger"] + quick

  @Test(
    "stands at its place, in every frame",
    arguments: ["top-left", "top-right", "bottom-left", "bottom-right", "center"])
  func places(position: String) async throws {
    let folder = try TemporaryFolder()
    let mark = try await Self.image("0xFFFFFF", in: folder.url)
    let job = try await Job.compress(.grey, ["--watermark", "\(mark.path):\(position)"] + Self.best)
    let output = try await job.reopened(mayBeLarger: true)
    // Margins of 2 % of 180 rows, on even places.
    let expected = [
      "top-left": (4, 4), "top-right": (276, 4), "bottom-left": (4, 156), "bottom-right": (276, 156),
      "center": (140, 80),
    ][position]
    let frames = try await output.frames(size: (320, 180))
    #expect(frames.count == 50)
    for frame in frames {
      let bright = (0..<180 * 320).filter { frame[$0] > 180 }
      let columns = bright.map { $0 % 320 }
      let rows = bright.map { $0 / 320 }
      #expect(columns.min() == expected?.0 && rows.min() == expected?.1)
      #expect(columns.max().map { $0 - 39 } == expected?.0 && rows.max().map { $0 - 19 } == expected?.1)
    }
  }

  @Test("has its own color", arguments: ["h264", "hevc"]) func color(codec: String) async throws {
    let folder = try TemporaryFolder()
    for (color, expected) in [
      ("0xFFFFFF", [235, 128, 128]), ("0x000000", [16, 128, 128]), ("0xFF0000", [63, 102, 240]),
      ("0x00FF00", [173, 42, 26]), ("0x0000FF", [32, 240, 118]),
    ] {
      let mark = try await Self.image(color, in: folder.url)
      let job = try await Job.compress(
        .grey, ["--codec", codec, "--watermark", "\(mark.path):top-left"] + Self.best)
      let found = try await Self.samples(try await job.reopened(mayBeLarger: true), 12, 8, 16, 12)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 3 }, "\(color): \(found)")
    }
  }

  @Test("is seen as much as asked for, and as its own transparency lets it", arguments: [8, 10])
  func opacity(depth: Int) async throws {
    let folder = try TemporaryFolder()
    let clip: Clip = depth == 8 ? .grey : .greyTenBit
    let plain = try await Self.samples(
      try await Job.compress(clip, Self.best).reopened(mayBeLarger: true), 12, 8, 16, 12)[0]
    for (color, option, share) in [
      ("0xFFFFFF", ":0.5", 0.5), ("0xFFFFFF@0.5", "", 0.5), ("0xFFFFFF@0.5", ":0.5", 0.25), ("0xFFFFFF", ":0", 0),
    ] {
      let mark = try await Self.image(color, in: folder.url)
      let job = try await Job.compress(clip, ["--watermark", "\(mark.path):top-left\(option)"] + Self.best)
      let found = try await Self.samples(try await job.reopened(mayBeLarger: true), 12, 8, 16, 12)[0]
      let expected = Double(plain) + (235 - Double(plain)) * share
      #expect(abs(Double(found) - expected) <= 3, "\(color)\(option): \(found), expected \(expected)")
    }
  }

  @Test("stands upright in a turned film, in its own shape in one of wide pixels, and isn't scaled with the film")
  func shapes() async throws {
    let folder = try TemporaryFolder()
    let mark = try await Self.image("0xFFFFFF", in: folder.url)
    for (clip, options, size) in [
      (Clip.greyPortrait, [], (180, 320)), (.greyWide, [], (640, 180)), (.grey, ["--long-side", "160"], (160, 90)),
    ] as [(Clip, [String], (Int, Int))] {
      let job = try await Job.compress(clip, ["--watermark", "\(mark.path):top-left"] + options + Self.best)
      let output = try await job.reopened(mayBeLarger: true)
      let film = try output.film
      #expect(film.width == size.0 && film.height == size.1 && film.displayMatrix == [1, 0, 0, 1])
      let frame = try await output.frames(size: size, limit: 5)[4]
      let bright = frame.indices.filter { frame[$0] > 180 }
      #expect(bright.count == 800, "\(bright.count) of \(40 * 20) pixels")
      #expect(Set(bright.map { $0 % size.0 }).count == 40 && Set(bright.map { $0 / size.0 }).count == 20)
    }
    let turned = try await Job.compress(.greyPortrait, ["--watermark", mark.path, "--dry-run"])
    #expect(turned.report["decisions"].array.contains { $0["what"].string == "rotation" })
    #expect(turned.report["video"]["drawing"]["draws"].bool == true)
    #expect(turned.report["video"]["drawing"]["watermark"]["size"]["width"].int == 40)
  }

  @Test("may be larger than the frame, which it fits into then") func large() async throws {
    let folder = try TemporaryFolder()
    let mark = try await Self.image("0xFFFFFF", "1280x360", in: folder.url)
    let job = try await Job.compress(.grey, ["--watermark", mark.path] + Self.best)
    let frame = try await job.reopened(mayBeLarger: true).frames(size: (320, 180), limit: 1)[0]
    let bright = frame.indices.filter { frame[$0] > 180 }
    #expect(bright.count == 320 * 90)
    #expect(job.report["decisions"].array.contains { $0["what"].string == "watermark" })
  }

  @Test("may be a PNG with a palette, grey or of 16 bits, a JPEG, a WebP, a BMP, a TIFF or a GIF")
  func kinds() async throws {
    let folder = try TemporaryFolder()
    for (name, format) in [
      ("a.png", "gray"), ("b.png", "ya8"), ("c.png", "rgba64be"), ("d.jpg", "yuvj420p"), ("e.webp", "bgra"),
      ("f.bmp", "bgr24"),
      ("g.tif", "rgb24"), ("h.gif", "rgb8"), ("i.png", "monow"),
    ] {
      let mark = try await Self.image("0xFFFFFF", name: name, format: format, in: folder.url)
      let job = try await Job.compress(.grey, ["--watermark", "\(mark.path):top-left", "--codec", "h264"] + Self.best)
      let found = try await Self.samples(try await job.reopened(mayBeLarger: true), 12, 8, 16, 12)
      #expect(abs(found[0] - 235) <= 4 && abs(found[1] - 128) <= 4 && abs(found[2] - 128) <= 4, "\(name): \(found)")
    }
  }

  @Test("white is the reference white in HLG, and doesn't glare") func highRange() async throws {
    let folder = try TemporaryFolder()
    let mark = try await Self.image("0xFFFFFF", in: folder.url)
    let job = try await Job.compress(.hlg, ["--watermark", "\(mark.path):top-left"] + Self.best)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.color == ["bt2020", "arib-std-b67", "bt2020nc"])
    // 75 % of the signal is 721 of 10 bits, 180 of 8.
    let found = try await Self.samples(output, 12, 8, 16, 12)
    #expect(abs(found[0] - 180) <= 3 && abs(found[1] - 128) <= 2 && abs(found[2] - 128) <= 2, "\(found)")
  }

  @Test("may have colons in its name") func colons() async throws {
    let folder = try TemporaryFolder()
    let mark = try await Self.image("0xFFFFFF", name: "a:b:center.png", in: folder.url)
    let job = try await Job.compress(.grey, ["--watermark", "\(mark.path):top-left:1"] + Self.best)
    #expect(try await Self.samples(try await job.reopened(mayBeLarger: true), 12, 8)[0] > 225)
  }

  @Test("that can't be read is refused before work begins, with the reason") func refusals() async throws {
    let folder = try TemporaryFolder()
    try Data("no picture".utf8).write(to: folder.file("text.png"))
    try Data().write(to: folder.file("empty.png"))
    let film = try await Clip.grey.file.path
    for (value, words) in [
      ("/no/such.png", "no watermark"), (folder.url.path, "a folder"), (folder.file("text.png").path, "as a picture"),
      (folder.file("empty.png").path, "as a picture"), (film, "as a picture"), ("\(film):1.5", "out of range"),
    ] {
      let job = try await Job.compress(.grey, ["--watermark", value])
      job.refused(2, naming: words)
    }
  }
}
