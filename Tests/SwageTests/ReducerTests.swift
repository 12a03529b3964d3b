import Foundation
import Swage
import Synchronization
import TestSupport
import Testing

@Suite("A reducer of the caller's") struct ReducerTests {
  /// Keeps every fourth frame, or something else, and remembers what it was shown.
  private struct Fourth: FrameReducer {
    final class Memory: Sendable { let frames = Mutex<[FrameSummary]>([]) }
    let looksAtPictures: Bool
    let memory = Memory()
    var answer: @Sendable (Int) -> [Int]? = { Array(stride(from: 0, to: $0, by: 4)) }

    func keptFrames(of frames: [FrameSummary], atMost rate: Double, duration: Double) -> [Int]? {
      memory.frames.withLock { $0 = frames }
      return answer(frames.count)
    }
  }

  private func request(_ clip: Clip, to output: URL) async throws -> CompressionRequest {
    CompressionRequest(
      from: try await clip.file, to: .file(output), video: VideoSettings.automatic.speed(.fastest).maximumFPS(10),
      sizePolicy: .allowLarger)
  }

  @Test("chooses the frames, with or without a look at the pictures", arguments: [false, true])
  func chooses(looks: Bool) async throws {
    let folder = try TemporaryFolder()
    let request = try await request(.numbered(rate: "30", count: 60), to: folder.file("out.mp4"))
    let reducer = Fourth(looksAtPictures: looks)
    let report = try await ProcessSlots.shared.use {
      try await AutomaticCompressor().compress(request, handlers: FrameHandlers(reducer: reducer))
    }
    #expect(report.analytics?.framesDecoded == 60 && report.analytics?.framesEncoded == 15)
    let output = try await ReopenedOutput(folder.file("out.mp4"))
    #expect(try await output.frameNumbers() == Array(stride(from: 0, to: 60, by: 4)))
    let shown = reducer.memory.frames.withLock { $0 }
    #expect(shown.count == 60 && shown.contains { $0.change > 0 } == looks)
    #expect(shown.indices.allSatisfy { abs(shown[$0].time - Double($0) / 30) < 1e-6 })
  }

  @Test("is refused where it chooses nonsense, and nothing is left") func nonsense() async throws {
    let folder = try TemporaryFolder()
    let request = try await request(.numbered(rate: "30", count: 60), to: folder.file("out.mp4"))
    for answer in [[], [4, 2], [0, 60]] {
      let reducer = Fourth(looksAtPictures: false, answer: { _ in answer })
      let error = await #expect(throws: CompressionError.self) {
        try await AutomaticCompressor().compress(request, handlers: FrameHandlers(reducer: reducer))
      }
      #expect(error?.code == .invalidRequest && error?.message.contains("reducer") == true)
    }
    #expect(folder.contents == [])
  }

  @Test("a look at the pictures is a phase of its own and can be cancelled") func cancelled() async throws {
    let folder = try TemporaryFolder()
    let request = try await request(.long, to: folder.file("out.mp4"))
    let job = AutomaticCompressor().start(
      request.video(request.video.maximumFPS(5, by: .sceneAware)))
    var phases: [CompressionProgress.Phase] = []
    for await value in job.progress {
      phases.append(value.phase)
      if value.phase == .surveying { job.cancel() }
    }
    await #expect(throws: CancellationError.self) { try await job.report }
    #expect(phases.contains(.surveying) && !phases.contains(.encoding))
    #expect(folder.contents == [])
  }
}
