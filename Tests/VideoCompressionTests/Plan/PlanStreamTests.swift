import Media
import Testing
import VideoCompression

@Suite("A plan's streams beside film and sound")
struct PlanStreamTests {
  private func plan(
    _ streams: [StreamDescription], from kind: ContainerDescription = .mp4, to destination: String = "out.mp4",
    chapters: [Chapter] = [], _ change: (CompressionRequest) -> CompressionRequest = { $0 }
  ) throws -> CompressionPlan {
    try Source(kind: kind, streams: [.film()] + streams, chapters: chapters).plan(change, to: destination)
  }

  @Test(
    "Text subtitles are copied or converted to what the file holds",
    arguments: [
      ("mov_text", "mp4", StreamPlan.Action.copy), ("subrip", "mp4", .convertSubtitles(to: .movText)),
      ("ass", "mov", .convertSubtitles(to: .movText)), ("webvtt", "mp4", .convertSubtitles(to: .movText)),
      ("subrip", "mkv", .copy), ("ass", "mkv", .copy), ("webvtt", "mkv", .copy),
      ("mov_text", "mkv", .convertSubtitles(to: .subRip)), ("text", "mkv", .convertSubtitles(to: .subRip)),
    ])
  func textSubtitles(codec: String, kind: String, action: StreamPlan.Action) throws {
    #expect(try plan([.subtitles(1, codec: codec)], to: "out.\(kind)").action(1) == action)
  }

  @Test("Picture subtitles are copied to Matroska, and left out of MP4 and QuickTime with a warning")
  func pictureSubtitles() throws {
    let streams = [StreamDescription.subtitles(1, codec: "hdmv_pgs_subtitle", isText: false)]
    #expect(try plan(streams, to: "out.mkv").action(1) == .copy)
    for kind in ["mp4", "mov"] {
      let plan = try plan(streams, to: "out.\(kind)")
      #expect(plan.action(1) == .drop)
      #expect(plan.reason(1)?.contains("hdmv_pgs_subtitle") == true)
      #expect(plan.warnings.count == 1)
    }
    #expect(try plan([.subtitles(1, codec: "xsub", isText: false)], to: "out.mkv").action(1) == .drop)
  }

  @Test("Closed captions are carried between files of boxes, else left out")
  func captions() throws {
    let streams = [StreamDescription.subtitles(1, codec: "eia_608")]
    #expect(try plan(streams, from: .mov, to: "out.mov").action(1) == .carryTrack)
    #expect(try plan(streams, from: .mov, to: "out.mkv").action(1) == .drop)
    #expect(try plan(streams, from: .mpegts, to: "out.mp4").action(1) == .drop)
  }

  @Test("A cover is kept among the tags, or as a cover, or dropped with the metadata")
  func cover() throws {
    let cover = StreamDescription.film(1, role: .coverArt, codec: "mjpeg")
    #expect(try plan([cover]).action(1) == .absorb)
    #expect(try plan([cover], from: .mkv).action(1) == .copyCoverArt)
    #expect(try plan([cover], to: "out.mkv").action(1) == .copyCoverArt)
    #expect(try plan([cover], { $0.metadata(.strip) }).action(1) == .drop)
    #expect(try plan([.film(1, role: .coverArt, codec: "webp")], from: .mkv).action(1) == .drop)
  }

  @Test("A track of chapter names is written as chapters, if there are any")
  func chapterNames() throws {
    let names = StreamDescription.other(1, .data, .chapterNames, codec: "bin_data", tag: "text")
    let chapters = [Chapter(start: 0, end: 10, title: "One")]
    #expect(try plan([names], chapters: chapters).action(1) == .absorb)
    #expect(try plan([names]).action(1) == .drop)
  }

  @Test("A second film is copied where the file holds its codec and nothing is cut")
  func secondFilm() throws {
    let second = StreamDescription.film(1, role: .secondaryVideo, codec: "hevc")
    #expect(try plan([second]).action(1) == .copy)
    #expect(try plan([second], { $0.trim(from: 1) }).action(1) == .drop)
    #expect(try plan([.film(1, role: .secondaryVideo, codec: "prores")]).action(1) == .drop)
    #expect(try plan([.film(1, role: .secondaryVideo, codec: "prores")], to: "out.mov").action(1) == .copy)
    #expect(try plan([.film(1, role: .secondaryVideo, codec: "vp9")], to: "out.mov").action(1) == .drop)
    #expect(try plan([.film(1, role: .secondaryVideo, codec: "theora")], to: "out.mkv").action(1) == .copy)
    #expect(try plan([.film(1, codec: "hevc")]).action(1) == .copy)
  }

  @Test(
    "Timed data is carried from files of boxes to files of boxes, QuickTime's own only to QuickTime",
    arguments: [
      ("gpmd", "mp4", true), ("tmcd", "mp4", true), ("fdsc", "mov", true), ("mett", "mp4", true),
      ("mebx", "mov", true), ("mebx", "mp4", false), ("gpmd", "mkv", false),
    ])
  func timedData(tag: String, kind: String, isCarried: Bool) throws {
    let plan = try plan([.other(1, .data, .data, tag: tag)], from: .mov, to: "out.\(kind)")
    #expect(plan.action(1) == (isCarried ? .carryTrack : .drop))
    #expect(plan.reason(1)?.isEmpty == false)
  }

  @Test("Timed data is dropped with a reason by a trim, by stripping, from fragments and from other files")
  func droppedData() throws {
    let data = [StreamDescription.other(1, .data, .data, tag: "gpmd")]
    #expect(try plan(data, { $0.trim(to: 5) }).reason(1)?.contains("cut") == true)
    #expect(try plan(data, { $0.metadata(.strip) }).action(1) == .drop)
    #expect(try plan(data, from: .boxes(brand: "isom", isFragmented: true)).reason(1)?.contains("fragments") == true)
    #expect(try plan(data, from: .mpegts).action(1) == .drop)
  }

  @Test("Attached files are kept in Matroska only, also when metadata is stripped")
  func attachments() throws {
    let font = [StreamDescription.other(1, .attachment, .attachment, codec: "ttf")]
    #expect(try plan(font, from: .mkv, to: "out.mkv", { $0.metadata(.strip) }).action(1) == .copyAttachment)
    #expect(try plan(font, from: .mkv).action(1) == .drop)
  }

  @Test("Of the first tracks only, the default one of each kind is kept, else the first that can be")
  func firstTracks() throws {
    let streams: [StreamDescription] = [
      .sound(1, codec: "apac", isDecodable: false), .sound(2), .sound(3, disposition: [.default]),
      .subtitles(4, codec: "hdmv_pgs_subtitle", isText: false, disposition: [.default]),
      .subtitles(5, codec: "subrip"), .subtitles(6, codec: "subrip"),
    ]
    let plan = try plan(streams) { $0.tracks(.first) }
    #expect(plan.streams.map(\.action) == [.film, .drop, .drop, .copy, .drop, .convertSubtitles(to: .movText), .drop])
    #expect(plan.reason(2)?.contains("only the first") == true)
    #expect(plan.decisions.filter { $0.what.contains("stream 6") } == [])
  }
}
