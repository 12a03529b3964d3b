import FoundationEssentials
import Glibc
import Media
import Synchronization
import TestSupport

@testable import Capabilities

/// Values and programs made by hand.
enum Made {
  static let limits = EncoderLimits(
    minimumSize: PixelSize(width: 32, height: 32), maximumSize: PixelSize(width: 4096, height: 4096),
    maximumBFrames: 2, rateControls: [.variable, .constantQuantizer])

  static func row(_ codec: VideoCodec = .hevc, _ bitDepth: Int = 8, _ state: DeviceEncoder.State = .listed)
    -> DeviceEncoder
  {
    let isThere = if case .refused(let reason) = state { !reason.contains("lists no") } else { true }
    return DeviceEncoder(
      encoder: "\(codec.rawValue)_vaapi", codec: codec, bitDepth: bitDepth, limits: isThere ? limits : nil,
      state: state)
  }

  static func device(_ rows: [DeviceEncoder], problem: DeviceProblem.Kind? = nil) -> EncodingDevice {
    EncodingDevice(
      backend: .vaapi, path: "/dev/dri/renderD128", name: "Maker's driver", driver: "1.2",
      problem: problem.map { DeviceProblem(kind: $0, message: "it is so") }, encoders: rows)
  }

  static let proved = ProbeAnswer(devices: [device([row(.h264, 8, .proved(seconds: 0.1))])])

  /// A trial that proves everything.
  static let trial: Trial = { _, _ in .proved(seconds: 0.25) }
}

/// A program that stands for `swage` when it asks a device: a shell script.
struct FakeCommand {
  let folder: TemporaryFolder

  var path: String { folder.file("swage").path }
  var policy: ProbePolicy { .executable(path: path) }
  var place: ProbePlace { .process(path: path, environment: ["PATH": "/usr/bin:/bin"]) }

  /// Makes the program; with `isAlive` it gives the sign of life that `swage` gives before it asks.
  init(_ script: String, isAlive: Bool = true) throws {
    folder = try TemporaryFolder()
    let sign = isAlive ? Self.says(ProbeAnswer(devices: []), isComplete: false) : ""
    try write("#!/bin/sh\n\(sign)\n\(script)\n", to: folder.file("script"))
    // Another process makes the program: a file that this one has just written could still be open in a child that
    // another test is starting, and the system runs no file that somebody may be writing to.
    guard system("install -m 755 '\(folder.file("script").path)' '\(path)'") == 0 else {
      throw ToolFailure("install failed")
    }
  }

  /// A line of a script that answers.
  static func says(_ answer: ProbeAnswer, isComplete: Bool = true) -> String {
    var answer = answer
    answer.isComplete = isComplete
    return "cat <<'END'\n\(String(decoding: DeviceProbe.line(answer), as: UTF8.self))\nEND"
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

func write(_ text: String, to url: URL) throws { try Data(text.utf8).write(to: url) }
