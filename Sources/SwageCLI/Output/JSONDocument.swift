import Swage

/// The JSON objects of `Documentation/JSON.md`.
enum JSONDocument {
  /// The report of a job.
  static func report(_ report: CompressionReport) -> JSONValue { encoding(report) }

  /// The report of a job that failed: what had happened until then, and why it ended.
  static func failure(_ failure: JobFailure) -> JSONValue {
    var object = encoding(failure.report ?? CompressionReport(outcome: .failed))
    object["outcome"] = .string(CompressionReport.Outcome.failed.rawValue)
    object["error"] = error(failure)
    return object
  }

  /// What a look at a file tells.
  static func inspection(_ source: SourceDescription) -> JSONValue {
    object(("schema", .string("swage.inspect/1")), ("error", .null)).followed(by: encoding(source))
  }

  /// A look at a file that failed.
  static func inspectionFailure(_ failure: JobFailure) -> JSONValue {
    object(("schema", .string("swage.inspect/1")), ("error", error(failure)))
  }

  /// What the machine can encode.
  static func capabilities(_ capabilities: MachineCapabilities) -> JSONValue {
    object(("schema", .string("swage.capabilities/1")), ("error", .null))
      .followed(by: encoding(CapabilitiesDocument(capabilities)))
  }

  /// A look at the machine that was interrupted or never began.
  static func capabilitiesFailure(_ failure: JobFailure) -> JSONValue {
    object(("schema", .string("swage.capabilities/1")), ("error", error(failure)))
  }

  /// What would be done.
  static func plan(_ plan: CompressionPlan) -> JSONValue {
    object(("schema", .string("swage.plan/1"))).followed(by: encoding(PlanDocument(plan)))
  }

  /// What is run.
  static func version(_ version: Version) -> JSONValue {
    object(("schema", .string("swage.version/1"))).followed(by: encoding(version))
  }

  /// What the presets wish for.
  static func presets() -> JSONValue {
    object(("schema", .string("swage.presets/1")), ("presets", encoding(Preset.allCases.map(PresetFacts.init))))
  }

  /// What happened to pictures.
  static func images(_ results: [ImageResult], _ summary: ImageSummary) -> JSONValue {
    let pictures = results.map { result in
      object(("input", .string(result.input))).followed(by: encoding(result.report))
    }
    return object(
      ("schema", .string("swage.images/1")), ("pictures", .array(pictures)), ("summary", encoding(summary)),
      ("error", .null))
  }

  /// A command for pictures that was interrupted or never began.
  static func imagesFailure(_ failure: JobFailure) -> JSONValue {
    object(("schema", .string("swage.images/1")), ("error", error(failure)))
  }

  /// Formats compared.
  static func comparisons(
    _ results: [ImageComparisonResult], _ medians: [ImageComparison.Median], page: String?
  ) -> JSONValue {
    let pictures = results.map { result in
      object(
        ("input", .string(result.input)), ("comparison", result.comparison.map(encoding) ?? .null),
        ("error", result.error.map(encoding) ?? .null))
    }
    return object(
      ("schema", .string("swage.image-comparison/1")), ("pictures", .array(pictures)),
      ("medians", encoding(medians)), ("page", page.map { .string($0) } ?? .null), ("error", .null))
  }

  /// A comparison that was interrupted or never began.
  static func comparisonsFailure(_ failure: JobFailure) -> JSONValue {
    object(("schema", .string("swage.image-comparison/1")), ("error", error(failure)))
  }

  /// How far a job is.
  static func progress(_ progress: CompressionProgress) -> JSONValue {
    object(
      ("type", .string("progress")), ("phase", .string(progress.phase.rawValue)),
      ("fraction", .number(progress.fraction)), ("attempt", .integer(Int64(progress.attempt))),
      ("frames", .integer(Int64(progress.framesEncoded))), ("fps", number(progress.framesPerSecond)),
      ("speed", number(progress.speed)), ("eta", number(progress.remainingSeconds)),
      ("bytes", .integer(progress.bytesWritten)),
      ("projected", progress.projectedBytes.map { .integer($0) } ?? .null))
  }

  private static func error(_ failure: JobFailure) -> JSONValue {
    object(
      ("code", .string(failure.code.rawValue)), ("message", .string(failure.message)),
      ("stage", .string(failure.stage.rawValue)))
  }

  private static func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }

  private static func object(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  private static func encoding(_ value: some Encodable) -> JSONValue {
    do {
      return try JSONValue.encoding(value)
    } catch {
      // Only an `encode(to:)` that throws by itself gets here, and none of ours does.
      preconditionFailure("\(type(of: value)) doesn't encode: \(error)")
    }
  }
}
