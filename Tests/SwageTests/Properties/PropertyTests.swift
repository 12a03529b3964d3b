import Foundation
import Swage
import TestSupport
import Testing

/// Random requests on random films: whatever is asked, nothing is lost, larger, shorter or left behind.
///
/// `SWAGE_PROPERTY_SEED` begins with another seed, `SWAGE_PROPERTY_ROUNDS` does more of them.
@Suite("Any request on any film") struct PropertyTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let firstSeed = environment["SWAGE_PROPERTY_SEED"].flatMap(UInt64.init) ?? 1
  private static let rounds = environment["SWAGE_PROPERTY_ROUNDS"].flatMap(Int.init) ?? 520
  private static let films: UInt64 = 65
  /// So that several run at a time.
  private static let lanes = 4

  @Test("each ends in a sound file or in a stated refusal", arguments: 0..<lanes)
  func holds(lane: Int) async throws {
    var outcomes: [String: Int] = [:]
    let seeds = (0..<Self.rounds).filter { $0 % Self.lanes == lane }.map { Self.firstSeed + UInt64($0) }
    print("random jobs with the seeds \(seeds.first ?? 0) to \(seeds.last ?? 0) in steps of \(Self.lanes)")
    for seed in seeds {
      outcomes[try await round(seed), default: 0] += 1
    }
    print("random jobs of lane \(lane): \(outcomes.sorted { $0.key < $1.key })")
    let done = (outcomes["compressed"] ?? 0) + (outcomes["keptSource"] ?? 0)
    #expect(done * 2 > seeds.count, "hardly any was done: \(outcomes)")
  }

  /// - Returns: How the job ended.
  private func round(_ seed: UInt64) async throws -> String {
    var random = SeededGenerator(seed: seed &* 7_919)
    let film = RandomClip(seed: seed % Self.films)
    let clip = try await film.clip.file
    let before = try Data(contentsOf: clip)
    let folder = try TemporaryFolder()
    let job = RandomRequest(from: clip, to: folder.url, using: &random)
    let place = Comment("seed \(seed), \(film), \(job.request)")
    if Self.environment["SWAGE_PROPERTY_TALK"] != nil { print(place) }
    let ended = try await ProcessSlots.shared.use { await Self.run(job.request) }
    #expect(try Data(contentsOf: clip) == before, place)
    switch ended {
    case .success(let report):
      let name = try #require(job.request.output.name)
      #expect(folder.contents == [name], place)
      try await check(report, of: job, at: folder.file(name), Probe.describe(clip), place)
      return report.outcome.rawValue
    case .failure(let error):
      #expect(folder.contents == [], place)
      let failure = try #require(error as? CompressionError, place)
      let allowed: Set<CompressionError.Code> = [.invalidRequest, .notSupported, .notSmaller]
      #expect(allowed.contains(failure.code), "\(failure); \(place)")
      return failure.code.rawValue
    }
  }

  /// Runs a job that has to end within a minute; if not, at once when it is cancelled.
  private static func run(_ request: CompressionRequest) async -> Result<CompressionReport, any Error> {
    let (endings, ending) = AsyncStream.makeStream(of: Result<CompressionReport, any Error>.self)
    let job = Task { try await SoftwareCompressor().compress(request) }
    Task { ending.yield(await job.result) }
    let watch = Task {
      try await Task.sleep(for: .seconds(60))
      Issue.record("a job hangs: \(request)\n\(await ThreadPlaces.text())")
      job.cancel()
      try await Task.sleep(for: .seconds(30))
      ending.yield(.failure(ToolFailure("a job that hangs can't be cancelled, either")))
    }
    defer { watch.cancel() }
    for await result in endings { return result }
    return .failure(CancellationError())
  }

  private func check(
    _ report: CompressionReport, of job: RandomRequest, at file: URL, _ source: SourceDescription, _ place: Comment
  ) async throws {
    let request = job.request
    let output = try await Probe.describe(file)
    let video = try #require(output.film?.video, place)
    #expect(report.verification?.passed != false, place)
    #expect(output.damage.isEmpty, place)
    if request.sizePolicy == .neverLarger { #expect(output.byteCount <= source.byteCount, place) }
    if case .targetSize(let bytes) = request.video.rateControl { #expect(output.byteCount <= bytes, place) }
    guard report.outcome == .compressed else { return }
    #expect(video.size.width % 2 == 0 && video.size.height % 2 == 0, place)
    let shown = [video.displaySize.width, video.displaySize.height]
    switch request.video.size {
    case .longSide(let side): #expect((shown.max() ?? 0) <= max(side, 4), place)
    case .shortSide(let side): #expect((shown.min() ?? 0) <= max(side, 4), place)
    case .exactly(let size, _):
      #expect(abs(shown[0] - size.width) <= 1 && abs(shown[1] - size.height) <= 1, place)
    case .source, .scaled: break
    }
    let length = try await checkTimes(of: file, request, place)
    guard let speed = job.speed else { return }
    // A pause before the first picture of a file of boxes is meant; elsewhere the recording begins with its first packet.
    let zero = source.container.isISOBaseMedia ? min(0, source.startTime) : source.startTime
    let start = request.trim.start ?? 0
    let end = min(request.trim.end ?? .infinity, source.startTime + source.duration - zero)
    let step = max(1 / max(source.film?.video?.frameRate ?? 10, 0.1), 0.1)
    #expect(abs(length - (end - start) / speed) < 2 * step / min(speed, 1) + 0.1, "\(length) s; \(place)")
  }

  /// - Returns: When the film ends.
  private func checkTimes(of file: URL, _ request: CompressionRequest, _ place: Comment) async throws -> Double {
    let output = try await ReopenedOutput(file)
    let packets = try await output.packets(of: output.film)
    let times = packets.filter { !$0.isHidden }.compactMap(\.time).sorted()
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "two frames at one time; \(place)")
    #expect((times.first ?? -1) >= -0.001, place)
    if case .constant(let rate) = request.video.frameRate {
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }
      // Matroska counts milliseconds.
      #expect(steps.allSatisfy { abs($0 - 1 / rate.value) < 0.0015 }, "\(steps); \(place)")
    }
    return (times.last ?? 0) + (packets.last?.duration ?? 0)
  }
}

extension OutputLocation {
  fileprivate var name: String? { if case .file(let file) = self { file.lastPathComponent } else { nil } }
}
