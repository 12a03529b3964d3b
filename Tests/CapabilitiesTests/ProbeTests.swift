import FoundationEssentials
import Glibc
import Media
import TestSupport
import Testing

@testable import Capabilities

/// Asks a fake command about a render node.
private func ask(_ script: String, seconds: Double = 5) async throws -> (
  device: EncodingDevice?, ending: RunningProbe.Ending, seconds: Double
) {
  let command = try FakeCommand(script)
  let (results, duration) = await ask(
    [.vaapi(path: "/dev/dri/renderD128")], in: command.place, seconds: seconds)
  return (results[0].answer.devices.first, results[0].ending, duration)
}

/// Asks without blocking the other tests; also tells how long it took.
private func ask(
  _ targets: [ProbeTarget], in place: ProbePlace, seconds: Double = 5,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) async -> (results: [(answer: ProbeAnswer, ending: RunningProbe.Ending)], seconds: Double) {
  await WorkThread.run {
    let begin = Moment.now
    let results = ProbeRunner.run(
      targets, in: place, trial: Made.trial, secondsPerDevice: seconds, isInterrupted: isInterrupted)
    return (results, Moment.now - begin)
  }
}

@Suite("Asking in a process of its own") struct ProbeTests {
  private let two = ProbeAnswer(devices: [
    Made.device([Made.row(.h264, 8, .proved(seconds: 0.1)), Made.row(.hevc), Made.row(.hevc, 10)])
  ])

  @Test("an answer comes through as it was given") func answered() async throws {
    let (device, ending, _) = try await ask(FakeCommand.says(Made.proved))
    #expect(ending == .completed && device == Made.proved.devices[0])
  }

  @Test("an answer is whole even if the process never ends after it") func lingering() async throws {
    let (device, ending, seconds) = try await ask("\(FakeCommand.says(Made.proved))\nexec sleep 100")
    #expect(ending == .completed && device == Made.proved.devices[0] && seconds < 2)
  }

  @Test("a driver that crashes costs a row that names it and the signal") func crashed() async throws {
    let (device, ending, _) = try await ask("kill -SEGV $$")
    #expect(ending == .crashed(SIGSEGV))
    #expect(device?.backend == .vaapi && device?.path == "/dev/dri/renderD128")
    #expect(device?.problem?.kind == .crashed)
    #expect(device?.problem?.message == "the driver of /dev/dri/renderD128 crashed (SIGSEGV)")
  }

  @Test("a driver that hangs is given up when its time is up, with all that it started", arguments: ["exec ", ""])
  func hung(prefix: String) async throws {
    let (device, ending, seconds) = try await ask("\(prefix)sleep 100", seconds: 0.3)
    #expect(ending == .timedOut && seconds >= 0.3 && seconds < 2)
    #expect(device?.problem?.kind == .hung && device?.path == "/dev/dri/renderD128")
    #expect(device?.problem?.message == "the driver of /dev/dri/renderD128 didn't answer within 300 ms")
  }

  @Test("a program that gives no sign of life is given up, too, but later") func mute() async throws {
    let command = try FakeCommand("exec sleep 100", isAlive: false)
    let (results, seconds) = await ask([.nvenc], in: command.place, seconds: 0.2)
    #expect(results[0].ending == .timedOut && seconds >= 0.5 && seconds < 3)
    #expect(results[0].answer.devices.first?.problem?.message == "NVIDIA's driver didn't answer within 500 ms")
  }

  @Test("rubbish is no answer", arguments: ["echo rubbish", "echo '{}'", "echo", "head -c 100000 /dev/zero", "exit 3"])
  func rubbish(script: String) async throws {
    let (device, ending, _) = try await ask(script)
    #expect(ending == .exited(script == "exit 3" ? 3 : 0))
    #expect(device?.problem?.kind == .failed && device?.path == "/dev/dri/renderD128")
  }

  @Test("rubbish beside an answer does no harm") func beside() async throws {
    let (device, ending, _) = try await ask("echo libfoo: hello\n\(FakeCommand.says(Made.proved))")
    #expect(ending == .completed && device == Made.proved.devices[0])
  }

