import TestSupport
import Testing

@Suite("What devices encode", .needsDevices) struct QualityTests {
  /// A codec at a bit depth.
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case h264, hevc, hevcTenBit

    var codec: String { self == .h264 ? "h264" : "hevc" }
    var depth: Int { self == .hevcTenBit ? 10 : 8 }
    var testDescription: String { "\(codec) \(depth) bit" }
  }

  /// A container and a size.
  struct Shape: Sendable, CustomTestStringConvertible {
    let container: String
    let size: String
    var testDescription: String { "\(size) \(container)" }

    static let all = ["mp4", "mkv"].flatMap { container in
      ["1920x1080", "1278x718", "322x242"].map { Shape(container: container, size: $0) }
    }
  }

  @Test(
    "every frame is there and over 38 dB at quality 0.8, in the size of the source", arguments: Hardware.units,
    Kind.allCases.flatMap { kind in Shape.all.map { (kind, $0) } })
  func quality(unit: Unit, film: (kind: Kind, shape: Shape)) async throws {
    let (kind, shape) = film
    let machine = Hardware.machine(with: unit)
    let job = try await machine.compress(
      .grain(shape.size, depth: kind.depth),
      ["--backend", unit.rawValue, "--codec", kind.codec, "--quality", "0.8", "--speed-preset", "fast"],
      to: "out.\(shape.container)")
    let output = try await job.reopened()
    #expect(job.report["encoder"].string == unit.encoder(kind.codec))
    let stream = try output.film
    #expect(stream.codecName == kind.codec)
    #expect(stream.pixFmt == (kind.depth == 10 ? "yuv420p10le" : "yuv420p"))
    #expect(stream.profile == ["h264": "High", "hevc": kind.depth == 10 ? "Main 10" : "Main"][kind.codec])
    #expect("\(stream.width ?? 0)x\(stream.height ?? 0)" == shape.size)
    #expect("\(Int(stream.displayed.width))x\(Int(stream.displayed.height))" == shape.size)
    #expect(stream.color == ["bt709", "bt709", "bt709"])
    let source = try await job.sourceFacts()
    #expect(try await Comparison(source: source, output: output).timingFaults() == [])
    let likeness = try await output.likeness(to: source)
    #expect(likeness.count == 12)
    #expect(likeness.allSatisfy { $0 > 38 }, "\(likeness)")
  }

  @Test("a bit rate is kept within a quarter", arguments: Hardware.units, ["h264", "hevc"])
  func bitRate(unit: Unit, codec: String) async throws {
    let machine = Hardware.machine(with: unit)
    let job = try await machine.compress(
      .noise, ["--backend", unit.rawValue, "--codec", codec, "--bitrate", "800k", "--trim", "0..4"] + quick)
    let output = try await job.reopened()
    let bits = try await output.packets(of: try output.film).reduce(0) { $0 + $1.size } * 8
    #expect(abs(Double(bits) / 4 / 800_000 - 1) <= 0.25, "\(bits / 4) bits a second")
  }

  @Test("more quality looks better and takes more bytes", arguments: Hardware.units, ["h264", "hevc"])
  func moreQuality(unit: Unit, codec: String) async throws {
    let machine = Hardware.machine(with: unit)
    var bytes: [Int] = []
    var likeness: [Double] = []
    for quality in ["0.3", "0.6", "0.9"] {
      let job = try await machine.compress(
        .short, ["--backend", unit.rawValue, "--codec", codec, "--quality", quality, "--allow-larger"])
      let output = try await job.reopened(mayBeLarger: true)
      bytes.append(output.bytes)
      likeness.append(try await output.likeness(to: .short).reduce(0, +))
    }
    #expect(bytes == bytes.sorted() && Set(bytes).count == 3, "\(bytes)")
    #expect(likeness == likeness.sorted() && Set(likeness).count == 3, "\(likeness)")
  }

  @Test("keyframes are no further apart than asked", arguments: Hardware.units, ["h264", "hevc"])
  func keyframes(unit: Unit, codec: String) async throws {
    let machine = Hardware.machine(with: unit)
    let job = try await machine.compress(
      .short, ["--backend", unit.rawValue, "--codec", codec, "--keyframe-interval", "10"] + settled)
    let output = try await job.reopened(mayBeLarger: true)
    let packets = try await output.packets(of: try output.film).sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    #expect(packets.indices.filter { packets[$0].isKey } == [0, 10, 20])
  }
}
