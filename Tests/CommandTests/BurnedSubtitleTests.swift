import Foundation
import TestSupport
import Testing

@Suite("Burned subtitles") struct BurnedSubtitleTests {
  private static let best = ["--quality", "0.9", "--allow-larger"] + quick

  /// The brightest sample of the lower part of each frame: text is there where it is white.
  private static func brightest(_ file: ReopenedOutput, width: Int = 320, height: Int = 180) async throws -> [Int] {
    let rows = height / 3
    return try await file.frames("crop=\(width):\(rows):0:\(height - rows)", size: (width, rows)).map {
      Int($0.max() ?? 0)
    }
  }

  /// Checks that something white is in just these frames.
  private static func expect(
    _ brightest: [Int], in frames: [ClosedRange<Int>], of count: Int, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(brightest.count == count, sourceLocation: location)
    for (index, value) in brightest.enumerated() {
      let isShown = frames.contains { $0.contains(index) }
      #expect(isShown ? value > 190 : value < 160, "frame \(index): \(value)", sourceLocation: location)
    }
  }

  @Test(
    "a track of text is in the frames of its times, and no track any more",
    arguments: [("subrip", "mkv"), ("ass", "mkv"), ("webvtt", "mkv"), ("mov_text", "mp4")], ["mp4", "mov", "mkv"])
  func tracks(kind: (codec: String, fileExtension: String), container: String) async throws {
    let job = try await Job.compress(
      .greyWithText(kind.codec, kind.fileExtension), ["--burn-subtitles", "1"] + Self.best, to: "out.\(container)")
    let output = try await job.reopened(mayBeLarger: true)
    // 25 frames a second: from 0.4 s and from 1.2 s on.
    Self.expect(try await Self.brightest(output), in: [10...24, 30...44], of: 50)
    #expect(output.streams("subtitle").isEmpty && job.actions("subtitle") == ["converted"])
    #expect(job.report["streams"].array.contains { $0["reason"].string?.contains("part of the picture") == true })
  }

