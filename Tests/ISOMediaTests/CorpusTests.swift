import Foundation
import Testing

@testable import ISOMedia

@Suite("Real recordings", .needsCorpus, .needsFFmpeg, .needsExifTool)
struct CorpusTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A file with the picture and sound of a recording, as a muxer leaves it, and the tracks that they were made of.
  private func remuxed(_ source: MovieFile, type: String) throws -> (path: String, matches: [TrackMatch]) {
    let path = folder.path("output.\(type)")
    try Tool.ffmpeg(["-i", source.path, "-map", "0:v:0", "-map", "0:a:0?", "-c", "copy", path])
    let kinds: [FourCharacterCode] = ["vide", "soun"]
    let indices = kinds.compactMap { kind in source.tracks.firstIndex { $0.handlerType == kind } }
    return (path, indices.enumerated().map { TrackMatch(outputIndex: $0.offset, sourceIndex: $0.element) })
  }

  @Test(
    "Date, place and camera are those of the recording",
    arguments: [
      "iphone6_with-gps.mov", "nom-exif_meta.mp4", "max-heromode.mp4", "fire2.mp4", "quicktime-hvc1.mov",
      "test-spatial-audio.mov", "hlg10-color-test.mp4", "sample_with_chapters.mp4", "DORDoneHUD_demo.mov",
    ], ["mp4", "mov"])
  func metadata(name: String, type: String) throws {
    let source = try MovieFile.read(path: try Corpus.path(name))
    let (path, matches) = try remuxed(source, type: type)
    let packets = try ["v", "a"].flatMap { try Tool.packets(path, stream: $0) }
    try MovieFinisher.finish(
      path: path, edits: MovieEdits(metadata: .carried(from: source, matching: matches)))
    #expect(try MovieFile.read(path: path).isIndexFirst)
    #expect(try ["v", "a"].flatMap { try Tool.packets(path, stream: $0) } == packets)
    #expect(try tags(path) == tags(source.path))
    let output = try MovieFile.read(path: path)
    for match in matches {
      #expect(output.tracks[match.outputIndex].times == source.tracks[match.sourceIndex].times)
      #expect(output.tracks[match.outputIndex].mediaTimes == source.tracks[match.sourceIndex].mediaTimes)
    }
  }

  private func tags(_ path: String) throws -> [String] {
    try Tool.exiftool(
      path, "GPSCoordinates", "CreateDate", "ModifyDate", "CreationDate", "Make", "Model", "Software", "AndroidVersion")
  }

  @Test(
    "Tracks that no muxer knows are taken over whole",
    arguments: [
      ("max-heromode.mp4", ["tmcd", "gpmd", "fdsc"], "mp4"), ("iphone6_with-gps.mov", ["mebx"], "mov"),
      ("quicktime-hvc1.mov", ["mebx"], "mp4"), ("test-spatial-audio.mov", ["apac", "mebx"], "mov"),
      ("h265_with_metadata_track.mp4", ["mett"], "mp4"), ("mv_with_2_top_shots.mp4", ["mett"], "mov"),
    ] as [(String, [FourCharacterCode], String)])
  func carriedTracks(name: String, kinds: [FourCharacterCode], type: String) throws {
    let source = try MovieFile.read(path: try Corpus.path(name))
    let (path, matches) = try remuxed(source, type: type)
    let indices = source.tracks.indices.filter { kinds.contains(source.tracks[$0].sampleEntryTypes.first ?? "none") }
    #expect(indices.count >= kinds.count)
    let muxed = try MovieFile.read(path: path).tracks.count
    let carried = CarriedTracks(sourcePath: source.path, sourceIndices: indices, matches: matches)
    try MovieFinisher.finish(
      path: path, edits: MovieEdits(metadata: .carried(from: source, matching: matches), carriedTracks: carried))

    let output = try MovieFile.read(path: path)
    #expect(output.tracks.count == muxed + indices.count)
    #expect(Set(output.tracks.map(\.trackID)).count == output.tracks.count)
    #expect(output.isIndexFirst && !output.endsEarly)
    #expect(output.sampleDataEnd == output.byteCount)
    for (number, index) in indices.enumerated() {
      let packets = try Tool.packets(path, stream: "\(muxed + number)")
      #expect(!packets.isEmpty)
      #expect(output.tracks[muxed + number].sampleCount == source.tracks[index].sampleCount)
      #expect(try contents(packets) == contents(Tool.packets(source.path, stream: "\(index)")))
      let durations = [output.tracks[muxed + number].duration, source.tracks[index].duration].map { Double($0 ?? 0) }
      let expected = durations[1] / Double(source.header?.timescale ?? 1)
      #expect(abs(durations[0] / Double(output.header?.timescale ?? 1) - expected) < 0.001)
    }
    let known = Set(output.tracks.map(\.trackID))
    #expect(output.tracks.flatMap(\.references).flatMap(\.trackIDs).allSatisfy { known.contains($0) })
    #expect(try Tool.complaints(about: path) == Tool.complaints(about: source.path))
    #expect(try Tool.exiftool(path, "Warning") == Tool.exiftool(source.path, "Warning"))
  }

  /// Length and MD5 of each packet.
  private func contents(_ packets: [String]) throws -> [String] {
    packets.map { $0.split(separator: "|").filter { $0.hasPrefix("size") || $0.hasPrefix("data_hash") }.joined() }
  }

  @Test("A timecode track stays linked to the picture, and descriptions to what they describe")
  func references() throws {
    let source = try MovieFile.read(path: try Corpus.path("max-heromode.mp4"))
    let (path, matches) = try remuxed(source, type: "mp4")
    let carried = CarriedTracks(sourcePath: source.path, sourceIndices: [2, 3, 4], matches: matches)
    let before = try MovieFile.read(path: path).tracks.count
    try MovieFinisher.finish(path: path, edits: MovieEdits(carriedTracks: carried))
    let output = try MovieFile.read(path: path)
    let timecode = output.tracks[before].trackID
    #expect(output.tracks[0].references.first { $0.type == "tmcd" }?.trackIDs.contains(timecode) == true)
  }

  @Test("Facts of recordings are read")
  func facts() throws {
    #expect(try MovieFile.read(path: try Corpus.path("sample_fragmented_clearkey.mp4")).isFragmented)
    #expect(
      try MovieFile.read(path: try Corpus.path("sample_fragmented_clearkey.mp4")).tracks.contains(where: \.isEncrypted))
    #expect(try MovieFile.read(path: try Corpus.path("edit_list_positive_shift.mp4")).tracks[0].editList.count == 2)
    // A muxer was killed before it wrote anything but the start of the media data.
    let started = try MovieFile.read(path: try Corpus.path("WrongFile.mp4"))
    #expect(started.boxes.map(\.type) == ["ftyp", "free", "mdat"] && started.header == nil)
    for name in ["2018-04-12 19_24_49.mov", "invalid-bitstream.webm", "100_0306.AVI"] {
      let path = try Corpus.path(name)
      #expect(failure { _ = try MovieFile.read(path: path) }?.code == .notISOBaseMedia)
    }
  }

  @Test("Every recording either reads, with all sample data inside the file, or is of another family")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: try #require(Corpus.folder).path)
    var readable = 0
    for name in names.sorted() {
      let path = try Corpus.path(name)
      var movie: MovieFile?
      let error = failure { movie = try MovieFile.read(path: path) }
      #expect(error == nil || error?.code == .notISOBaseMedia || error?.code == .unsupported, "\(name)")
      guard let movie, movie.header != nil else { continue }
      readable += 1
      #expect(!movie.endsEarly && (movie.sampleDataEnd ?? 0) <= movie.byteCount, "\(name)")
    }
    #expect(readable > 30)
  }
}
