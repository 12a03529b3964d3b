import Foundation
import Media
import TestSupport
import Testing

@testable import ImageCompression
@testable import Jobs

@Suite struct PixelBudgetTests {
  /// 320 by 240 pixels count as the least that a picture counts.
  private static let least = 1 << 20

  @Test func `pictures wait for their pixels, and all of them are done`() async throws {
    let source = try await Clip.photo().file
    let folder = try TemporaryFolder()
    let budget = PixelBudget(pixels: Self.least)
    try await withThrowingTaskGroup(of: ImageReport.self) { group in
      for number in 0..<4 {
        let output = folder.file("\(number).jpg")
        group.addTask {
          try await ImageCompressor(budget: budget).compress(
            ImageRequest(from: source, to: .file(output), image: faithful(.jpeg)))
        }
      }
      for try await report in group { #expect(report.outcome == .compressed) }
    }
    #expect(folder.contents == (0..<4).map { "\($0).jpg" })
    try await eventually { budget.share.free == Self.least }
  }

  @Test func `a picture that waits is neither decoded nor written, and goes at once when it is cancelled`() async throws
  {
    let folder = try TemporaryFolder()
    let source = try await Clip.photo().file
    let budget = PixelBudget(pixels: 2 * Self.least)
    try await budget.share.take(2 * Self.least)
    let compressor = ImageCompressor(budget: budget)
    let request = ImageRequest(from: source, to: .file(folder.file("out.jpg")), image: faithful(.jpeg))
    let cancelled = Task { try await compressor.compress(request) }
    try await eventually { budget.share.waiterCount == 1 }
    let inMemory = Task { try await compressor.compress(Data(contentsOf: source), faithful(.jpeg)) }
    try await eventually { budget.share.waiterCount == 2 }
    let began = ContinuousClock.now
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(began.duration(to: .now) < .seconds(1))
    #expect(folder.contents == [])
    try await eventually { budget.share.waiterCount == 1 }
    budget.share.giveBack(2 * Self.least)
    #expect(try await inMemory.value.report.outcome == .compressed)
    // The one that was cancelled takes nothing afterwards.
    _ = try await compressor.compress(request)
    try await eventually { budget.share.free == 2 * Self.least }
  }

  @Test func `a source that fails gives back what it took`() async throws {
    let budget = PixelBudget(pixels: Self.least)
    let whole = [UInt8](try Data(contentsOf: try await Clip.photo().file))
    for bytes in [[], Array(whole.prefix(whole.count / 2)), Array("no picture".utf8)] {
      await #expect(throws: CompressionError.self) { try await ImageCompressor(budget: budget).compress(Data(bytes)) }
    }
    #expect(
      try await ImageCompressor(budget: budget).compress(Data(whole), faithful(.jpeg)).report.outcome == .compressed)
    try await eventually { budget.share.free == Self.least }
  }

  @Test func `AVIF's encoder counts three times beside, by the result's size`() {
    let size = PixelSize(width: 4000, height: 3000)
    let count = { (longSide: Int?, format: ImageFormat) in
      PixelBudget.count(12_000_000, size: size, longSide: longSide, format: format)
    }
    #expect(count(nil, .heic) == 12_000_000 && count(nil, .jpeg) == 12_000_000)
    #expect(count(nil, .avif) == 48_000_000)
    #expect(count(2000, .avif) == 21_000_000)
    #expect(count(9000, .avif) == 48_000_000)
    #expect(PixelBudget.count(10, size: PixelSize(width: 5, height: 2), longSide: nil, format: .jpeg) == Self.least)
    #expect(PixelBudget.defaultPixels >= Self.least && PixelBudget.shared.pixels == PixelBudget.defaultPixels)
  }

  @Test func `control groups of both versions limit memory, those above too`() throws {
    let folder = try TemporaryFolder()
    let files = [
      "memory.max": "max\n", "a/memory.max": "900\n", "a/b/memory.max": "1000\n",
      "memory/memory.limit_in_bytes": "9223372036854771712\n", "memory/c/memory.limit_in_bytes": "700\n",
    ]
    for (path, text) in files {
      let file = folder.file(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let root = folder.url.path
    #expect(MemoryLimit.controlGroups(in: root, of: "0::/a/b\n") == [900, 1000])
    #expect(MemoryLimit.controlGroups(in: root, of: "0::/\n") == [])
    #expect(MemoryLimit.controlGroups(in: root, of: "5:cpu:/c\n4:memory:/c\n").min() == 700)
    #expect(MemoryLimit.controlGroups(in: root, of: "nonsense") == [])
    #expect(MemoryLimit.bytes > 0)
  }
}