  @Test("what was proved before a crash stays proved, what crashed is refused, and the rest isn't tried")
  func partly() async throws {
    let (device, ending, _) = try await ask("\(FakeCommand.says(two, isComplete: false))\nkill -ABRT $$")
    #expect(ending == .crashed(SIGABRT))
    #expect(device?.problem == nil && device?.name == "Maker's driver")
    let words = "the driver of /dev/dri/renderD128 crashed (SIGABRT)"
    #expect(
      device?.encoders.map(\.state) == [
        .proved(seconds: 0.1), .refused(reason: "the trial didn't end: \(words)"),
        .refused(reason: "not tried after \(words)"),
      ])
  }

  @Test("a hang in the only trial makes the whole device unusable") func inTrial() async throws {
    let listed = ProbeAnswer(devices: [Made.device([Made.row()])])
    let (device, _, _) = try await ask("\(FakeCommand.says(listed, isComplete: false))\nexec sleep 100", seconds: 0.4)
    #expect(device?.problem?.kind == .hung)
    #expect(device?.encoders.first?.state.isProved == false && device?.encoders.first?.state != .listed)
  }

  @Test("each device of a driver has a time of its own, and one that hangs leaves those before it alone")
  func several() async throws {
    let (first, second) = (Made.device([Made.row(.hevc, 8, .refused(reason: "garbage"))]), Made.device([]))
    var answer = ProbeAnswer(devices: [first, second])
    answer.finishedDevices = 1
    let half = "sleep 1\n\(FakeCommand.says(answer, isComplete: false))\nsleep 1"
    let (_, ending, seconds) = try await ask("\(half)\n\(FakeCommand.says(Made.proved))", seconds: 1.6)
    #expect(ending == .completed && seconds > 1.6)
    let hanging = try FakeCommand("\(FakeCommand.says(answer, isComplete: false))\nexec sleep 100")
    let devices = await ask([.nvenc], in: hanging.place, seconds: 0.3).results[0].answer.devices
    #expect(devices.first == first && devices.last?.problem?.kind == .hung && devices.count == 2)
  }

  @Test("devices are asked at the same time") func sideBySide() async throws {
    let command = try FakeCommand("case $4 in *129) exec sleep 100;; esac\nsleep 0.3\n\(FakeCommand.says(Made.proved))")
    let nodes = ["128", "129", "130"].map { ProbeTarget.vaapi(path: "/dev/dri/renderD\($0)") }
    let (results, seconds) = await ask(nodes, in: command.place, seconds: 1.5)
    #expect(results.map(\.ending) == [.completed, .timedOut, .completed])
    #expect(results[1].answer.devices.first?.path == "/dev/dri/renderD129")
    #expect(seconds < 3)
  }

  @Test("the process gets the target, no backtraces, and signals as they usually are") func surroundings() async throws
  {
    let command = try FakeCommand("{ echo \"$@\"; env; cat /proc/self/status; } >\"$(dirname $0)/seen\"")
    let place = command.policy.place(Environment(variables: ["PATH": "/usr/bin:/bin", "LIBVA_DRIVER_NAME": "x"]))
    await WorkThread.run {
      // A thread's blocked signals go on to the children that it starts.
      var blocked = sigset_t()
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGINT)
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      _ = ProbeRunner.run([.vaapi(path: "/dev/dri/renderD128")], in: place, trial: Made.trial)
    }
    let seen = text(command.folder.file("seen"))
    #expect(seen.hasPrefix("probe-device vaapi --device /dev/dri/renderD128\n"))
    #expect(seen.contains("\nSWIFT_BACKTRACE=enable=no\n") && seen.contains("\nLIBVA_DRIVER_NAME=x\n"))
    #expect(seen.contains("\nSigBlk:\t0000000000000000\n"))
  }

  @Test("a program that isn't there is told of") func noProgram() async {
    let (results, _) = await ask([.nvenc], in: .process(path: "/nonexistent/swage", environment: [:]))
    #expect(
      results[0].answer.devices.first?.problem?.message
        == "/nonexistent/swage can't be started: No such file or directory")
  }

  @Test("no process is left behind, however it ends") func noZombies() async throws {
    for script in ["exec sleep 100", "exit 0", "kill -SEGV $$", "\(FakeCommand.says(Made.proved))\nexec sleep 100"] {
      let command = try FakeCommand("echo $$ >\"$(dirname $0)/pid\"\n\(script)")
      _ = await ask([.nvenc], in: command.place, seconds: 1)
      let number = try #require(Int32(text(command.folder.file("pid")).filter { !$0.isWhitespace }))
      #expect(kill(number, 0) == -1 && errno == ESRCH, "\(script) is still there")
    }
  }

  @Test("an interruption ends the asking at once") func interrupted() async throws {
    let command = try FakeCommand("exec sleep 100")
    let begin = Moment.now
    let (results, seconds) = await ask(
      [.nvenc], in: command.place, seconds: 20, isInterrupted: { Moment.now - begin > 0.1 })
    #expect(results[0].ending == .interrupted && seconds < 5)
  }
}

@Suite("Asking in this process") struct ThreadProbeTests {
  @Test("a device's own answer comes through") func answered() async {
    let (results, _) = await ask([.vaapi(path: "/nonexistent")], in: .thread)
    #expect(results[0].ending == .completed)
    #expect(results[0].answer.devices.map(\.path) == ["/nonexistent"])
  }

  @Test("a device that never answers is left behind") func hung() async throws {
    let stuck = try StuckFile()
    let (results, seconds) = await ask([.vaapi(path: stuck.path)], in: .thread, seconds: 0.3)
    #expect(results[0].ending == .timedOut && seconds < 2)
    #expect(results[0].answer.devices.first?.problem?.kind == .hung)
  }

  @Test("without a swage in PATH, or with another version, drivers are asked here", arguments: ["0.0.1", nil])
  func policy(version: String?) throws {
    let command = try FakeCommand("echo swage \(version ?? "")", isAlive: false)
    let folder = version == nil ? "/nonexistent" : command.folder.url.path
    guard case .thread = ProbePolicy.automatic.place(Environment(variables: ["PATH": folder])) else {
      Issue.record("a process was chosen")
      return
    }
  }

  @Test("a swage of this version in PATH is used") func found() throws {
    let command = try FakeCommand("echo swage \(Release.version)\necho more", isAlive: false)
    let place = ProbePolicy.automatic.place(Environment(variables: ["PATH": "/nonexistent:\(command.folder.url.path)"]))
    guard case .process(let path, _) = place else {
      Issue.record("no process was chosen")
      return
    }
    #expect(path == command.path)
  }
}
