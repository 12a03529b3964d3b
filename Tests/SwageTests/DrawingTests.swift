import Foundation
import Swage
import Synchronization
import TestSupport
import Testing

@Suite("Drawing into frames by the library") struct DrawingTests {
  private struct Refusal: Error, Equatable { let number: Int }

  private static func draw(
    _ clip: Clip, _ video: VideoSettings = .video(.h264).speed(.fastest), to name: String = "out.mp4",
    in folder: TemporaryFolder, _ change: (CompressionRequest) -> CompressionRequest = { $0 },
    _ artist: @escaping FrameArtist
  ) async throws -> CompressionReport {
    let request = change(
      CompressionRequest(from: try await clip.file, to: .file(folder.file(name)), video: video)
        .sizePolicy(.allowLarger))
    return try await ProcessSlots.shared.use {
      try await AutomaticCompressor().compress(request, handlers: .drawing(artist))
    }
  }

  @Test("README's example draws a bar that grows") func example() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    let output = folder.file("out.mp4")
    try await ProcessSlots.shared.use { try await compressWithBar(clip, to: output, seconds: 2) }
    let rows = try await ReopenedOutput(output).frames("crop=320:4:0:174,scale=32:1:flags=area", size: (32, 1))
    let widths = rows.map { row in row.prefix { abs(Int($0) - 191) < 25 || abs(Int($0) - 180) < 12 }.count }
    #expect(rows.count == 60 && widths[0] == 0 && abs(widths[30] - 16) <= 1 && widths[59] >= 30, "\(widths)")
  }

  @Test("a frame tells its time, number, size, depth and color") func facts() async throws {
    let folder = try TemporaryFolder()
    let told = Mutex<[String]>([])
    _ = try await Self.draw(.hlg, .video(.hevc, longSide: 160).speed(.fastest), in: folder) { frame in
      let line =
        "\(frame.index) \(Int((frame.presentationTime * 1000).rounded())) \(frame.size) \(frame.bitDepth) "
        + "\(frame.color.primaries) \(frame.color.transfer) \(frame.color.matrix) \(frame.isCancelled)"
      told.withLock { $0.append(line) }
    }
    let lines = told.withLock { $0 }
    #expect(lines.count == 30)
    #expect(lines.first == "0 0 160x90 10 bt2020 arib-std-b67 bt2020nc false")
    #expect(lines.last == "29 967 160x90 10 bt2020 arib-std-b67 bt2020nc false")
  }

  @Test("a trimmed part is drawn on the result's own times") func trimmed() async throws {
    let folder = try TemporaryFolder()
    let times = Mutex<[Double]>([])
    _ = try await Self.draw(.plain, in: folder, { $0.trim(from: 0.5, to: 1.5) }) { frame in
      let time = frame.presentationTime
      times.withLock { $0.append(time) }
    }
    let found = try await ReopenedOutput(folder.file("out.mp4")).frameTimes().compactMap(\.self)
    let drawn = times.withLock { $0 }
    #expect(found.count == 30 && drawn.count == 30)
    #expect(zip(drawn, found).allSatisfy { abs($0 - $1) < 0.001 }, "\(drawn) \(found)")
  }

  @Test("each of a variable film's frames is drawn at its own time", arguments: ["mp4", "mov", "mkv"])
  func variable(container: String) async throws {
    let folder = try TemporaryFolder()
    let times = Mutex<[Double]>([])
    let name = "out.\(container)"
    _ = try await Self.draw(.variableRate, to: name, in: folder) { frame in
      let time = frame.presentationTime
      times.withLock { $0.append(time) }
      let number = frame.index
      frame.withLuma { luma in
        for bit in 0..<11 {
          luma.fill(
            columns: bit * 16..<bit * 16 + 16, rows: 0..<16, with: number >> (10 - bit) & 1 == 1 ? 235 : 16)
        }
      }
    }
    let file = try await ReopenedOutput(folder.file(name))
    let found = try await file.frameTimes().compactMap(\.self)
    let drawn = times.withLock { $0 }
    #expect(found.count == 280 && drawn.count == 280)
    #expect(zip(drawn, found).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try await file.drawnNumbers() == Array(0..<280))
  }

  @Test("the report and the plan say that the caller draws, and a noted turn is done to the pixels")
  func told() async throws {
    let folder = try TemporaryFolder()
    let plan = try await AutomaticCompressor().plan(
      CompressionRequest(from: try await Clip.portrait.file), handlers: .drawing { _ in })
    #expect(plan.video.drawing.callsArtist && plan.video.orientation == .up)
    let report = try await Self.draw(.portrait, in: folder) { _ in }
    #expect(report.decisions.contains { $0.what == "rotation" && $0.choice == "bake" })
    #expect(report.decisions.contains { $0.what == "drawing" })
    #expect(report.output?.video?.width == 180 && report.output?.video?.rotation == 0)
  }

  @Test("what an artist throws comes out as it is, and nothing is left") func refusal() async throws {
    let folder = try TemporaryFolder()
    let calls = Atomic(0)
    await #expect(throws: Refusal(number: 5)) {
      _ = try await Self.draw(.plain, in: folder) { frame in
        calls.wrappingAdd(1, ordering: .relaxed)
        if frame.index == 5 { throw Refusal(number: 5) }
      }
    }
    #expect(calls.load(ordering: .relaxed) == 6 && folder.contents == [])
  }

  @Test("an error of Swage's own kind that an artist throws leads to no other attempt") func ownKind() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    // The error of a job that failed, as a caller may pass it on.
    let earlier = await #expect(throws: CompressionError.self) {
      _ = try await AutomaticCompressor().compress(
        CompressionRequest(from: clip, to: .file(folder.file("no/such/folder.mp4"))))
    }
    let error = try #require(earlier)
    let calls = Atomic(0)
    let found = await #expect(throws: CompressionError.self) {
      _ = try await Self.draw(.plain, in: folder) { _ in
        calls.wrappingAdd(1, ordering: .relaxed)
        throw error
      }
    }
    #expect(found?.description == error.description && found?.report == error.report)
    #expect(calls.load(ordering: .relaxed) == 1 && folder.contents == [])
  }

  @Test("an artist may cancel the job by throwing CancellationError") func cancelling() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: CancellationError.self) {
      _ = try await Self.draw(.plain, in: folder) { frame in if frame.index == 3 { throw CancellationError() } }
    }
    #expect(folder.contents == [])
  }

  @Test("a job with a slow artist ends within a second of its cancelling, and the artist is told") func slow()
    async throws
  {
    let folder = try TemporaryFolder()
    let clip = try await Clip.long.file
    let request = CompressionRequest(from: clip, to: .file(folder.file("out.mp4")), video: .automatic)
    let wasTold = Atomic(false)
    let artist: FrameArtist = { frame in
      for _ in 0..<500 where !frame.isCancelled { usleep(20_000) }
      if frame.isCancelled { wasTold.store(true, ordering: .relaxed) }
    }
    try await ProcessSlots.shared.use(alone: true) {
      let task = Task { try await AutomaticCompressor().compress(request, handlers: .drawing(artist)) }
      try await Task.sleep(for: .seconds(1))
      let begin = Date()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(Date().timeIntervalSince(begin) < 1)
    }
    #expect(wasTold.load(ordering: .relaxed) && folder.contents == [])
  }

  @Test("a source that isn't made smaller doesn't stand in for what was drawn: lower rates are tried") func lower()
    async throws
  {
    let folder = try TemporaryFolder()
    let request = CompressionRequest(from: try await Clip.packed.file, to: .file(folder.file("out.mp4")))
    let beginnings = Atomic(0)
    let artist: FrameArtist = { frame in
      if frame.index == 0 { beginnings.wrappingAdd(1, ordering: .relaxed) }
      frame.withLuma { luma in luma.fill(columns: 0..<luma.width, rows: 0..<luma.height, with: luma.scaled(100)) }
    }
    let report = try await ProcessSlots.shared.use {
      try await AutomaticCompressor().compress(
        request.video(.automatic.quality(1).speed(.fastest)), handlers: .drawing(artist))
    }
    #expect(report.outcome == .compressed)
    #expect(beginnings.load(ordering: .relaxed) == report.attempts.count)
    let luma = try await ReopenedOutput(folder.file("out.mp4")).frames("scale=1:1", size: (1, 1))
    #expect(luma.count == 180 && luma.allSatisfy { abs(Int($0[0]) - 98) < 6 || abs(Int($0[0]) - 100) < 6 })
  }
}
