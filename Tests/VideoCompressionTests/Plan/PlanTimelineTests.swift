import Media
import Testing
import VideoCompression

@Suite("A plan's timeline")
struct PlanTimelineTests {
  @Test("A whole file of boxes keeps its own zero, also when the film begins later")
  func keepsZero() throws {
    let source = Source(start: 8.33, duration: 0.4, streams: [.film(start: 8.33, duration: 0.4)])
    let timeline = try source.plan().timeline
    #expect(timeline.origin == 0)
    #expect(!timeline.isTrimmed)
    #expect(abs(timeline.duration - 8.73) < 0.001)
  }

  @Test("A broadcast stream begins at its first packet")
  func firstPacket() throws {
    let source = Source(
      kind: .mpegts, start: 1.5, streams: [.film(start: 1.5), .sound(1, codec: "mp2", start: 1.6, duration: 10)])
    let timeline = try source.plan().timeline
    #expect(timeline.origin == 1.5)
    #expect(abs(timeline.duration - 10.1) < 0.001)
  }

  @Test("Pictures before the zero move it, a short run-up of sound doesn't")
  func beforeZero() throws {
    #expect(try Source(kind: .mkv, streams: [.film(start: -0.5)]).plan().timeline.origin == -0.5)
    #expect(try Source(kind: .mkv, streams: [.film(start: -0.01)]).plan().timeline.origin == 0)
    #expect(try Source(streams: [.film(), .sound(1, start: -0.023)]).plan().timeline.origin == 0)
    #expect(try Source(streams: [.film(), .sound(1, start: -0.5)]).plan().timeline.origin == -0.5)
    let dropped = try Source(streams: [.film(), .sound(1, start: -0.5)]).plan { $0.audio(.none) }
    #expect(dropped.timeline.origin == 0)
  }

  @Test("The longest kept track gives the duration")
  func longestTrack() throws {
    let source = Source(streams: [.film(duration: 9), .sound(1, duration: 10.5), .subtitles(2, codec: "mov_text")])
    #expect(try source.plan().timeline.duration == 10.5)
    #expect(try source.plan { $0.audio(.none) }.timeline.duration == 9)
  }

  @Test("A trim counts from the beginning of the recording")
  func trims() throws {
    let plan = try Source(kind: .mpegts, start: 1.5, streams: [.film(start: 1.5)]).plan { $0.trim(from: 2, to: 5) }
    #expect(plan.timeline == TimelinePlan(origin: 3.5, start: 3.5, end: 6.5, duration: 3))
    #expect(plan.video.frameCount == 75)
    let head = try Source().plan { $0.trim(to: 4) }
    #expect(head.timeline == TimelinePlan(origin: 0, start: nil, end: 4, duration: 4))
    #expect(head.video.frameCount == 100)
    let tail = try Source().plan { $0.trim(from: 4) }
    #expect(tail.timeline == TimelinePlan(origin: 4, start: 4, end: nil, duration: 6))
  }

  @Test("An end beyond the recording is its end, with a word; a trim that cuts nothing is none")
  func clampsEnd() throws {
    let long = try Source().plan { $0.trim(to: 60) }
    #expect(!long.timeline.isTrimmed)
    #expect(long.choices("trim").count == 1)
    let all = try Source().plan { $0.trim(from: 0, to: 10) }
    #expect(!all.timeline.isTrimmed)
    #expect(all.choices("trim") == [])
  }

  @Test("A trim before the film's first picture or after its last is refused")
  func refusesWithoutPictures() {
    let late = Source(streams: [.film(start: 3, duration: 5), .sound(1)])
    #expect(late.refusal { $0.trim(to: 3) }?.code == .invalidRequest)
    #expect(late.refusal { $0.trim(from: 8) }?.code == .invalidRequest)
    #expect(late.refusal { $0.trim(from: 7.9) } == nil)
  }

  @Test("Chapters move with a trim: 5 to 11 s of three chapters of 4 s")
  func chapters() throws {
    let chapters = [
      Chapter(start: 0, end: 4, title: "One"), Chapter(start: 4, end: 8, title: "Two"),
      Chapter(start: 8, end: 12, title: "Three"),
    ]
    let source = Source(duration: 12, streams: [.film(duration: 12)], chapters: chapters)
    let plan = try source.plan { $0.trim(from: 5, to: 11) }
    #expect(
      plan.chapters == [Chapter(start: 0, end: 3, title: "Two"), Chapter(start: 3, end: 6, title: "Three")])
    #expect(plan.choices("chapters") == ["2 of 3"])
    #expect(try source.plan().chapters == chapters)
  }

  @Test("Empty chapters go, overlapping ones end where the next begins")
  func oddChapters() throws {
    let chapters = [
      Chapter(start: 0, end: 6, title: "A"), Chapter(start: 5, end: 20, title: "B"),
      Chapter(start: 7, end: 7, title: "C"),
    ]
    let plan = try Source(chapters: chapters).plan()
    #expect(plan.chapters.map(\.title) == ["A", "B"])
    #expect(plan.chapters.map(\.end) == [5, 10])
    let nested = [
      Chapter(start: 0, end: 10, title: "All"), Chapter(start: 0, end: 5, title: "A"),
      Chapter(start: 5, end: 10, title: "B"),
    ]
    #expect(try Source(chapters: nested).plan().chapters.map(\.title) == ["A", "B"])
  }
}
