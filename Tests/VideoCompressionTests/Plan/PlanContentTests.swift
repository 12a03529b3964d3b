import Media
import Testing
import VideoCompression

@Suite("A plan that follows the film's content")
struct PlanContentTests {
  private func plan(
    motion: Double = 0.2, screen: Double = 0, _ settings: VideoSettings = .automatic.content(.analyze)
  ) throws -> CompressionPlan {
    try Source().plan(
      { $0.video(settings) },
      seeing: ContentAnalysis(
        places: 8, noise: 0, motion: motion, screenLikelihood: screen, black: 0, white: 1))
  }

  private func quality(_ plan: CompressionPlan) -> Double? {
    if case .quality(let quality, _)? = plan.rates.first { quality } else { nil }
  }

  @Test("Much motion brings keyframes nearer, little motion sets them apart")
  func motion() throws {
    #expect(try plan(motion: 0.8).video.keyframeInterval == 50)
    #expect(try plan(motion: 0).video.keyframeInterval == 500)
    #expect(try plan().video.keyframeInterval == nil)
    #expect(try plan().choices("content") == ["ordinary film, nothing adjusted"])
    #expect(try plan(motion: 0.8).choices("keyframes").count == 1)
  }

  @Test("A recording of a screen gets tuning, quality and distant keyframes, each with a word")
  func screen() throws {
    let plan = try plan(screen: 0.9)
    #expect(plan.video.tuning == .screen)
    #expect(plan.video.keyframeInterval == 500)
    #expect(quality(plan) == 0.78)
    for what in ["content", "tuning", "quality", "keyframes"] { #expect(plan.choices(what).count == 1, "\(what)") }
  }

  @Test("What was asked for is never overridden, not even by the same number")
  func explicit() throws {
    let settings = VideoSettings.automatic.content(.analyze)
    #expect(quality(try plan(screen: 0.9, settings.quality(0.7))) == 0.7)
    #expect(try plan(screen: 0.9, settings.keyframeInterval(30)).video.keyframeInterval == 30)
    let rated = try plan(screen: 0.9, settings.bitRate(.kilobits(800)))
    #expect(rated.rates.first == .average(.kilobits(800)))
    #expect(rated.choices("quality") == [])
  }

  @Test("Nothing is adjusted unless asked")
  func ignored() throws {
    let plan = try plan(motion: 0.9, screen: 0.9, .automatic)
    #expect(plan.video.keyframeInterval == nil && plan.video.tuning == .standard && quality(plan) == 0.7)
    #expect(plan.choices("content") == [])
  }
}
