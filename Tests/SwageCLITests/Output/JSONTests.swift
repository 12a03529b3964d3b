import FoundationEssentials
import Swage
import Testing

@testable import SwageCLI

@Suite struct JSONTests {
  private static let reportKeys = [
    "schema", "outcome", "source", "output", "backend", "encoder", "device", "attempts", "decisions", "streams",
    "hdr", "analytics", "verification", "abandonedThreads", "warnings", "error",
  ]

  private func keys(_ value: JSONValue?) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.map(\.key)
  }

  private func first(_ value: JSONValue?) -> JSONValue? {
    guard case .array(let values) = value else { return nil }
    return values.first
  }

  @Test func `a report has every key of the contract, those without a value as null`() {
    let object = JSONDocument.report(Made.compressed)
    #expect(keys(object) == Self.reportKeys)
    #expect(object["device"] == .null)
    #expect(object["error"] == .null)
    #expect(keys(first(object["attempts"])) == ["backend", "encoder", "device", "result", "reason"])
    #expect(keys(first(object["decisions"])) == ["what", "choice", "reason"])
    #expect(keys(first(object["streams"])) == ["index", "kind", "codec", "language", "action", "mixedInto", "reason"])
    #expect(keys(object["verification"]) == ["level", "passed", "checks"])
    #expect(keys(first(object["verification"]?["checks"])) == ["name", "expected", "found", "passed"])
    #expect(
      keys(object["analytics"]) == [
        "originalFileSize", "compressedFileSize", "compressionRatio", "processingTime", "originalDimensions",
        "compressedDimensions", "originalVideoBitrate", "compressedVideoBitrate", "originalAudioBitrate",
        "compressedAudioBitrate", "framesDecoded", "framesEncoded", "framesPerSecond", "peakMemory",
      ])
  }

  @Test func `source and output have the same keys`() {
    let object = JSONDocument.report(Made.compressed)
    for file in [object["source"], object["output"]] {
      #expect(keys(file) == ["path", "bytes", "duration", "video", "audio"])
      #expect(
        keys(file?["video"]) == [
          "codec", "width", "height", "displayWidth", "displayHeight", "rotation", "mirrored", "frames", "frameRate",
          "variableFrameRate", "pixelFormat", "color", "hdr", "bitRate",
        ])
      #expect(keys(file?["video"]?["color"]) == ["primaries", "transfer", "matrix", "range", "chromaLocation"])
      #expect(
        keys(first(file?["audio"]))
          == ["codec", "profile", "channels", "channelLayout", "sampleRate", "language", "duration", "bitRate"])
    }
    #expect(object["source"]?["bytes"] == .integer(48_200_000))
  }

  @Test func `a copy of packets is an attempt without backend and encoder`() {
    guard case .array(let attempts) = JSONDocument.report(Made.kept)["attempts"] else {
      Issue.record("there are no attempts")
      return
    }
    #expect(attempts.last?["backend"] == .null)
    #expect(attempts.last?["encoder"] == .null)
  }

  @Test func `a failure before the job began has every key, too`() {
    let failure = JobFailure(code: .sourceNotFound, message: "there is no a.mp4", stage: .probe)
    let object = JSONDocument.failure(failure)
    #expect(keys(object) == Self.reportKeys)
    #expect(object["outcome"] == .string("failed"))
    for key in ["source", "output", "backend", "encoder", "device", "analytics", "verification"] {
      #expect(object[key] == .null)
    }
    #expect(
      object["error"]?.line == #"{"code":"sourceNotFound","message":"there is no a.mp4","stage":"probe"}"#)
  }

  @Test func `an inspection is the source's description`() {
    let object = JSONDocument.inspection(Made.inspected)
    #expect(
      keys(object) == [
        "schema", "error", "path", "byteCount", "container", "startTime", "duration", "streams", "chapters",
        "metadata", "isEncrypted", "damage",
      ])
    #expect(object["metadata"]?.line == #"{"creation_time":"2024-05-01T10:00:00Z","location":"+52.5+13.4/"}"#)
    #expect(first(object["streams"])?["audio"] == .null)
  }

  @Test func `a plan tells cases by words`() {
    let object = JSONDocument.plan(Made.plan)
    #expect(object["schema"] == .string("swage.plan/1"))
    let attempt = first(object["attempts"])
    #expect(attempt?["film"] == .string("encode"))
    #expect(attempt?["quality"] == .number(0.7))
    #expect(attempt?["ceiling"] == .integer(18_000_000))
    #expect(attempt?["bitRate"] == .null)
    #expect(object["whenNotSmaller"]?.line == #"{"action":"keepSource","unmetWishes":[]}"#)
    #expect(first(object["video"]?["steps"])?["step"] == .string("deinterlace"))
  }

  @Test func `progress is one line with documented keys`() {
    let progress = CompressionProgress(phase: .encoding, fraction: 0.25, framesEncoded: 10, framesPerSecond: 30)
    #expect(
      JSONDocument.progress(progress).line
        == #"{"type":"progress","phase":"encoding","fraction":0.25,"attempt":1,"frames":10,"fps":30.0,"#
        + #""speed":null,"eta":null,"bytes":0,"projected":null}"#)
  }

  @Test func `every key is documented`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/JSON.md"), encoding: .utf8)
    let objects = [
      JSONDocument.report(Made.compressed), JSONDocument.plan(Made.plan), JSONDocument.inspection(Made.inspected),
      JSONDocument.progress(CompressionProgress(phase: .probing, fraction: 0)),
      JSONDocument.capabilities(Made.machine), JSONDocument.images([Made.photograph], ImageSummary([Made.photograph])),
    ]
    for key in objects.flatMap({ allKeys($0) }) where key != "location" && key != "creation_time" {
      #expect(page.contains("`\(key)`") || page.contains(".\(key)`"), "\(key) isn't in JSON.md")
    }
  }

  private func allKeys(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let members): members.flatMap { [$0.key] + allKeys($0.value) }
    case .array(let values): values.flatMap { allKeys($0) }
    case .null, .bool, .integer, .number, .string: []
    }
  }

  @Test func `any text and number is valid JSON`() throws {
    let texts = ["\"\\\n\u{1}\u{7F}", "日本 🎬", "e\u{301}", "\u{2028}/"]
    let value = JSONValue.array(texts.map { .string($0) } + [.number(.nan), .number(1e-7), .number(-.infinity)])
    for text in [value.line, value.document] {
      let read = try JSONDecoder().decode([Either].self, from: Data(text.utf8))
      #expect(read.prefix(4).map(\.text) == texts)
      #expect(read.map(\.number).suffix(3) == [nil, 1e-7, nil])
    }
  }

  private struct Either: Decodable {
    let text: String?
    let number: Double?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try? container.decode(String.self)
      number = try? container.decode(Double.self)
    }
  }
}
