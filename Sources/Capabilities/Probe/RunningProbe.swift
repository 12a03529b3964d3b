internal import Glibc

/// A target that is being asked, in a process of its own or on a thread of this one.
final class RunningProbe {
  /// How the asking ended.
  enum Ending: Equatable {
    /// With everything answered.
    case completed
    /// The process ended by itself before that.
    case exited(Int32)
    /// A signal ended the process.
    case crashed(Int32)
    /// Its time was up.
    case timedOut
    /// Nobody wants to know any more.
    case interrupted
    /// It never began.
    case failed(DeviceProblem)
  }

  let target: ProbeTarget
  /// What is known so far.
  private(set) var answer: ProbeAnswer?
  /// How it ended; `nil` as long as it goes on.
  private(set) var ending: Ending?
  private let secondsPerDevice: Double
  private var begin = Moment.now
  private var descriptor: Int32 = -1
  private var process: ChildProcess?
  private var unread: [UInt8] = []

  /// Starts to ask.
  init(_ target: ProbeTarget, in place: ProbePlace, trial: @escaping Trial, secondsPerDevice: Double) {
    self.target = target
    // The processor has no driver to hang, but may be busy.
    self.secondsPerDevice = target == .software ? max(60, secondsPerDevice) : secondsPerDevice
    guard let (reading, writing) = LineSocket.pair() else {
      ending = .failed(DeviceProblem(kind: .failed, message: "the probe can't start: \(SystemText.error(errno))"))
      return
    }
    descriptor = reading
    if case .process(let path, let environment) = place, let arguments = target.arguments {
      defer { _ = close(writing) }
      do throws(ListingFailure) {
        process = try ChildProcess(path, arguments, environment: environment, output: writing)
      } catch {
        finish(.failed(error.problem))
      }
    } else {
      let isStarted = WorkThread.start {
        DeviceProbe.ask(target, trial: trial) { LineSocket.send(DeviceProbe.line($0), to: writing) }
        _ = close(writing)
      }
      if !isStarted {
        _ = close(writing)
        finish(.failed(DeviceProblem(kind: .failed, message: "the system gives no thread to ask a driver on")))
      }
    }
  }

  /// How long it may take. Until there is a sign of life it is the system that takes time, and it may take more.
  var secondsAllowed: Double { answer == nil ? secondsPerDevice * 2.5 : secondsPerDevice }

  /// When its time is up.
  var deadline: Double { begin + secondsAllowed }

  /// What to wait for.
  var query: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

  /// Takes what has arrived.
  func receive() {
    guard ending == nil else { return }
    guard let bytes = LineSocket.receive(from: descriptor) else {
      guard let process else { return finish(.exited(0)) }
      switch process.ending(within: max(0, deadline - Moment.now)) {
      case .exited(let status): finish(.exited(status))
      case .signaled(let signal): finish(.crashed(signal))
      case nil: expire(.timedOut)
      }
      return
    }
    unread += bytes
    while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      if let read = DeviceProbe.answer(inLine: unread[..<end]) {
        if read.finishedDevices > answer?.finishedDevices ?? -1 { begin = Moment.now }
        answer = read
      }
      unread.removeSubrange(...end)
    }
    guard answer?.isComplete == true else { return }
    // It has nothing more to do than to end.
    process?.dismiss()
    finish(.completed)
  }

  /// Gives up. A thread can't be ended: it is left behind, and its line finds no reader.
  func expire(_ reason: Ending) {
    guard ending == nil else { return }
    process?.dismiss()
    finish(reason)
  }

  private func finish(_ ending: Ending) {
    self.ending = ending
    if descriptor >= 0 { _ = close(descriptor) }
    descriptor = -1
  }
}

/// Where a driver is asked.
enum ProbePlace: Sendable {
  /// In a process of this program with these variables.
  case process(path: String, environment: [String: String])
  /// On a thread of this process.
  case thread
}
