import Glibc
import Swage
import Testing

@testable import SwageCLI

@Suite struct CompressCommandTests {
  private let recorder = Recorder()

  @Test func `a job that ends well prints its report and returns 0`() async throws {
    let status = try await compress("a").run(with: FakeCompressor { _ in Made.compressed }, in: recorder.context())
    #expect(status == .success)
    #expect(recorder.output == ReportText.render(Made.compressed, isVerbose: false))
  }

  @Test func `quiet prints nothing at all`() async throws {
    let steps = [CompressionProgress(phase: .encoding, fraction: 0.5)]
    let compressor = FakeCompressor(steps: steps) { _ in Made.compressed }
    let status = try await compress("-q", "a").run(with: compressor, in: recorder.context())
    #expect(status == .success)
    #expect(recorder.output == "")
    #expect(recorder.error == "")
  }

  @Test func `quiet and JSON print the object`() async throws {
    let compressor = FakeCompressor { _ in Made.compressed }
    _ = try await compress("-q", "--json", "a").run(with: compressor, in: recorder.context())
    #expect(recorder.output.hasPrefix("{\n  \"schema\": \"swage.report/1\""))
  }

  @Test func `a failure tells its message, cause and remedy on standard error`() async throws {
    let compressor = FakeCompressor { _ in
      throw CompressionError(
        code: .outputUnwritable, message: "/x\u{1B}/b.mp4 can't be written", remedy: "free some space", stage: .write,
        cause: "No space left on device")
    }
    let status = try await compress("-q", "a").run(with: compressor, in: recorder.context())
    #expect(status == .outputUnwritable)
    #expect(recorder.output == "")
    #expect(
      recorder.error == "swage: /x\\u{1B}/b.mp4 can't be written (No space left on device); free some space\n")
  }

  @Test func `a failure with JSON prints one object with what had happened and the error`() async throws {
    let compressor = FakeCompressor { _ in
      throw CompressionError(
        code: .verificationFailed, message: "frames are missing", stage: .verify, account: Made.compressed)
    }
    let status = try await compress("--json", "a").run(with: compressor, in: recorder.context())
    #expect(status == .verificationFailed)
    #expect(recorder.output.contains("\"outcome\": \"failed\""))
    #expect(recorder.output.contains("\"encoder\": \"libx265\""))
    #expect(recorder.output.contains("\"code\": \"verificationFailed\""))
    #expect(recorder.error == "swage: frames are missing\n")
  }

  @Test func `wrong usage with JSON prints an object, too`() async {
    let status = await CompressCommand.main(["--json", "--quality=2", "a"], in: recorder.context())
    #expect(status == .wrongUsage)
    #expect(recorder.output.contains("\"code\": \"invalidRequest\""))
    #expect(recorder.error.hasSuffix("Try 'swage compress --help'.\n"))
  }

  @Test func `a reader that has gone gives 1 without a word`() async throws {
    let compressor = FakeCompressor { _ in Made.compressed }
    let status = try await compress("a").run(with: compressor, in: recorder.context(closed: true))
    #expect(status == .failed)
    #expect(recorder.error == "")
  }

  @Test func `a dry run prints the plan as text or JSON`() async throws {
    let compressor = FakeCompressor { _ in Made.compressed }
    _ = try await compress("--dry-run", "a").run(with: compressor, in: recorder.context())
    #expect(recorder.output.hasPrefix("Would compress"))
    let other = Recorder()
    _ = try await compress("--dry-run", "--json", "a").run(with: compressor, in: other.context())
    #expect(other.output.hasPrefix("{\n  \"schema\": \"swage.plan/1\""))
  }

  @Test func `a signal cancels the job, which is told as interrupted`() async throws {
    let context = recorder.context()
    let compressor = FakeCompressor { _ in
      context.signals.receive(SIGTERM)
      try await Task.sleep(for: .seconds(60))
      return Made.compressed
    }
    let status = try await compress("--json", "a").run(with: compressor, in: context)
    #expect(status == .terminated)
    #expect(recorder.output.contains("\"code\": \"interrupted\""))
    #expect(recorder.error == "swage: interrupted; nothing was written\n")
  }
}

@Suite struct CommandListTests {
  private let recorder = Recorder()

  @Test func `without a command the help goes to standard error and the status is 2`() async {
    #expect(await CommandList.main([], in: recorder.context()) == .wrongUsage)
    #expect(recorder.output == "")
    #expect(recorder.error == CommandList.help)
  }

  @Test(arguments: ["compress", "inspect", "help"])
  func `every command has its help`(_ name: String) async {
    #expect(await CommandList.main(["help", name], in: recorder.context()) == .success)
    #expect(recorder.output.hasPrefix("Usage: swage \(name)"))
    let other = Recorder()
    #expect(await CommandList.main([name, "--help"], in: other.context()) == .success)
    #expect(other.output == recorder.output)
  }

  @Test func `no line of the help is wider than a terminal`() throws {
    for command in CommandList.all {
      #expect(command.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `the version comes first, then those of the libraries`() async {
    #expect(await CommandList.main(["--version"], in: recorder.context()) == .success)
    let lines = recorder.output.split(separator: "\n")
    #expect(lines.first == "swage 0.1.0")
    #expect(lines.contains { $0.hasPrefix("libavcodec ") })
  }

  @Test func `an unknown command leads to the nearest one`() {
    #expect(CommandList.unknown("compres").message == "there is no command 'compres'; did you mean 'compress'?")
    #expect(CommandList.unknown("--json").message == "options follow the command: swage COMMAND --json")
  }
}
