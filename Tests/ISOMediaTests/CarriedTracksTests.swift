import Foundation
import Testing

@testable import ISOMedia

@Suite("Carried tracks", .needsFFmpeg)
struct CarriedTracksTests {
  let folder: TemporaryFolder
  let source: String
  let output: String

  init() throws {
    folder = try TemporaryFolder()
    source = folder.path("source.mov")
    output = folder.path("output.mp4")
    let options = ["-c:a", "pcm_s16le", "-movie_timescale", "600", "-metadata", "creation_time=2021-03-04T05:06:07Z"]
    try Clip.makeChaptered(source, in: folder, options)
    try Tool.ffmpeg(["-i", source, "-map", "0:v", "-map_chapters", "-1", "-c", "copy", "-t", "1", output])
  }

  private func carried(_ indices: [Int], of path: String? = nil) -> CarriedTracks {
    CarriedTracks(
      sourcePath: path ?? source, sourceIndices: indices, matches: [TrackMatch(outputIndex: 0, sourceIndex: 0)])
  }

  @Test("Sound and text that the muxer wasn't given arrive packet by packet, also where no muxer would put them")
  func packets() throws {
    // The source's third track holds the chapters as text, which its picture refers to.
    #expect(try MovieFile.read(path: source).tracks.map(\.handlerType) == ["vide", "soun", "text"])
    let before = try Tool.packets(output, stream: "0")
    try MovieFinisher.finish(path: output, edits: MovieEdits(carriedTracks: carried([2, 1])))
    let movie = try MovieFile.read(path: output)
    #expect(movie.boxes.map(\.type) == ["ftyp", "moov", "free", "mdat", "mdat"])
    #expect(movie.tracks.map(\.trackID) == [1, 2, 3])
    #expect(movie.sampleDataEnd == movie.byteCount)
    #expect(try Tool.packets(output, stream: "0") == before)
    #expect(try Tool.packets(output, stream: "1") == Tool.packets(source, stream: "2"))
    #expect(try Tool.packets(output, stream: "2") == Tool.packets(source, stream: "1"))
    #expect(movie.tracks[0].references == [TrackReference(type: "chap", trackIDs: [2])])
    #expect(try Tool.complaints(about: output) == "")
  }

  @Test("Durations and edits change from the source's time scale to the output's, and the movie grows with them")
  func durations() throws {
    let movie = try MovieFile.read(path: source)
    #expect(movie.header?.timescale == 600)
    #expect(movie.tracks[1].duration == 720)
    #expect((try MovieFile.read(path: output).header?.duration ?? 0) < 1200)
    try MovieFinisher.finish(path: output, edits: MovieEdits(carriedTracks: carried([1])))
    let finished = try MovieFile.read(path: output)
    #expect(finished.header?.timescale == 1000)
    #expect(finished.header?.duration == 1200)
    #expect(finished.tracks[1].duration == 1200)
    #expect(finished.tracks[1].editList.map(\.segmentDuration) == [1200])
    #expect(finished.tracks[1].mediaDuration == movie.tracks[1].mediaDuration)
  }

  @Test("References to tracks that the output doesn't have are dropped")
  func droppedReferences() throws {
    try MovieFinisher.finish(path: output, edits: MovieEdits(carriedTracks: carried([0])))
    #expect(try MovieFile.read(path: output).tracks.map(\.references) == [[], []])
  }

  @Test("Stripping reaches carried tracks as well")
  func stripped() throws {
    #expect(try MovieFile.read(path: source).tracks[1].times != .unknown)
    try MovieFinisher.finish(path: output, edits: MovieEdits(metadata: .stripped, carriedTracks: carried([1])))
    let tracks = try MovieFile.read(path: output).tracks
    #expect(tracks.map(\.times) == [.unknown, .unknown])
    #expect(tracks.map(\.mediaTimes) == [.unknown, .unknown])
  }

  @Test("Fragments, encryption, samples in other files, missing tracks and lost ends are refused before any writing")
  func refusals() throws {
    let fragmented = folder.path("fragmented.mp4")
    try Clip.make(fragmented, ["-movflags", "frag_keyframe+empty_moov"])
    let encrypted = folder.path("encrypted.mp4")
    let key = String(repeating: "0123456789abcdef", count: 2)
    try Clip.make(
      encrypted, ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key])
    var outside = try bytes(of: source)
    let selfContained: [UInt8] = [0x75, 0x72, 0x6C, 0x20, 0, 0, 0, 1]
    for start in outside.indices.dropLast(8) where outside[start..<start + 8].elementsEqual(selfContained) {
      outside[start + 7] = 0
    }
    let other = try folder.write(outside, "outside.mov")
    let first = folder.path("first.mp4")
    try Clip.make(first, ["-movflags", "faststart"])
    let short = try folder.write(Array(try bytes(of: first).dropLast(2000)), "short.mp4")

    let before = try bytes(of: output)
    for (path, index, code) in [
      (fragmented, 1, .unsupported), (encrypted, 1, .unsupported), (other, 1, .unsupported), (source, 7, .unsupported),
      (short, 1, .malformed),
    ] as [(String, Int, ISOMediaError.Code)] {
      let edits = MovieEdits(carriedTracks: carried([index], of: path))
      #expect(failure { try MovieFinisher.finish(path: output, edits: edits) }?.code == code, "\(path)")
      #expect(try bytes(of: output) == before)
    }
    #expect(try MovieFile.read(path: other).tracks.contains { !$0.isSelfContained })
  }
}
