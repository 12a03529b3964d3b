import Foundation
import Testing

@testable import ISOMedia

@Suite("Reading", .needsFFmpeg)
struct MovieFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Tracks are described as ffprobe describes them")
  func tracks() throws {
    let path = folder.path("clip.mp4")
    try Clip.make(path)
    let movie = try MovieFile.read(path: path)
    #expect(movie.majorBrand == "isom")
    #expect(movie.boxes.map(\.type) == ["ftyp", "free", "mdat", "moov"])
    #expect(movie.tracks.map(\.handlerType) == ["vide", "soun", "soun"])
    #expect(movie.tracks.map(\.sampleEntryTypes) == [["avc1"], ["mp4a"], ["mp4a"]])
    #expect(movie.tracks.map(\.trackID) == [1, 2, 3])
    let facts = try Tool.probe(path, entries: "stream=time_base,nb_frames")
    #expect(facts == movie.tracks.map { "1/\($0.mediaTimescale),\($0.sampleCount)" })
    // ffprobe's duration of sound leaves the encoder's delay out, so only that of the picture is compared.
    #expect(try Tool.probe(path, entries: "stream=duration_ts").first == movie.tracks[0].mediaDuration.map { "\($0)" })
    #expect(movie.header?.timescale == 1000)
    #expect(movie.tracks.allSatisfy { !$0.isEncrypted && $0.isSelfContained })
    #expect(!movie.isFragmented && !movie.endsEarly && movie.trailingByteCount == 0)
  }

  @Test("An edit list skips the delay of B-frames")
  func editList() throws {
    let path = folder.path("clip.mp4")
    try Clip.make(path)
    let edits = try MovieFile.read(path: path).tracks[0].editList
    #expect(edits == [EditListEntry(segmentDuration: 1200, mediaTime: 1024, fixedPointRate: 65536)])
    #expect(edits.first?.rate == 1)
  }

  @Test("The times of movie, tracks and media count from 1904")
  func times() throws {
    let path = folder.path("clip.mov")
    try Clip.make(path, ["-metadata", "creation_time=2021-03-04T05:06:07Z"])
    let movie = try MovieFile.read(path: path)
    let expected = RecordedTimes(creation: 1_614_834_367 + 2_082_844_800, modification: 1_614_834_367 + 2_082_844_800)
    #expect(movie.header?.times == expected)
    #expect(movie.tracks.map(\.times) == [expected, expected, expected])
    #expect(movie.tracks.map(\.mediaTimes) == [expected, expected, expected])
  }

  @Test("The index is first only after faststart", arguments: [false, true])
  func indexFirst(isFast: Bool) throws {
    let path = folder.path("clip.mp4")
    try Clip.make(path, isFast ? ["-movflags", "faststart"] : [])
    #expect(try MovieFile.read(path: path).isIndexFirst == isFast)
  }

  @Test("The sample data ends where ffprobe's last packet ends", arguments: ["mp4", "mov"])
  func sampleDataEnd(type: String) throws {
    let path = folder.path("clip.\(type)")
    try Clip.make(path, type == "mov" ? ["-c:a", "pcm_s16le"] : [])
    let ends = try Tool.probe(path, entries: "packet=pos,size").map { line in
      line.split(separator: ",").compactMap { UInt64($0) }.reduce(0, +)
    }
    #expect(try MovieFile.read(path: path).sampleDataEnd == ends.max())
  }

  @Test("A file that lost its end says so, with the lengths")
  func truncated() throws {
    let whole = folder.path("clip.mp4")
    try Clip.make(whole, ["-movflags", "faststart"])
    let content = try bytes(of: whole)
    let path = try folder.write(Array(content.dropLast(500)), "cut.mp4")
    let movie = try MovieFile.read(path: path)
    let expected = EarlyEnd(
      boxType: "mdat", expectedByteCount: UInt64(content.count), foundByteCount: UInt64(content.count - 500))
    #expect(movie.earlyEnd == expected)
    #expect(movie.tracks.count == 3)
    #expect((movie.sampleDataEnd ?? 0) > movie.byteCount)
  }

  @Test("A file that ends inside its index, or before it, has no header")
  func withoutIndex() throws {
    let whole = folder.path("clip.mp4")
    try Clip.make(whole)
    let content = try bytes(of: whole)
    let movie = try MovieFile.read(path: try folder.write(Array(content.dropLast(10)), "cut.mp4"))
    #expect(movie.header == nil && movie.tracks.isEmpty)
    #expect(movie.earlyEnd?.boxType == "moov")
    let index = try #require(try MovieFile.read(path: whole).boxes.last)
    let media = try MovieFile.read(path: try folder.write(Array(content.prefix(Int(index.offset))), "media.mp4"))
    #expect(media.header == nil && !media.endsEarly && !media.isIndexFirst)
  }

  @Test("Fragments are told apart")
  func fragmented() throws {
    let path = folder.path("clip.mp4")
    try Clip.make(path, ["-movflags", "frag_keyframe+empty_moov"])
    let movie = try MovieFile.read(path: path)
    #expect(movie.isFragmented && movie.tracks.count == 3)
  }

  @Test("Encrypted tracks are told apart")
  func encrypted() throws {
    let path = folder.path("clip.mp4")
    let key = String(repeating: "0123456789abcdef", count: 2)
    try Clip.make(
      path, ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key])
    let tracks = try MovieFile.read(path: path).tracks
    #expect(tracks.map(\.isEncrypted) == [true, true, true])
    #expect(tracks.first?.sampleEntryTypes == ["encv"])
  }

  @Test("A QuickTime movie without a file type box is read, and bytes behind the boxes are counted")
  func withoutFileType() throws {
    let whole = folder.path("clip.mov")
    try Clip.make(whole)
    var content = try bytes(of: whole)
    content.replaceSubrange(4..<8, with: FourCharacterCode("free").bytes)
    let movie = try MovieFile.read(path: try folder.write(content + [0, 0, 0, 0, 1], "old.mov"))
    #expect(movie.majorBrand == nil && movie.tracks.count == 3)
    #expect(movie.trailingByteCount == 5)
  }

  @Test("Files of other families are told apart", arguments: ["", "plain text, long enough for two headers", "RIFF"])
  func otherFamilies(text: String) throws {
    let path = try folder.write(Array(text.utf8), "other.mp4")
    #expect(failure { _ = try MovieFile.read(path: path) }?.code == .notISOBaseMedia)
  }

  @Test("A missing file's error has the system's number")
  func missing() throws {
    let path = folder.path("missing.mp4")
    #expect(failure { _ = try MovieFile.read(path: path) }?.systemErrorNumber == ENOENT)
    #expect(failure { _ = try MovieFile.read(path: folder.url.path) }?.code == .unsupported)
  }
}