  @Test("a trim moves them with the film", arguments: [8, 10]) func trimmed(depth: Int) async throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text.srt")
    try Data(Clip.subRip.utf8).write(to: text)
    // From the middle of the first to the middle of the second.
    let job = try await Job.compress(
      depth == 8 ? .grey : .greyTenBit, ["--trim", "0.6..1.4", "--burn-subtitles", text.path] + Self.best)
    Self.expect(try await Self.brightest(job.reopened(mayBeLarger: true)), in: [0...9, 15...19], of: 20)
    let track = try await Job.compress(
      .greyWithText("subrip", "mkv"), ["--trim", "1.1..", "--burn-subtitles", "1"] + Self.best)
    let frames = try await Self.brightest(track.reopened(mayBeLarger: true))
    // The cut is between two frames, so the first is shown from the cut on.
    #expect(frames.count >= 22 && frames[0] < 160 && frames[6] > 190 && frames.last.map { $0 < 160 } == true)
  }

  @Test("a recording whose clock begins late shows a file's subtitles when a player would") func lateStart()
    async throws
  {
    let folder = try TemporaryFolder()
    let late = folder.file("late.ts")
    try await Clip.ffmpeg(
      ["-i", try await Clip.grey.file.path, "-c", "copy", "-output_ts_offset", "20"], to: late)
    let text = folder.file("text.srt")
    try Data(Clip.subRip.utf8).write(to: text)
    let job = try await Job.compress(late, ["--burn-subtitles", text.path] + Self.best)
    Self.expect(try await Self.brightest(job.reopened(mayBeLarger: true)), in: [10...24, 30...44], of: 50)
  }

  @Test("files of other kinds and encodings are read, too") func files() async throws {
    let folder = try TemporaryFolder()
    let text = Clip.subRip
    let utf16 = Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
    try (Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)).write(to: folder.file("bom.srt"))
    try utf16.write(to: folder.file("utf16.srt"))
    try Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8).write(to: folder.file("it's [a] file, 100%.srt"))
    for name in ["text.vtt", "text.ass"] {
      try await Clip.ffmpeg(["-i", folder.file("bom.srt").path], to: folder.file(name))
    }
    for name in ["bom.srt", "utf16.srt", "it's [a] file, 100%.srt", "text.vtt", "text.ass"] {
      let job = try await Job.compress(.grey, ["--burn-subtitles", folder.file(name).path] + Self.best)
      Self.expect(try await Self.brightest(job.reopened(mayBeLarger: true)), in: [10...24, 30...44], of: 50)
    }
  }

  @Test("a script keeps its own fields, styles and effects") func script() async throws {
    let folder = try TemporaryFolder()
    let script = """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 320
      PlayResY: 180

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, BorderStyle, Outline, Shadow, Alignment
      Style: Box,Sans,30,&H00FFFFFF,1,0,0,7

      [Events]
      Format: Layer, Start, End, Style, Text
      Dialogue: 0,0:00:00.00,0:00:02.00,Box,{\\pos(0,0)\\p1\\1c&H00FF00&}m 0 0 l 40 0 40 40 0 40{\\p0}
      Dialogue: 0,0:00:01.00,0:00:02.00,Box,{\\move(100,0,200,0)\\p1}m 0 0 l 20 0 20 20 0 20{\\p0}
      """
    try Data(script.utf8).write(to: folder.file("a.ass"))
    let job = try await Job.compress(.grey, ["--burn-subtitles", folder.file("a.ass").path] + Self.best)
    let output = try await job.reopened(mayBeLarger: true)
    let green = try await output.frames("crop=16:16:12:12,scale=2:2:flags=area", format: "yuv420p", size: (2, 2))
    // BT.709's green.
    for frame in green {
      #expect(zip([frame[0], frame[4], frame[5]], [173, 42, 26]).allSatisfy { abs(Int($0) - $1) <= 5 })
    }
    // What moves is drawn anew in each frame: half-way after half of its time.
    let rows = try await output.frames("crop=320:8:0:4,scale=320:1:flags=area", size: (320, 1))
    let left = rows.map { row in row.indices.first { $0 > 60 && row[$0] > 190 } }
    #expect(left[24] == nil && left[25].map { abs($0 - 100) <= 4 } == true, "\(left)")
    #expect(left[37].map { abs($0 - 148) <= 4 } == true && left[49].map { abs($0 - 196) <= 4 } == true, "\(left)")
  }

  @Test("white text is the reference white in HLG") func highRange() async throws {
    let folder = try TemporaryFolder()
    try Data("1\n00:00:00,000 --> 00:00:05,000\n███████\n".utf8).write(to: folder.file("a.srt"))
    let job = try await Job.compress(.hlg, ["--burn-subtitles", folder.file("a.srt").path] + Self.best)
    let frame = try await job.reopened(mayBeLarger: true).frames(
      "crop=16:4:152:166,scale=1:1:flags=area", size: (1, 1))[5]
    #expect(abs(Int(frame[0]) - 180) <= 6 || abs(Int(frame[0]) - 191) <= 6, "\(frame)")
  }

  @Test("pictures are in the frames of their times, at their place", arguments: ["mp4", "mkv"])
  func pictures(container: String) async throws {
    let job = try await Job.compress(
      .greyWithPictures, ["--burn-subtitles", "1"] + Self.best, to: "out.\(container)")
    let output = try await job.reopened(mayBeLarger: true)
    let inside = try await output.frames("crop=12:12:22:22,scale=1:1:flags=area", size: (1, 1)).map { Int($0[0]) }
    let outside = try await output.frames("crop=12:12:40:22,scale=1:1:flags=area", size: (1, 1)).map { Int($0[0]) }
    #expect(inside.count == 50 && outside.allSatisfy { $0 < 130 })
    for (index, value) in inside.enumerated() {
      let isShown = (13...24).contains(index) || (35...47).contains(index)
      #expect(isShown ? value > 220 : value < 130, "frame \(index): \(value)")
    }
    #expect(output.streams("subtitle").isEmpty && job.actions("subtitle") == ["converted"])
    #expect(job.report["warnings"].array.isEmpty)
  }

  @Test("a picture that is shown when a trim begins is there from the first frame on, scaled with the film")
  func trimmedPictures() async throws {
    let job = try await Job.compress(
      .greyWithPictures, ["--burn-subtitles", "1", "--trim", "0.72..1.6", "--long-side", "160"] + Self.best)
    let output = try await job.reopened(mayBeLarger: true)
    let inside = try await output.frames("crop=4:4:12:12,scale=1:1:flags=area", size: (1, 1)).map { Int($0[0]) }
    #expect(inside.count == 22)
    for (index, value) in inside.enumerated() {
      let isShown = index < 7 || index >= 17
      #expect(isShown ? value > 220 : value < 130, "frame \(index): \(value)")
    }
  }

  @Test("without any font the job is refused rather than made without text") func noFont() async throws {
    let folder = try TemporaryFolder()
    let environment = try Self.withoutFonts(folder)
    let job = try await Job.compress(
      .greyWithText("subrip", "mkv"), ["--burn-subtitles", "1"] + Self.best, environment: environment)
    job.refused(4, naming: "no font")
  }

  @Test("fonts that a file brings along are used") func attachedFonts() async throws {
    let folder = try TemporaryFolder()
    let found = try await run("fc-match", ["-f", "%{file}\n%{family[0]}", "sans"]).text.split(separator: "\n")
    let font = URL(fileURLWithPath: String(found[0]))
    let job = try await Job.compress(
      .greyWithFont(font, family: String(found[1])), ["--burn-subtitles", "1"] + Self.best, to: "out.mkv",
      environment: try Self.withoutFonts(folder))
    Self.expect(try await Self.brightest(job.reopened(mayBeLarger: true)), in: [10...24, 30...44], of: 50)
  }

  @Test("characters that no font has are told of") func missingCharacters() async throws {
    let folder = try TemporaryFolder()
    // A private character, which no font has.
    try Data("1\n00:00:00,000 --> 00:00:01,000\nA\u{F8E9}\u{10FFF0}B\n".utf8).write(to: folder.file("a.srt"))
    let job = try await Job.compress(.grey, ["--burn-subtitles", folder.file("a.srt").path] + Self.best)
    _ = try await job.reopened(mayBeLarger: true)
    #expect(job.report["warnings"].array.contains { $0.string?.contains("no font here has") == true })
  }

  @Test("what lies outside of the part that is kept is told of") func outside() async throws {
    let job = try await Job.compress(
      .greyWithText("subrip", "mkv"), ["--burn-subtitles", "1", "--trim", "..0.3"] + Self.best)
    #expect(try await Self.brightest(job.reopened(mayBeLarger: true)).allSatisfy { $0 < 160 })
    #expect(job.report["warnings"].array.contains { $0.string?.contains("none of the subtitles") == true })
  }

  @Test("what can't be burned is refused with the reason") func refusals() async throws {
    let folder = try TemporaryFolder()
    try Data("1\n00:00:00,400 --> 00:00:01,000\nGr".utf8 + [0xFC, 0xDF, 0x65, 0x0A]).write(to: folder.file("latin.srt"))
    try Data("This is no list of subtitles.\n".utf8).write(to: folder.file("text.srt"))
    try Data().write(to: folder.file("empty.srt"))
    for (value, words) in [
      ("2", "allowed: 1 to 1"), ("0", "count from 1"), ("/no/such.srt", "there is no file"),
      (folder.url.path, "a folder"), (folder.file("latin.srt").path, "utf-8"),
      (folder.file("text.srt").path, "subtitles"), (folder.file("empty.srt").path, "subtitles"),
    ] {
      let job = try await Job.compress(.greyWithText("subrip", "mkv"), ["--burn-subtitles", value])
      job.refused(2, naming: words)
    }
    try await Job.compress(.grey, ["--burn-subtitles", "1"]).refused(2, naming: "the source has none")
  }

  /// Variables of a machine that has no font.
  private static func withoutFonts(_ folder: TemporaryFolder) throws -> [String: String] {
    let settings = folder.file("fonts.conf")
    try Data("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>".utf8)
      .write(to: settings)
    return SwageCommand.environment.merging(["FONTCONFIG_FILE": settings.path]) { $1 }
  }
}
