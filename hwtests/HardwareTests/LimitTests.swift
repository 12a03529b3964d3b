import Foundation
import TestSupport
import Testing

@Suite("Devices that can't do everything", .needsSimulator) struct LimitTests {
  /// A device that can't carry a film, and why.
  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let machine: Machine
    let unit: Unit
    let clip: Clip
    var options: [String] = []
    /// The film that software makes of it.
    let codec: String
    let pixelFormat: String
    /// All of these are in the reason.
    let reason: [String]

    var testDescription: String { "\(unit.rawValue) \(name)" }

    static let all: [Limit] =
      Unit.allCases.flatMap { unit in
        [
          Limit(
            name: "of 8 bits and a source of 10", machine: .with(unit, "depths=8"), unit: unit, clip: .shortTenBit,
            codec: "hevc", pixelFormat: "yuv420p10le", reason: ["10 bit"]),
          Limit(
            name: "of 8 bits and HLG", machine: .with(unit, "depths=8"), unit: unit, clip: .hlg,
            codec: "hevc", pixelFormat: "yuv420p10le", reason: ["10 bit"]),
          Limit(
            name: "of H.264 only, asked for HEVC", machine: .with(unit, "codecs=h264"), unit: unit, clip: .short,
            options: ["--codec", "hevc"], codec: "hevc", pixelFormat: "yuv420p", reason: ["HEVC"]),
          Limit(
            name: "of H.264 only, asked for nothing", machine: .with(unit, "codecs=h264"), unit: unit, clip: .short,
            codec: "hevc", pixelFormat: "yuv420p", reason: ["HEVC"]),
          Limit(
            name: "of 4096 samples and a source of 8K", machine: .with(unit), unit: unit, clip: .huge,
            options: ["--codec", "h264"], codec: "h264", pixelFormat: "yuv420p", reason: ["4096x4096", "7680x4320"]),
          Limit(
            name: "of 640 samples at least", machine: .with(unit, "min-width=640;min-height=400"), unit: unit,
            clip: .short, codec: "hevc", pixelFormat: "yuv420p", reason: ["640x400", "320x180"]),
        ]
      } + [
        Limit(
          name: "without bit rates", machine: .vaapi("rate-control=cqp"), unit: .vaapi, clip: .short,
          options: ["--bitrate", "500k"], codec: "hevc", pixelFormat: "yuv420p", reason: ["bit rate"]),
        Limit(
          name: "without bit rates", machine: .nvenc("rate-control=constqp"), unit: .nvenc, clip: .short,
          options: ["--bitrate", "500k"], codec: "hevc", pixelFormat: "yuv420p", reason: ["bit rate"]),
        Limit(
          name: "without a quality", machine: .vaapi("rate-control=cbr,vbr"), unit: .vaapi, clip: .short,
          options: ["--quality", "0.5"], codec: "hevc", pixelFormat: "yuv420p", reason: ["quality"]),
        Limit(
          name: "too old", machine: .nvenc("api-version=10.0"), unit: .nvenc, clip: .short, codec: "hevc",
          pixelFormat: "yuv420p", reason: ["10.0", "required is version \(NVENCHeaders.version) "]),
        Limit(
          name: "all of whose sessions are in use", machine: .nvenc("fault=OpenEncodeSessionEx@1:OUT_OF_MEMORY"),
          unit: .nvenc, clip: .short, codec: "hevc", pixelFormat: "yuv420p", reason: ["session"]),
        Limit(
          name: "whose trial gives garbage", machine: .vaapi("fault=EndPicture@frame4:garbage"), unit: .vaapi,
          clip: .short, options: ["--codec", "h264"], codec: "h264", pixelFormat: "yuv420p",
          reason: ["the trial failed"]),
        Limit(
          name: "whose driver crashes", machine: .vaapi("initialize=crash"), unit: .vaapi, clip: .short, codec: "hevc",
          pixelFormat: "yuv420p", reason: ["crashed", "/dev/null"]),
        Limit(
          name: "whose driver crashes", machine: .nvenc("cuda-init=crash"), unit: .nvenc, clip: .short, codec: "hevc",
          pixelFormat: "yuv420p", reason: ["crashed"]),
      ]
  }

  @Test("software does what the device can't, and the report says why", arguments: Limit.all)
  func automatic(limit: Limit) async throws {
    let job = try await limit.machine.compress(limit.clip, limit.options + settled)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.codecName == limit.codec && output.film.pixFmt == limit.pixelFormat)
    #expect(job.report["backend"].string == "software")
    let refused = job.report["attempts"].array.filter { $0["result"].string == "refused" }
    let isNamed = refused.contains { attempt in
      attempt["backend"].string == limit.unit.rawValue && limit.reason.allSatisfy { attempt["reason"].mentions($0) }
    }
    #expect(isNamed, "\(job.report["attempts"])")
    #expect(try await Comparison(source: try await job.sourceFacts(), output: output).timingFaults() == [])
  }

  @Test("where the device was asked for, the job is refused", arguments: Limit.all)
  func explicit(limit: Limit) async throws {
    let job = try await limit.machine.compress(
      limit.clip, ["--backend", limit.unit.rawValue, "--codec", limit.codec] + limit.options.dropCodec + settled)
    #expect(job.result.status == .exited(4), "\(job.complaint)")
    #expect(!FileManager.default.fileExists(atPath: job.output.path))
    let complaint = job.complaint.lowercased()
    #expect(limit.reason.allSatisfy { complaint.contains($0.lowercased()) }, "\(job.complaint)")
    #expect(job.report["error"]["code"].string == "notSupported")
  }

  @Test("a device of 10 bits is never given 8 of them", arguments: Unit.allCases) func neverEight(unit: Unit)
    async throws
  {
    let job = try await Machine.with(unit).compress(.shortTenBit, settled)
    #expect(job.report["backend"].string == unit.rawValue)
    #expect(try await job.reopened(mayBeLarger: true).film.pixFmt == "yuv420p10le")
  }

  @Test(
    "B-frames are used where a device has them, and every frame is in its place",
    arguments: [(Unit.vaapi, 0), (.vaapi, 1), (.nvenc, 0), (.nvenc, 1), (.nvenc, 2), (.nvenc, 3)],
    [("h264", "mp4"), ("hevc", "mp4"), ("h264", "mkv")])
  func bFrames(device: (unit: Unit, count: Int), kind: (codec: String, container: String)) async throws {
    let job = try await Machine.with(device.unit, "b-frames=\(device.count)").compress(
      .short, ["--codec", kind.codec] + settled, to: "out.\(kind.container)")
    let output = try await job.reopened(mayBeLarger: true)
    #expect(job.report["backend"].string == device.unit.rawValue, "\(job.report["attempts"])")
    let shown = try await output.frameTimes().map { $0 ?? .nan }
    #expect(shown.count == 25 && shown.indices.allSatisfy { near(shown[$0], Double($0) / 25, 0.001) }, "\(shown)")
    let likeness = try await output.likeness(to: .short)
    #expect(likeness.count == 25 && likeness.allSatisfy { $0 > 34 }, "\(likeness)")
    let times = try await output.packets(of: try output.film).compactMap(\.time)
    #expect((times == times.sorted()) == (device.count == 0), "\(times)")
  }

  @Test(
    "a device with one way of encoding is used in that way",
    arguments: [
      (Unit.vaapi, "entrypoints=slice-lp"), (.vaapi, "rate-control=cqp"), (.vaapi, "rate-control=icq"),
      (.vaapi, "rate-control=qvbr"), (.vaapi, "derive-image=0"), (.vaapi, "sync-buffer=1"),
      (.nvenc, "rate-control=constqp"), (.nvenc, "lookahead=1"), (.nvenc, "rate-control=vbr"),
      (.nvenc, "session-limit=1"),
    ], ["h264", "hevc"])
  func oneWay(device: (unit: Unit, settings: String), codec: String) async throws {
    let job = try await Machine.with(device.unit, device.settings).compress(
      .short, ["--codec", codec, "--backend", device.unit.rawValue, "--allow-larger"])
    let output = try await job.reopened(mayBeLarger: true)
    let likeness = try await output.likeness(to: .short)
    #expect(likeness.count == 25 && likeness.allSatisfy { $0 > 34 }, "\(likeness)")
  }

  @Test(
    "a device that knows one way to keep a bit rate keeps it",
    arguments: [(Unit.vaapi, "rate-control=cbr"), (.nvenc, "rate-control=constqp,cbr")])
  func oneRate(unit: Unit, settings: String) async throws {
    let job = try await Machine.with(unit, settings).compress(
      .noise, ["--codec", "h264", "--backend", unit.rawValue, "--bitrate", "800k", "--trim", "0..4"] + quick)
    let output = try await job.reopened()
    let bits = try await output.packets(of: try output.film).reduce(0) { $0 + $1.size } * 8
    #expect(abs(Double(bits) / 4 / 800_000 - 1) <= 0.25, "\(bits / 4) bits a second")
  }

  @Test("without any device, a backend that was asked for is refused, and what was looked for is named")
  func nothing() async throws {
    for unit in Unit.allCases {
      let job = try await Machine.bare.compress(.short, ["--backend", unit.rawValue])
      job.refused(4, naming: unit == .vaapi ? "swage_vaapi_devices" : "libcuda")
    }
    let allowed = try await Machine.bare.compress(.short, ["--backend", "vaapi", "--allow-fallback"] + settled)
    #expect(try await allowed.reopened(mayBeLarger: true).film.codecName == "hevc")
    #expect(allowed.report["backend"].string == "software")
  }
}

extension [String] {
  /// The options without a choice of codec.
  fileprivate var dropCodec: [String] {
    guard let index = firstIndex(of: "--codec") else { return self }
    return Array(self[..<index] + self[(index + 2)...])
  }
}
