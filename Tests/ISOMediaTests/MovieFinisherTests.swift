import Foundation
import Testing

@testable import ISOMedia

@Suite("Finishing", .needsFFmpeg)
struct MovieFinisherTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("The index moves to the front and every packet stays what it was", arguments: ["mp4", "mov", "m4v"])
  func movesIndex(type: String) throws {
    let path = folder.path("clip.\(type)")
    try Clip.makeChaptered(path, in: folder, type == "m4v" ? ["-f", "mp4", "-bf", "0"] : [])
    let before = try allPackets(path)
    let chapters = try Tool.probe(path, entries: "chapter=start_time,end_time:chapter_tags=title")
    try MovieFinisher.finish(path: path)
    let movie = try MovieFile.read(path: path)
    #expect(movie.boxes.map(\.type) == ["ftyp", "moov", type == "mov" ? "wide" : "free", "mdat"])
    #expect(movie.isIndexFirst && !movie.endsEarly && movie.trailingByteCount == 0)
    #expect(before.count > 80)
    #expect(try allPackets(path) == before)
    #expect(try Tool.probe(path, entries: "chapter=start_time,end_time:chapter_tags=title") == chapters)
    #expect(chapters.count == 2)
    #expect(try Tool.complaints(about: path) == "")
  }

  @Test("The result is the same, byte for byte, as with the muxer's own second pass")
  func equalsFaststart() throws {
    let own = folder.path("own.mp4")
    let other = folder.path("other.mp4")
    try Clip.make(own)
    try Clip.make(other, ["-movflags", "faststart"])
    try MovieFinisher.finish(path: own)
    #expect(try bytes(of: own) == bytes(of: other))
  }

  @Test("Rotation, languages and named items of the muxer stay")
  func keepsTags() throws {
    let path = folder.path("clip.mov")
    try Clip.make(
      path,
      [
        "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.make=Swage", "-metadata:s:a:0",
        "language=fra",
      ])
    try turn(path)
    let entries = "format_tags:stream_tags:stream_side_data=rotation"
    let before = try Tool.probe(path, entries: entries)
    try MovieFinisher.finish(path: path)
    #expect(try Tool.probe(path, entries: entries) == before)
    #expect(["Swage", "fra", "90"].allSatisfy(before.joined().contains))
  }

  /// Writes a quarter turn into the first track's header (ISO/IEC 14496-12, 8.3.2).
  private func turn(_ path: String) throws {
    var data = try bytes(of: path)
    let header = try #require(data.firstRange(of: Array("tkhd".utf8)))
    let one: [UInt8] = [0, 1, 0, 0]
    let zero: [UInt8] = [0, 0, 0, 0]
    let matrix = [zero, one, zero, [0xff, 0xff, 0, 0], zero, zero, [0, 64, 0, 0], zero, [0x40, 0, 0, 0]]
    data.replaceSubrange(header.upperBound + 40..<header.upperBound + 76, with: matrix.joined())
    try Data(data).write(to: URL(fileURLWithPath: path))
  }

  @Test("A second finishing is refused, as are fragments, and the file stays as it was")
  func refusals() throws {
    let finished = folder.path("finished.mp4")
    try Clip.make(finished, ["-movflags", "faststart"])
    let fragmented = folder.path("fragmented.mp4")
    try Clip.make(fragmented, ["-movflags", "frag_keyframe+empty_moov"])
    for path in [finished, fragmented] {
      let before = try bytes(of: path)
      #expect(failure { try MovieFinisher.finish(path: path) }?.code == .unsupported)
      #expect(try bytes(of: path) == before)
    }
    #expect(failure { try MovieFinisher.finish(path: folder.path("none.mp4")) }?.systemErrorNumber == ENOENT)
  }

  @Test("Cancelling ends the move")
  func cancel() throws {
    let path = folder.path("clip.mp4")
    try Clip.make(path)
    #expect(failure { try MovieFinisher.finish(path: path, isCancelled: { true }) }?.code == .cancelled)
  }

  @Test("Stripping leaves no title, no times and no handler of metadata, but the chapters")
  func strip() throws {
    let path = folder.path("clip.mp4")
    try Clip.makeChaptered(path, in: folder, ["-metadata", "creation_time=2021-03-04T05:06:07Z"])
    #expect(try bytes(of: path).contains(text: "A film"))
    try MovieFinisher.finish(path: path, edits: MovieEdits(metadata: .stripped))
    let movie = try MovieFile.read(path: path)
    #expect(try !bytes(of: path).contains(text: "A film"))
    #expect(movie.header?.times == .unknown)
    #expect(movie.tracks.map(\.times) == movie.tracks.map { _ in .unknown })
    #expect(movie.tracks.map(\.mediaTimes) == movie.tracks.map { _ in .unknown })
    #expect(movie.userData.map { Box.list("udta", $0.payloadSlice).children.map(\.type) } == ["chpl"])
    #expect(try Tool.probe(path, entries: "chapter_tags=title") == ["One", "Two"])
  }

  @Test("Items of other containers become a location and named items", .needsExifTool, arguments: ["mp4", "mov"])
  func items(type: String) throws {
    let path = folder.path("clip.\(type)")
    try Clip.makeChaptered(path, in: folder)
    let items = [
      MetadataItem(key: "location", value: "+48.8577+002.2950/"),
      MetadataItem(key: "com.apple.quicktime.make", value: "Größe 日本"),
      MetadataItem(key: "com.apple.quicktime.creationdate", value: "2021-03-04T05:06:07+0900"),
    ]
    try MovieFinisher.finish(path: path, edits: MovieEdits(metadata: .added(items)))
    let tags = try Tool.exiftool(path, "GPSCoordinates", "Make", "CreationDate", "Title").map(value)
    #expect(tags == ["48.8577 2.295", "Größe 日本", "2021:03:04 05:06:07+09:00", "A film"])
    let probed = try Tool.probe(path, entries: "format_tags=location,com.apple.quicktime.make,title").joined()
    for text in ["+48.8577+002.2950/", "Größe 日本", "A film"] { #expect(probed.contains(text)) }
    #expect(try Tool.complaints(about: path) == "")
  }

  @Test("Named items join those of the muxer", .needsExifTool)
  func joinedItems() throws {
    let path = folder.path("clip.mov")
    try Clip.make(
      path, ["-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.make=Old", "-metadata", "own=kept"])
    let items = ["make": "New", "model": "M1"].sorted { $0.key < $1.key }.map {
      MetadataItem(key: "com.apple.quicktime.\($0.key)", value: $0.value)
    }
    try MovieFinisher.finish(path: path, edits: MovieEdits(metadata: .added(items)))
    #expect(try Tool.exiftool(path, "Make", "Model").map(value) == ["New", "M1"])
    #expect(try Tool.probe(path, entries: "format_tags=own") == ["kept"])
  }

  @Test("Metadata of a source replaces the muxer's, but the output's chapters stay and the source's don't come")
  func carry() throws {
    let sourcePath = folder.path("source.mp4")
    try Clip.makeChaptered(
      sourcePath, in: folder, ["-metadata", "creation_time=2021-03-04T05:06:07Z", "-metadata", "title=Other"])
    let source = try MovieFile.read(path: sourcePath)
    let chaptered = folder.path("chaptered.mp4")
    try Clip.makeChaptered(chaptered, in: folder)
    let plain = folder.path("plain.mp4")
    try Clip.make(plain, ["-metadata", "title=Mine"])
    let matches = [TrackMatch(outputIndex: 0, sourceIndex: 0), TrackMatch(outputIndex: 1, sourceIndex: 1)]
    let edits = MovieEdits(metadata: .carried(from: source, matching: matches))
    for path in [chaptered, plain] {
      try MovieFinisher.finish(path: path, edits: edits)
      let movie = try MovieFile.read(path: path)
      #expect(movie.header?.times == source.header?.times)
      #expect(movie.tracks.prefix(2).map(\.times) == source.tracks.prefix(2).map(\.times))
      #expect(movie.tracks.prefix(2).map(\.mediaTimes) == source.tracks.prefix(2).map(\.mediaTimes))
      #expect(try Tool.probe(path, entries: "format_tags=title") == ["Other"])
    }
    #expect(try Tool.probe(chaptered, entries: "chapter_tags=title") == ["One", "Two"])
    #expect(try Tool.probe(plain, entries: "chapter_tags=title") == [])
  }

  private func allPackets(_ path: String) throws -> [String] {
    try ["v", "a", "s", "d"].flatMap { try Tool.packets(path, stream: $0) }
  }

  private func value(_ line: String) -> String {
    line.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
  }
}

extension [UInt8] {
  /// Whether the bytes of a text occur.
  func contains(text: String) -> Bool {
    Data(self).range(of: Data(text.utf8)) != nil
  }
}
