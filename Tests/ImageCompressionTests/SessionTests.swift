import Foundation
import ImageCompression
import Synchronization
import TestSupport
import Testing

@Suite struct SessionTests {
  @Test func `of two hundred changes in a second the newest is the last one delivered, and none comes late`()
    async throws
  {
    let photo = try Data(contentsOf: try await Clip.photo().file)
    let session = try await ImageCompressionSession(photo, settings: .image(.heic), threshold: 0)
    let delivered = Mutex<[ImageCompressionSession.Result]>([])
    let listener = Task {
      for await event in session.results {
        if case .encoded(let result) = event { delivered.withLock { $0.append(result) } }
      }
    }
    var values = SeededGenerator(seed: 7)
    for _ in 1...200 {
      session.change(quality: Double.random(in: 0...1, using: &values))
      try await Task.sleep(for: .milliseconds(5))
    }
    session.settle(quality: 0.63)
    try await Self.wait { delivered.withLock { $0.last?.quality == 0.63 } }
    // Nothing may follow.
    try await Task.sleep(for: .milliseconds(500))
    session.close()
    await listener.value
    let results = delivered.withLock { $0 }
    #expect(results.last?.quality == 0.63)
    #expect(results.last?.number == 201)
    #expect(results.count { $0.number == 201 } == 1)
    #expect(zip(results, results.dropFirst()).allSatisfy { $0.number < $1.number })
    #expect(results.count < 200, "outdated values were encoded")
    #expect(results.allSatisfy { $0.seconds > 0 && $0.byteCount > 0 })
    // What the last result is, encoding that value alone gives.
    let alone = try await ImageCompressor().compress(
      photo, .image(.heic).quality(0.63).sizePolicy(.allowLarger), backend: .software)
    #expect(results.last?.byteCount == alone.data.count)
  }

  @Test func `memory doesn't grow with the number of changes`() async throws {
    let large = try await Clip.still("two-megapixels.png", ["-pix_fmt", "rgb24"], size: "1600x1200").file
    let session = try await ImageCompressionSession(
      Data(contentsOf: large), settings: .image(.heic), threshold: 0)
    var memory: [Int] = []
    for number in 1...200 {
      session.change(quality: Double(number % 10) / 10)
      try await Task.sleep(for: .milliseconds(5))
      if number % 100 == 50 { memory.append(Self.residentBytes) }
    }
    session.settle(quality: 0.3)
    var events = session.results.makeAsyncIterator()
    while case .encoded(let result)? = await events.next(), result.quality != 0.3 {}
    memory.append(Self.residentBytes)
    session.close()
    // An encoder of such a picture takes some 100 MB. Other tests of this process take some, too; 150 encoders, or what they
    // left, would take far more.
    #expect((memory.max() ?? 0) - (memory.first ?? 0) < 600 << 20, "\(memory)")
  }

  @Test func `a change of less than the threshold is ignored until the value is settled`() async throws {
    let photo = try Data(contentsOf: try await Clip.photo().file)
    let session = try await ImageCompressionSession(photo, settings: .image(.jpeg))
    #expect(session.threshold == 0.1)
    #expect(session.change(quality: 0.5))
    #expect(!session.change(quality: 0.55))
    #expect(!session.change(quality: 0.41))
    #expect(session.change(quality: 0.6))
    session.settle(quality: 0.62)
    var events = session.results.makeAsyncIterator()
    var last: ImageCompressionSession.Result?
    while last?.quality != 0.62 {
      if case .encoded(let result)? = await events.next() { last = result }
    }
    #expect(last?.number == 3)
    session.close()
    #expect(!session.change(quality: 0))
    #expect(await events.next() == nil)
  }

  @Test func `every value is encoded from the source, never from a lossy copy`() async throws {
    let photo = try Data(contentsOf: try await Clip.photo().file)
    let session = try await ImageCompressionSession(photo, settings: .image(.jpeg))
    var events = session.results.makeAsyncIterator()
    var sizes: [Double: Int] = [:]
    for quality in [0.9, 0.1, 0.9] {
      session.settle(quality: quality)
      guard case .encoded(let result)? = await events.next() else {
        Issue.record("nothing was delivered")
        return
      }
      if let before = sizes[quality] { #expect(result.byteCount == before) }
      sizes[quality] = result.byteCount
    }
    #expect(sizes[0.1] ?? 0 < sizes[0.9] ?? 0)
  }

  private static func wait(until condition: () -> Bool) async throws {
    for _ in 0..<600 where !condition() { try await Task.sleep(for: .milliseconds(50)) }
  }

  /// The process's resident memory.
  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
