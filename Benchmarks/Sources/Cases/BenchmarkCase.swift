/// A job that is measured, beside other ways to do it.
struct BenchmarkCase: Sendable, Hashable {
  /// What people call it; no two cases have the same.
  let name: String
  /// The name of its input.
  let input: String
  /// What `swage` does.
  let job: Job
  /// The tools that do the same job, where they are installed.
  let peers: [Tool]
  /// Jobs of `swage` itself that it is held against.
  let against: [OwnJob]
  /// Whether the result is held against the scaled source.
  let measuresSimilarity: Bool
  /// What may be exceeded by none of the measures: the ratio to a peer or to an own job, by its name.
  let limits: [String: [Measure: Double]]
  /// The longest wall-clock time, in seconds, whatever the machine; `nil` without a limit.
  let longestSeconds: Double?

  /// How many pairs are enough, where the set asks for more; `nil` where more tell more.
  let pairs: Int?

  /// Another job of `swage`, or the same one with another input.
  struct OwnJob: Sendable, Hashable, Decodable {
    /// What people call it.
    let name: String
    /// The name of its input.
    let input: String
    /// What is done.
    let job: Job

    private enum Keys: String, CodingKey, CaseIterable { case name, input, job }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(otherThan: Keys.allCases)
      let values = try decoder.container(keyedBy: Keys.self)
      name = try values.decode(String.self, forKey: .name)
      input = try values.decode(String.self, forKey: .input)
      job = try values.decode(Job.self, forKey: .job)
    }
  }
}

extension BenchmarkCase: Decodable {
  private enum Keys: String, CodingKey, CaseIterable {
    case name, input, job, peers, against, similarity, limits, longestSeconds, pairs
  }

  /// Reads a case. All limits have to be those of a peer or own job that the case names.
  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(otherThan: Keys.allCases)
    let values = try decoder.container(keyedBy: Keys.self)
    name = try values.decode(String.self, forKey: .name)
    input = try values.decode(String.self, forKey: .input)
    job = try values.decode(Job.self, forKey: .job)
    peers = try values.decodeIfPresent([Tool].self, forKey: .peers) ?? []
    against = try values.decodeIfPresent([OwnJob].self, forKey: .against) ?? []
    measuresSimilarity = try values.decodeIfPresent(Bool.self, forKey: .similarity) ?? false
    longestSeconds = try values.decodeIfPresent(Double.self, forKey: .longestSeconds)
    pairs = try values.decodeIfPresent(Int.self, forKey: .pairs)
    let written = try values.decodeIfPresent([String: [String: Double]].self, forKey: .limits) ?? [:]
    var limits: [String: [Measure: Double]] = [:]
    let others = peers.map(\.rawValue) + against.map(\.name)
    for (other, measures) in written {
      guard others.contains(other) else {
        throw DecodingError.dataCorruptedError(
          forKey: .limits, in: values, debugDescription: "the case isn't measured beside '\(other)'")
      }
      for (text, limit) in measures {
        guard let measure = Measure(rawValue: text), limit > 0 else {
          throw DecodingError.dataCorruptedError(
            forKey: .limits, in: values, debugDescription: "'\(text)': \(limit) isn't a limit")
        }
        limits[other, default: [:]][measure] = limit
      }
    }
    self.limits = limits
  }
}

/// What is measured of a run and has limits.
enum Measure: String, Sendable, Hashable, Codable, CaseIterable {
  /// Wall-clock time.
  case wall
  /// Time of the processor, of all its cores together.
  case cpu
  /// The most memory that was resident at once.
  case memory
  /// The size of the result.
  case bytes
}

/// A program that does a job.
enum Tool: String, Sendable, Hashable, Codable, CaseIterable {
  case ffmpeg
  case ffprobe
  case handBrake = "HandBrakeCLI"
  case heifEncoder = "heif-enc"
}
