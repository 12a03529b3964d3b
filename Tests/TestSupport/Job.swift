import Foundation
import Testing

/// A run of `swage compress` on a copy of a clip, in folders of its own, and what must hold of every such run.
public struct Job: Sendable {
  /// Holds everything; goes with the job.
  public let folder: TemporaryFolder
  /// The copy of the clip.
  public let source: URL
  /// Where the result was to go.
  public let output: URL
  /// What the command did.
  public let result: CommandResult
  /// What it printed to standard output; `null` when that is no JSON.
  public let report: JSON

  /// Compresses a clip with `--json`.
  ///
  /// Checks, for every run: the source's bytes are as they were, nothing is left beside it, and nothing but the
  /// result is where the result goes; and nothing at all when the run failed.
  ///
  /// - Parameters:
  ///   - options: Options of the command beside `-o` and `--json`.
  ///   - name: The result's file name, which chooses the container.
  ///   - sourceName: The name of the clip's copy; `nil` for its own.
  ///   - environment: Variables that the command gets; `nil` for those of a machine without video units.
  ///   - waits: Whether it is expected to wait rather than to work, so that others may run beside it.
  public static func compress(
    _ clip: URL, _ options: [String] = [], to name: String = "out.mp4", sourceName: String? = nil,
    environment: [String: String]? = nil, waits: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Job {
    let folder = try TemporaryFolder()
    let source = try folder.folder("in").appendingPathComponent(sourceName ?? clip.lastPathComponent)
    let output = try folder.folder("out").appendingPathComponent(name)
    try FileManager.default.copyItem(at: clip, to: source)
    let result = try await SwageCommand.run(
      ["compress", "-o", output.path, "--json"] + options + ["--", source.path], environment: environment, waits: waits)
    let job = Job(
      folder: folder, source: source, output: output, result: result,
      report: (try? JSON(text: result.output)) ?? .null)
    #expect(try Data(contentsOf: source) == Data(contentsOf: clip), "the source changed", sourceLocation: location)
    #expect(
      TemporaryFolder.contents(of: source.deletingLastPathComponent()) == [source.lastPathComponent],
      "something is left beside the source", sourceLocation: location)
    let left = TemporaryFolder.contents(of: output.deletingLastPathComponent())
    #expect(
      left == [name] || left == [] && (job.report["output"].isNull || result.status != .exited(0)),
      "something is left beside the result", sourceLocation: location)
    if result.status != .exited(0) { #expect(left == [], "a failed run left a file", sourceLocation: location) }
    return job
  }

  /// Compresses a clip that is made when it is first asked for.
  public static func compress(
    _ clip: Clip, _ options: [String] = [], to name: String = "out.mp4", sourceName: String? = nil,
    environment: [String: String]? = nil, waits: Bool = false, at location: SourceLocation = #_sourceLocation
  ) async throws -> Job {
    try await compress(
      try await clip.file, options, to: name, sourceName: sourceName, environment: environment, waits: waits,
      at: location)
  }

  /// How the run ended, by the report.
  public var outcome: String? { report["outcome"].string }

  /// The report's message of a failure and everything on standard error.
  public var complaint: String { (report["error"]["message"].string ?? "") + "\n" + result.errorText }

  /// What became of the streams of one kind, such as `copied`.
  public func actions(_ kind: String) -> [String] {
    report["streams"].array.filter { $0["kind"].string == kind }.compactMap { $0["action"].string }
  }

  /// The result, reopened, of a run that must have made one.
  ///
  /// Checks, for every result: exit 0; it decodes cleanly; it isn't larger than the source; the index comes first
  /// in MP4 and MOV; HEVC is tagged `hvc1` there; the report's facts are those of the file.
  public func reopened(
    outcome expected: String = "compressed", mayBeLarger: Bool = false, at location: SourceLocation = #_sourceLocation
  ) async throws -> ReopenedOutput {
    try #require(result.status == .exited(0), "\(result.status): \(complaint)", sourceLocation: location)
    #expect(outcome == expected, sourceLocation: location)
    let file = try await ReopenedOutput(output, in: folder)
    let errors = try await file.decodingErrors()
    #expect(errors == "", sourceLocation: location)
    if !mayBeLarger {
      #expect(file.bytes <= (try Data(contentsOf: source).count), "the result is larger", sourceLocation: location)
    }
    let film = try file.film
    if output.pathExtension != "mkv" {
      #expect(file.isIndexFirst, "boxes \(file.boxes)", sourceLocation: location)
      if film.codecName == "hevc" { #expect(film.codecTagString == "hvc1", sourceLocation: location) }
    }
    let told = report["output"]
    #expect(told["bytes"].int == file.bytes, sourceLocation: location)
    #expect(told["video"]["codec"].string == film.codecName, sourceLocation: location)
    #expect(told["video"]["width"].int == film.width, sourceLocation: location)
    #expect(told["video"]["height"].int == film.height, sourceLocation: location)
    #expect(told["video"]["pixelFormat"].string == film.pixFmt, sourceLocation: location)
    #expect(report["error"].isNull, sourceLocation: location)
    if expected == "compressed" {
      #expect(report["verification"]["passed"].bool == true, sourceLocation: location)
    }
    return file
  }

  /// The source's facts.
  public func sourceFacts() async throws -> ReopenedOutput { try await ReopenedOutput(source, in: folder) }

  /// The result, which must show and hold all that the source does.
  @discardableResult
  public func faithful(at location: SourceLocation = #_sourceLocation) async throws -> ReopenedOutput {
    let file = try await reopened(at: location)
    let faults = try await Comparison(source: try await sourceFacts(), output: file).faults()
    #expect(faults == [], sourceLocation: location)
    return file
  }

  /// Checks that the run was refused with an exit status and a message that has one of some words.
  public func refused(_ status: Int32, naming words: String..., at location: SourceLocation = #_sourceLocation) {
    #expect(result.status == .exited(status), "\(complaint)", sourceLocation: location)
    #expect(!FileManager.default.fileExists(atPath: output.path), sourceLocation: location)
    let text = complaint.lowercased()
    #expect(words.contains { text.contains($0) }, "\(complaint)", sourceLocation: location)
    #expect(outcome == "failed", "a failure with --json prints the report", sourceLocation: location)
    #expect(report["error"]["code"].string?.isEmpty == false, sourceLocation: location)
    #expect(report["error"]["stage"].string?.isEmpty == false, sourceLocation: location)
  }
}

/// The quickest effort, for tests that don't judge quality.
public let quick = ["--speed-preset", "fastest"]

/// The quickest effort for clips so small that a result may be larger.
public let settled = quick + ["--allow-larger"]

/// Whether two numbers of seconds are within 50 ms.
public func near(_ left: Double, _ right: Double, _ tolerance: Double = 0.05) -> Bool { abs(left - right) <= tolerance }
