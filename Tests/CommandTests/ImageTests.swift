import Foundation
import TestSupport
import Testing

/// `swage image`, as a script sees it.
@Suite struct ImageTests {
  @Test func `several pictures go into a folder under their names, with a report each and a summary`() async throws {
    let folder = try TemporaryFolder()
    let output = try folder.folder("out")
    let photo = try await Clip.photo(orientation: 6).file
    for name in ["a.jpg", "b.JPG", "-c.jpg", "d é.jpg"] {
      try FileManager.default.copyItem(at: photo, to: folder.file(name))
    }
    let result = try await SwageCommand.run(
      ["image", "--output-folder", "out", "--quality", "0.5", "--json", "--", "a.jpg", "b.JPG", "-c.jpg", "d é.jpg"],
      in: folder.url)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(TemporaryFolder.contents(of: output) == ["-c.heic", "a.heic", "b.heic", "d é.heic"])
    let report = try JSON(text: result.output)
    #expect(report["schema"].string == "swage.images/1")
    #expect(report["pictures"].array.map { $0["input"].string } == ["a.jpg", "b.JPG", "-c.jpg", "d é.jpg"])
    #expect(report["summary"]["compressed"].int == 4)
    #expect(report["error"].isNull)
    for picture in report["pictures"].array {
      let file = URL(fileURLWithPath: picture["output"]["path"].string ?? "")
      #expect(picture["output"]["bytes"].int == (try Data(contentsOf: file).count))
      let shown = try await ShownPicture(file)
      #expect(
        (picture["output"]["displayWidth"].int, picture["output"]["displayHeight"].int) == (shown.width, shown.height))
      #expect(picture["verification"]["passed"].bool == true)
      #expect((picture["similarity"].number ?? 0) > 0.8)
    }
  }

  @Test func `the first failure decides the exit status, and the other pictures are done`() async throws {
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: try await Clip.photo().file)
    try photo.write(to: folder.file("whole.jpg"))
    try photo.prefix(photo.count / 2).write(to: folder.file("cut.jpg"))
    try Data("text".utf8).write(to: folder.file("text.jpg"))
    let result = try await SwageCommand.run(
      ["image", "--quality", "0.5", "--json", "cut.jpg", "whole.jpg", "text.jpg", "missing.jpg"], in: folder.url)
    #expect(result.status == .exited(5))
    #expect(folder.contents == ["cut.jpg", "text.jpg", "whole-compressed.heic", "whole.jpg"])
    let report = try JSON(text: result.output)
    #expect(report["pictures"].array.map { $0["outcome"].string } == ["failed", "compressed", "failed", "failed"])
    let codes = report["pictures"].array.map { $0["error"]["code"].string }
    #expect(codes == ["sourceDamaged", nil, "noPicture", "sourceNotFound"])
    #expect(report["summary"]["failed"].int == 3)
    for name in ["cut.jpg", "text.jpg", "missing.jpg"] { #expect(result.errorText.contains(name)) }
  }

  /// Options and the status that they end with.
  struct Failure: CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    var testDescription: String { "swage image \(arguments)" }
    init(_ arguments: String, _ status: Int32) {
      self.arguments = arguments
      self.status = status
    }
  }

  static let failures: [Failure] = [
    Failure("text.jpg", 3), Failure("missing.jpg", 3), Failure("--max-pixels 100 photo.jpg", 4), Failure("cut.jpg", 5),
    Failure("-o /nonexistent/x.heic photo.jpg", 6), Failure("-o photo.jpg photo.jpg", 6),
    Failure("--format heic --quality 1 small.jpg", 1), Failure("--quality 2 photo.jpg", 2), Failure("", 2),
    Failure("-o x.png photo.jpg", 2), Failure("-o x.heic photo.jpg cut.jpg", 2),
    Failure("--format jpeg -o x.heic photo.jpg", 2), Failure("--format jpeg --lossless photo.jpg", 2),
    Failure("--lossless --quality 1 photo.jpg", 2), Failure("--output-folder nowhere photo.jpg", 2),
    Failure("--replace --format avif photo.jpg", 2),
  ]

  @Test(arguments: failures)
  func `every failure has its exit status, a reason, and leaves nothing`(failure: Failure) async throws {
    let arguments = failure.arguments.split(separator: " ").map(String.init)
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: try await Clip.photo().file)
    try photo.write(to: folder.file("photo.jpg"))
    try photo.prefix(photo.count / 2).write(to: folder.file("cut.jpg"))
    try Data("text".utf8).write(to: folder.file("text.jpg"))
    try FileManager.default.copyItem(
      at: try await Clip.still("poor.jpg", ["-q:v", "31"], size: "160x120").file, to: folder.file("small.jpg"))
    let before = folder.contents
    let result = try await SwageCommand.run(["image", "--json"] + arguments, in: folder.url)
    #expect(result.status == .exited(failure.status), "\(result.status): \(result.errorText)")
    #expect(result.errorText.hasPrefix("swage: "))
    #expect(folder.contents == before)
    #expect(try Data(contentsOf: folder.file("photo.jpg")) == photo)
    let report = try JSON(text: result.output)
    let error = report["error"].isNull ? report["pictures"][0]["error"] : report["error"]
    #expect(error["code"].string?.isEmpty == false)
  }

  @Test func `a kept source is success and says so`() async throws {
    let folder = try TemporaryFolder()
    let small = folder.file("small.jpg")
    try FileManager.default.copyItem(
      at: try await Clip.still("poor.jpg", ["-q:v", "31"], size: "160x120").file, to: small)
    let result = try await SwageCommand.run(["image", "--quality", "1", "small.jpg"], in: folder.url)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.text.contains("Kept the source"))
    #expect(try Data(contentsOf: folder.file("small-compressed.jpg")) == Data(contentsOf: small))
  }

  @Test func `however many pictures go at once, their pixels are bounded`() async throws {
    let folder = try TemporaryFolder()
    let large = try await Clip.still("large-7mp.jpg", ["-q:v", "5"], size: "3000x2250").file
    let names = (0..<4).map { "\($0).jpg" }
    for name in names { try FileManager.default.copyItem(at: large, to: folder.file(name)) }
    var peaks: [Int64] = []
    for options in [[], ["--pixels-at-once", "1"]] {
      let output = try folder.folder("out\(peaks.count)")
      let peak = Peak()
      let result = try await SwageCommand.run(
        ["image", "--jobs", "4", "--format", "jpeg", "--allow-larger", "--output-folder", output.path] + options
          + names,
        in: folder.url
      ) { process in
        while let bytes = process.peakMemorySoFar {
          await peak.note(bytes)
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(TemporaryFolder.contents(of: output) == names)
      peaks.append(await peak.bytes)
    }
    #expect(peaks[1] > 20_000_000 && Double(peaks[1]) < 0.75 * Double(peaks[0]), "\(peaks) bytes")
  }

  private actor Peak {
    private(set) var bytes: Int64 = 0
    func note(_ new: Int64) { bytes = max(bytes, new) }
  }

  @Test func `an interrupted run ends with 130, and what was finished stays`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.photo().file, to: folder.file("a.jpg"))
    let large = try await Clip.still("large.png", ["-pix_fmt", "rgb24"], size: "4000x3000").file
    for name in ["b.png", "c.png", "d.png"] { try FileManager.default.copyItem(at: large, to: folder.file(name)) }
    let result = try await SwageCommand.run(
      ["image", "--quality", "1", "--jobs", "1", "--allow-larger", "a.jpg", "b.png", "c.png", "d.png"], in: folder.url
    ) { process in
      for _ in 0..<400 where !folder.contents.contains("a-compressed.heic") {
        try await Task.sleep(for: .milliseconds(20))
      }
      try await Task.sleep(for: .milliseconds(200))
      process.signal(SIGINT)
    }
    #expect(result.status == .exited(130))
    #expect(folder.contents.filter { $0.contains("compressed") } == ["a-compressed.heic"])
    #expect(!folder.contents.contains { $0.hasPrefix(".") })
  }

  @Test func `the help names every option, and a picture's own commands are told from a film's`() async throws {
    let help = try await SwageCommand.run(["image", "--help"])
    #expect(help.status == .exited(0))
    for option in [
      "--format", "--quality", "--long-side", "--depth", "--chroma", "--lossless", "--strip", "--max-pixels",
      "--pixels-at-once",
    ] {
      #expect(help.text.contains(option))
    }
    let folder = try TemporaryFolder()
    let film = folder.file("film.mp4")
    try await Clip.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x48:duration=0.2"], to: film)
    let result = try await SwageCommand.run(["image", film.path])
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("swage compress"))
  }
}
