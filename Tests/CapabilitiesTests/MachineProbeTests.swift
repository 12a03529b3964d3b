import FoundationEssentials
import Media
import TestSupport
import Testing

@testable import Capabilities

@Suite("Looking at the machine") struct MachineProbeTests {
  let command: FakeCommand
  let variables: [String: String]

  init() throws {
    let answers = "case $2 in vaapi) \(FakeCommand.says(Made.proved))\n;; nvenc) "
    let none = ProbeAnswer.absence(.nvenc, "NVENC: nothing is installed")
    command = try FakeCommand("echo \"$@\" >>\"$(dirname $0)/calls\"\n\(answers)\(FakeCommand.says(none))\n;; esac")
    variables = [
      "PATH": "/usr/bin:/bin", "SWAGE_VAAPI_DEVICES": "/dev/dri/renderD128",
      "SWAGE_CACHE_DIR": command.folder.file("cache").path,
    ]
  }

  private var calls: [String] { text(command.folder.file("calls")).split(separator: "\n").map(String.init).sorted() }

  private func look(
    _ backends: Set<Backend> = Set(Backend.allCases), with more: [String: String] = [:], refresh: Bool = false,
    trial: @escaping Trial = Made.trial
  ) async -> MachineCapabilities {
    let probe = MachineProbe(
      policy: command.policy, refresh: refresh, backends: backends,
      environment: Environment(variables: variables.merging(more) { $1 }))
    return await WorkThread.run { probe.run(trial: trial) }
  }

  @Test("devices come before the processor, and what is absent is named") func order() async {
    let found = await look()
    #expect(found.devices.map(\.backend) == [.vaapi, .software])
    #expect(found.devices[0] == Made.proved.devices[0])
    #expect(found.absences.map(\.reason) == ["NVENC: nothing is installed"])
    #expect(found.rememberedSince == nil)
    #expect(calls == ["probe-device nvenc", "probe-device vaapi --device /dev/dri/renderD128"])
  }

  @Test("the processor's encoders are tried, too") func software() async {
    let counter = Counter()
    let found = await look([.software]) { encoder, bitDepth in
      counter.add()
      return encoder.codec == .hevc && bitDepth == 10 ? .refused(reason: "garbage") : .proved(seconds: 0.25)
    }
    #expect(counter.value == 4)
    #expect(found.devices.map(\.backend) == [.software])
    #expect(found.canEncode(.h264, bitDepth: 10) && found.canEncode(.hevc) && !found.canEncode(.hevc, bitDepth: 10))
    #expect(found.encoders.first { $0.codec == .hevc }?.obstacles == [10: "garbage"])
  }

  @Test("who asks for the processor only touches no driver") func untouched() async {
    _ = await look([.software])
    #expect(calls == [])
    _ = await look([.vaapi])
    #expect(calls == ["probe-device vaapi --device /dev/dri/renderD128"])
  }

  @Test("the second time nothing is asked and nothing tried, and the answer is the same") func remembered() async {
    let counter = Counter()
    let first = await look()
    let second = await look { _, _ in
      counter.add()
      return .listed
    }
    #expect(first.devices == second.devices && first.absences == second.absences)
    #expect(second.rememberedSince != nil)
    #expect(calls.count == 2 && counter.value == 0)
  }

  @Test("a refresh asks again, and is remembered") func refreshed() async {
    _ = await look()
    #expect(await look(refresh: true).rememberedSince == nil)
    #expect(calls.count == 4)
    _ = await look()
    #expect(calls.count == 4)
  }

  @Test("another driver is asked although the answer of the first is known") func changed() async {
    _ = await look()
    _ = await look(with: ["LIBVA_DRIVER_NAME": "other"])
    #expect(
      calls == ["probe-device nvenc"] + Array(repeating: "probe-device vaapi --device /dev/dri/renderD128", count: 2))
    _ = await look()
    #expect(calls.count == 3)
  }

  @Test("without a place to remember, it asks each time") func forgetful() async {
    for _ in 0..<2 { _ = await look([.vaapi], with: ["SWAGE_CACHE_DIR": "/proc/cache"]) }
    #expect(calls.count == 2)
  }

  @Test("a machine without anything says what was looked for") func nothing() async {
    let found = await look([.vaapi, .nvenc], with: ["SWAGE_VAAPI_DEVICES": ""])
    #expect(found.devices == [] && found.encoders == [])
    #expect(
      found.absences.map(\.reason) == ["NVENC: nothing is installed", "VA-API: SWAGE_VAAPI_DEVICES names no device"])
  }

  @Test("a device that is probed by a program that isn't swage is a row") func wrongProgram() async {
    let probe = MachineProbe(
      policy: .executable(path: "/bin/true"), refresh: true, backends: [.vaapi],
      environment: Environment(variables: variables))
    let found = probe.run(trial: Made.trial)
    #expect(found.devices.first?.problem?.kind == .failed)
  }

  @Test("values come back from JSON as they were") func coding() async throws {
    let found = await look()
    let read = try JSONDecoder().decode(MachineCapabilities.self, from: try JSONEncoder().encode(found))
    #expect(read == found)
  }

  @Test("a cancelled task throws, and soon") func cancelled() async throws {
    let task = Task {
      try await MachineProbe.current(backends: [.software], refresh: true, policy: .inProcess) { _, _ in
        .refused(reason: "no trial")
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
