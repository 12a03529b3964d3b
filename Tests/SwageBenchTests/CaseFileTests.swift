import Foundation
import Testing

@testable import SwageBench

@Suite("The file of cases") struct CaseFileTests {
  private func read(_ text: String) throws -> CaseFile {
    try JSONDecoder().decode(CaseFile.self, from: Data(text.utf8))
  }

  /// What is wrong with a file of one case; `nil` when nothing is.
  private func complaint(
    job: String = #"{"kind": "inspect"}"#, more: String = "", input: String = #"{"kind": "bundled"}"#,
    sets: String = "{}"
  ) -> String? {
    let text = """
      {"inputs": {"clip": \(input)}, "cases": [{"name": "one", "input": "clip", "job": \(job)\(more)}], "sets": \(sets)}
      """
    do {
      _ = try read(text)
      return nil
    } catch { return (error as? DecodingError)?.explanation ?? "\(error)" }
  }

  @Test("every case, input and set of the repository can be read") func repository() throws {
    let file = try CaseFile(path: Repository.cases)
    #expect(file.cases.count > 15)
    #expect(Set(file.cases.map(\.name)).count == file.cases.count)
    let short = try #require(file.sets["short"])
    #expect(short.minutes.map { $0 <= 10 } == true)
    #expect(file.sets["full"]?.cases == nil)
    let names = file.cases.map(\.name)
    #expect(Set(MicroBenchmark.all.map(\.name)).isDisjoint(with: names))
    #expect(Set(MicroBenchmark.all.map(\.name)).count == MicroBenchmark.all.count)
  }

  @Test(
    "limits that were given once are still there",
    arguments: [
      ("1080p to 720p x264 veryfast", "ffmpeg", Measure.wall, 0.9),
      ("1080p to 720p x264 veryfast", "ffmpeg", .cpu, 1), ("1080p to 720p x264 veryfast", "ffmpeg", .memory, 1.1),
      ("720p x264 medium", "ffmpeg", .wall, 0.97), ("720p x265 medium", "ffmpeg", .wall, 0.97),
      ("1080p HDR to SDR", "ffmpeg", .wall, 0.65),
      ("memory over 10 minutes", "swage, 1 minute", .memory, 1.1),
      ("trim from the end", "swage, a 2 s file", .wall, 1.3),
      ("inspect a small file", "ffprobe", .wall, 1), ("a photo to HEIC", "heif-enc", .wall, 1.05),
    ])
  func limits(name: String, other: String, measure: Measure, limit: Double) throws {
    let found = try CaseFile(path: Repository.cases).cases.first { $0.name == name }
    #expect(found?.limits[other]?[measure] == limit)
  }

  @Test("the command has to start within 30 ms") func start() throws {
    let cases = try CaseFile(path: Repository.cases).cases.filter { if case .start = $0.job { true } else { false } }
    #expect(cases.count == 2)
    #expect(cases.allSatisfy { $0.longestSeconds == 0.03 })
  }

  @Test("a file without mistakes is taken") func right() { #expect(complaint() == nil) }

  @Test(
    "a misspelled key is refused by its name, not passed over",
    arguments: [
      (#"{"kind": "inspect", "qualitys": 1}"#, "", "qualitys"), (#"{"kind": "inspect"}"#, #", "limit": {}"#, "limit"),
      (#"{"kind": "start", "arguments": [], "size": "2x2"}"#, "", "size"),
    ])
  func keys(job: String, more: String, key: String) throws {
    let words = try #require(complaint(job: job, more: more))
    #expect(words.contains("'\(key)' isn't one of"))
  }

  @Test("a wrong value is refused with the place that it stands in")
  func values() {
    #expect(complaint(job: #"{"kind": "play"}"#)?.contains("cases[0].job.kind") == true)
    #expect(complaint(input: #"{"kind": "film", "size": "big", "seconds": 1}"#)?.contains("'big' isn't a size") == true)
    #expect(complaint(more: #", "peers": ["vlc"]"#)?.contains("cases[0].peers[0]") == true)
    let film =
      #"{"kind": "film", "backend": "software", "codec": "h264", "depth": 8, "speed": "fast", "qualities": [2]}"#
    #expect(complaint(job: film)?.contains("0 to 1") == true)
    #expect(complaint(job: film.replacing("8", with: "9").replacing("[2]", with: "[1]"))?.contains("8 or 10") == true)
  }

  @Test("a limit has to be against someone who takes part, and of a measure that there is") func limitKeys() {
    #expect(
      complaint(more: #", "limits": {"ffprobe": {"wall": 1}}"#)?.contains("isn't measured beside 'ffprobe'") == true)
    let peers = #", "peers": ["ffprobe"], "limits": {"ffprobe": "#
    #expect(complaint(more: peers + #"{"wall": 1}}"#) == nil)
    #expect(complaint(more: peers + #"{"time": 1}}"#)?.contains("'time': 1.0 isn't a limit") == true)
    #expect(complaint(more: peers + #"{"wall": 0}}"#)?.contains("isn't a limit") == true)
  }

  @Test("names have to lead somewhere, and to one place only") func names() throws {
    #expect(
      complaint(sets: #"{"s": {"pairs": 1, "micro": true, "cases": ["two"]}}"#)?.contains("no case 'two'") == true)
    #expect(complaint(input: #"{"kind": "repeated", "of": "other", "times": 2}"#)?.contains("no input 'other'") == true)
    let twice = #"{"name": "one", "input": "clip", "job": {"kind": "inspect"}}"#
    let error = try #require(throws: DecodingError.self) {
      try read(#"{"inputs": {"clip": {"kind": "bundled"}}, "cases": [\#(twice), \#(twice)], "sets": {}}"#)
    }
    #expect(error.explanation.contains("two cases are called 'one'"))
  }

  @Test("a case of several qualities is done once for each") func points() throws {
    let film = FilmJob(qualities: [0.5, 0.8])
    let points = Job.film(film).points
    #expect(points.map(\.quality) == [0.5, 0.8])
    #expect(points.map(\.job) == [.film(FilmJob(qualities: [0.5])), .film(FilmJob(qualities: [0.8]))])
    #expect(Job.inspect.points.map(\.job) == [.inspect])
  }
}
