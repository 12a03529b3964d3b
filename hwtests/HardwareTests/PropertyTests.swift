import TestSupport
import Testing

@Suite("Devices keep what the processor keeps", .needsDevices) struct PropertyTests {
  /// Something about a film that a person would miss.
  struct Property: Sendable, CustomTestStringConvertible {
    let name: String
    let clip: Clip
    var options: [String] = []
    var container = "mp4"

    var testDescription: String { name }

    static let all: [Property] =
      (1...8).map { Property(name: "orientation \($0)", clip: .oriented($0)) } + [
        Property(name: "orientation 6, turned", clip: .oriented(6), options: ["--rotation", "bake"]),
        Property(name: "full range", clip: .fullRange),
        Property(name: "full range in H.264", clip: .fullRange, options: ["--codec", "h264"]),
        Property(name: "variable rate", clip: .variableRate, options: ["--trim", "3..5"]),
        Property(name: "wide pixels", clip: .wideAspect),
        Property(
          name: "wide pixels in H.264, Matroska", clip: .wideAspect, options: ["--codec", "h264"], container: "mkv"),
        Property(name: "standard definition's color", clip: .standardDefinition),
        Property(name: "HLG", clip: .hlg),
        Property(name: "PQ", clip: .pq),
        Property(name: "ten bits", clip: .tenBit, container: "mkv"),
        Property(name: "4:2:2 with ten bits", clip: .proRes),
        Property(name: "odd sides", clip: .odd),
        Property(name: "odd sides in H.264", clip: .odd, options: ["--codec", "h264"]),
        Property(name: "two fields", clip: .interlaced),
        Property(name: "scaled", clip: .plain, options: ["--long-side", "200"]),
        Property(name: "trimmed", clip: .plain, options: ["--trim", "0.5..1.5"]),
        Property(name: "a hidden start", clip: .hiddenStart),
        Property(name: "a late start", clip: .lateStart, container: "mkv"),
        Property(name: "late sound", clip: .lateSound),
        Property(name: "languages", clip: .languages),
        Property(name: "subtitles", clip: .textSubtitles("subrip", "mkv"), container: "mkv"),
        Property(name: "chapters", clip: .chapters),
        Property(name: "a cover", clip: .coverMP4),
        Property(name: "place and date", clip: .place),
      ]
  }

  @Test("the facts are those of a software encoding", arguments: Hardware.units, Property.all)
  func facts(unit: Unit, property: Property) async throws {
    let machine = Hardware.machine(with: unit)
    let software = try await Expected.shared.facts(of: property)
    let job = try await machine.compress(
      property.clip, ["--backend", unit.rawValue] + property.options + settled, to: "out.\(property.container)")
    let output = try await job.reopened(mayBeLarger: true)
    #expect(job.report["backend"].string == unit.rawValue)
    let found = try await Facts(of: output)
    for (name, value) in software.values.sorted(by: { $0.key < $1.key }) {
      #expect(found.values[name] == value, "\(name)")
    }
    #expect(found.values.keys == software.values.keys)
    let pairs = zip(found.times, software.times)
    #expect(found.times.count == software.times.count)
    #expect(pairs.allSatisfy { abs($0 - $1) <= 0.002 }, "\(found.times) \(software.times)")
    #expect(try await output.similarity(to: software.output) >= 30, "it doesn't look like the software encoding")
  }
}

/// What is the same whoever encodes.
private struct Facts: Sendable {
  /// By what each is about.
  var values: [String: String] = [:]
  /// The times of frames in seconds.
  let times: [Double]
  let output: ReopenedOutput

  init(of output: ReopenedOutput) async throws {
    self.output = output
    times = try await output.frameTimes().map { $0 ?? .nan }
    let film = try output.film
    values["codec"] = "\(film.codecName ?? "") \(film.pixFmt ?? "")"
    values["size"] = "\(film.width ?? 0)x\(film.height ?? 0), shown \(film.displayed)"
    values["pixel aspect"] = film.sampleAspectRatio ?? "1:1"
    values["matrix"] = "\(film.displayMatrix)"
    values["color"] = "\(film.color.map { $0 ?? "none" })"
    values["range"] = film.colorRange ?? "none"
    values["chroma location"] = film.chromaLocation ?? "none"
    values["disposition"] = "\(film.purposes.sorted())"
    values["file"] = output.formatName
    values["chapters"] = "\(output.chapters.map { "\($0.start) \($0.end) \($0.title ?? "")" })"
    for name in ["title", "creation_time", "location", "artist", "comment"] {
      values["tag \(name)"] = output.tags[name] ?? "none"
    }
    for stream in output.streams where stream.index != film.index {
      let packets = stream.codecType == "attachment" ? 0 : stream.packetCount
      values["stream \(stream.index)"] =
        "\(stream.codecType ?? "") \(stream.codecName ?? "") \(stream.channelLayout ?? "") \(stream.language ?? "")"
        + " \(stream.tags?["title"] ?? "") \(stream.purposes.sorted()) \(packets) packets"
    }
    for sound in output.sounds {
      let span = try await output.span(of: sound)
      values["span of \(sound.index)"] = "\(Self.rounded(span.lowerBound)) to \(Self.rounded(span.upperBound))"
    }
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }
}

/// The facts of software encodings, each made once.
private actor Expected {
  static let shared = Expected()
  private var tasks: [String: Task<Facts, any Error>] = [:]

  func facts(of property: PropertyTests.Property) async throws -> Facts {
    let task =
      tasks[property.name]
      ?? Task {
        let job = try await Machine.bare.compress(
          property.clip, ["--backend", "software"] + property.options + settled, to: "out.\(property.container)")
        return try await Facts(of: try await job.reopened(mayBeLarger: true))
      }
    tasks[property.name] = task
    return try await task.value
  }
}
