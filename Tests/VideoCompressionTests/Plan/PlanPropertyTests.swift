import FoundationEssentials
import Media
import TestSupport
import Testing

@testable import VideoCompression

@Suite("Any plan")
struct PlanPropertyTests {
  static let seeds: [UInt64] = [1, 2, 3, 5, 8]

  @Test("600 random jobs give sound plans or a stated refusal", arguments: seeds)
  func holdsInvariants(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var planned = 0
    for number in 0..<600 {
      let job = RandomJob(using: &random)
      let place = Comment(rawValue: "seed \(seed), job \(number): \(job)")
      do throws(CompressionError) {
        let plan = try job.plan()
        planned += 1
        checkPicture(of: plan, job, place)
        checkStreams(of: plan, job, place)
        checkTimeline(of: plan, place)
        checkAttempts(of: plan, job, place)
        checkRoundTrip(of: plan, place)
        #expect(job.repeatsItself(plan), place)
      } catch {
        #expect(!error.message.isEmpty, place)
        #expect(error.stage == .request || error.stage == .plan, place)
      }
    }
    #expect(planned > 300, "most jobs of seed \(seed) have a plan")
  }

  private func checkPicture(of plan: CompressionPlan, _ job: RandomJob, _ place: Comment) {
    let size = plan.video.size
    let film = job.film
    #expect(size.width % 2 == 0 && size.height % 2 == 0 && size.shortSide >= 2, place)
    let sides = [Double(film.size.width) * film.pixelAspect.value, Double(film.size.height)].map { $0.rounded() }
    let isTurned = film.orientation.swapsSides && plan.video.orientation == .up
    if !job.isSizeCertain {
      #expect(size.width <= max(2, isTurned ? film.size.height : film.size.width), place)
      #expect(size.height <= max(2, isTurned ? Int(sides[0]) : film.size.height), place)
    }
    checkSteps(of: plan, job, place)
    let shown = plan.displayedSides.map { $0.rounded() }
    switch job.request.video.size {
    case .source: break
    case .exactly(let wish, _):
      let stored = film.orientation.swapsSides && !isTurned ? wish.transposed : wish
      #expect(size == PixelSize(width: max(2, stored.width & ~1), height: max(2, stored.height & ~1)), place)
      #expect(plan.video.pixelAspect == Rational(1, 1), place)
    case .scaled(let width, let height):
      let isSwapped = film.orientation.swapsSides && !isTurned
      let (across, down) = isSwapped ? (size.height, size.width) : (size.width, size.height)
      if let width { #expect(across == max(2, width & ~1), place) }
      if let height { #expect(down == max(2, height & ~1), place) }
    case .longSide(let limit):
      #expect((shown.max() ?? 0) <= max(2, Double(limit)), place)
    case .shortSide(let limit):
      #expect((shown.min() ?? 0) <= max(2, Double(limit)), place)
    }
    if !job.isSizeCertain { #expect((shown.max() ?? 0) <= max(4, sides.max() ?? 0), place) }
    #expect(
      plan.video.pixelAspect.isPositive && plan.video.frameRate.isPositive && plan.video.timeBase.isPositive, place)
    #expect((1...240).contains(plan.video.frameRate.value), place)
    #expect(plan.video.frameCount >= 1, place)
    if case .constant = plan.video.selection {
    } else if !plan.video.makesFrames {
      #expect(plan.video.frameCount <= film.frameCount, place)
    }
    checkSelection(of: plan, place)
    let isHDR = plan.video.color.transfer == .pq || plan.video.color.transfer == .hlg
    #expect(!isHDR || plan.video.pixelFormat.bitDepth == 10, place)
    #expect(plan.encoder?.codec != .h264 || plan.video.pixelFormat.bitDepth == 8, place)
    #expect(plan.video.orientation == .up || plan.container != .mkv, place)
  }

  /// Follows the steps from the source's picture to the result's.
  private func checkSteps(of plan: CompressionPlan, _ job: RandomJob, _ place: Comment) {
    var size = job.film.size
    for step in plan.video.steps {
      switch step {
      case .deinterlace, .interpolate: break
      case .denoise(let strength): #expect(strength.spatial > 0 && strength.temporal > 0, place)
      case .crop(let part, let whole):
        #expect(whole == size && isInside(part, size), place)
        size = part.size
      case .scale(let next, _): size = next
      case .convertColor(let conversion, let format):
        #expect(conversion.peak > conversion.referenceWhite && job.film.color.transfer != .bt709, place)
        #expect(job.request.video.color != .preserve && conversion.source.transfer != conversion.target.transfer, place)
        #expect(conversion.target.transfer == .bt709 || format == .yuv420p10, place)
        #expect(size.width % 2 == 0 && size.height % 2 == 0, place)
      case .levels(let points):
        #expect(points.black >= 0 && points.white <= 1 && points.white - points.black > 0.07, place)
      case .pad(let next, let part):
        #expect(part.size == size && isInside(part, next) && next != size, place)
        size = next
      case .orient(let turn): size = turn.swapsSides ? size.transposed : size
      }
    }
    #expect(size == plan.video.size, place)
  }

  private func isInside(_ part: PixelRectangle, _ whole: PixelSize) -> Bool {
    part.x >= 0 && part.y >= 0 && part.x % 2 == 0 && part.y % 2 == 0 && part.size.width % 2 == 0
      && part.size.height % 2 == 0 && part.x + part.size.width <= whole.width
      && part.y + part.size.height <= whole.height
  }

  private func checkSelection(of plan: CompressionPlan, _ place: Comment) {
    switch plan.video.selection {
    case .all: #expect(plan.video.clock == plan.video.timeBase, place)
    case .constant(let until):
      #expect(plan.video.frameRate == plan.video.timeBase.inverse && plan.video.isConstantFrameRate, place)
      if let until { #expect(until >= 1, place) }
    case .chosen(let times):
      #expect(times.count == plan.video.frameCount && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, place)
    }
    for (segment, next) in zip(plan.timeline.speed, plan.timeline.speed.dropFirst()) {
      #expect(segment.end == next.start && segment.speed != next.speed, place)
    }
    #expect(plan.timeline.speed.allSatisfy { $0.start < $0.end && (0.25...4).contains($0.speed.value) }, place)
  }

  private func checkStreams(of plan: CompressionPlan, _ job: RandomJob, _ place: Comment) {
    #expect(plan.streams.map(\.sourceIndex) == job.source.streams.map(\.index), place)
    #expect(plan.streams.filter { $0.action == .film }.map(\.sourceIndex) == [plan.video.streamIndex], place)
    #expect(plan.streams.allSatisfy { !$0.reason.isEmpty }, place)
    for case .encodeAudio(let sound) in plan.streams.map(\.action) {
      #expect((1...8).contains(sound.channels) && (8_000...96_000).contains(sound.sampleRate), place)
      #expect(sound.bitRate.bitsPerSecond >= 1_000, place)
      #expect(sound.bitRate.bitsPerSecond <= 6 * sound.sampleRate * sound.channels, place)
    }
    if plan.timeline.isTrimmed || plan.container == .mkv {
      #expect(!plan.streams.contains { $0.action == .carryTrack }, place)
    }
  }

  private func checkTimeline(of plan: CompressionPlan, _ place: Comment) {
    #expect(plan.timeline.duration >= 0, place)
    var last = 0.0
    for chapter in plan.chapters {
      #expect(chapter.start >= last && chapter.end > chapter.start, place)
      #expect(chapter.end <= plan.timeline.duration, place)
      last = chapter.end
    }
  }

  private func checkAttempts(of plan: CompressionPlan, _ job: RandomJob, _ place: Comment) {
    #expect(plan.encoder != nil, place)
    #expect(plan.attempts.first?.condition == .unlessSucceeded, place)
    #expect(plan.attempts.allSatisfy { !$0.reason.isEmpty }, place)
    #expect(plan.sizeLimit ?? 0 <= job.source.byteCount, place)
    #expect(job.request.video.codec == nil || job.request.video.codec == plan.encoder?.codec, place)
    if plan.whenNotSmaller == .keepSource {
      #expect(plan.attempts.allSatisfy { $0.condition == .unlessSucceeded }, place)
      #expect(!plan.timeline.isTrimmed, place)
    }
    #expect(plan.decisions.allSatisfy { !$0.what.isEmpty && !$0.choice.isEmpty && !$0.reason.isEmpty }, place)
  }

  private func checkRoundTrip(of plan: CompressionPlan, _ place: Comment) {
    let again = (try? JSONEncoder().encode(plan)).flatMap { try? JSONDecoder().decode(CompressionPlan.self, from: $0) }
    #expect(again == plan, place)
  }
}
