import Media
import Testing
import VideoCompression

@Suite("A plan's request")
struct PlanRequestTests {
  static let outOfRange: [(String, @Sendable (CompressionRequest) -> CompressionRequest)] = [
    ("quality", { $0.video(.automatic.quality(1.01)) }),
    ("quality", { $0.video(.automatic.quality(-0.1)) }),
    ("quality", { $0.video(.automatic.quality(.nan)) }),
    ("bit rate", { $0.video(.automatic.bitRate(.bits(999))) }),
    ("longer side", { $0.video(.automatic.longSide(1)) }),
    ("shorter side", { $0.video(.automatic.shortSide(0)) }),
    ("keyframe interval", { $0.video(.automatic.keyframeInterval(0)) }),
    ("bit rate", { $0.audio(.automatic.bitRate(.bits(999))) }),
    ("channels", { $0.audio(.automatic.channels(9)) }),
    ("channels", { $0.audio(.automatic.channels(0)) }),
    ("sample rate", { $0.audio(.automatic.sampleRate(7_999)) }),
    ("sample rate", { $0.audio(.automatic.sampleRate(192_000)) }),
    ("copied sound", { $0.audio(.copy.channels(1)) }),
    ("left out", { $0.audio(.none.bitRate(.kilobits(64))) }),
    ("start of the trim", { $0.trim(from: -1) }),
    ("start of the trim", { $0.trim(from: .infinity) }),
    ("start of the trim", { $0.trim(from: 10) }),
    ("end of the trim", { $0.trim(from: 4, to: 4) }),
    ("end of the trim", { $0.trim(to: 0) }),
    ("end of the trim", { $0.trim(to: .nan) }),
  ]

  @Test("A number out of range is refused by its name", arguments: outOfRange)
  func refusesNumbers(field: String, change: @Sendable (CompressionRequest) -> CompressionRequest) {
    let error = Source().refusal(change)
    #expect(error?.code == .invalidRequest)
    #expect(error?.stage == .request)
    #expect(error?.message.contains(field) == true)
    #expect(error?.remedy != nil)
  }

  @Test("Numbers on the edge of their range are taken")
  func takesEdges() throws {
    _ = try Source().plan {
      $0.video(.automatic.quality(0).longSide(2).keyframeInterval(1))
        .audio(.automatic.channels(8).sampleRate(96_000).bitRate(.kilobits(1))).trim(from: 0, to: 10)
    }
  }

  @Test("An encrypted source is refused before anything else about it")
  func refusesEncrypted() {
    #expect(Source(streams: [], isEncrypted: true).refusal()?.code == .sourceEncrypted)
  }

  @Test("A source without a film is refused, a cover doesn't count")
  func refusesSoundOnly() {
    let cover = StreamDescription.film(1, role: .coverArt, codec: "mjpeg")
    #expect(Source(streams: [.sound(0), cover]).refusal()?.code == .noVideo)
    #expect(Source(streams: [.film(frames: 0)]).refusal()?.code == .noVideo)
  }

  @Test("A film that nothing decodes is refused by the codec's name")
  func refusesUndecodable() {
    let error = Source(streams: [.film(codec: "xyz1", isDecodable: false)]).refusal()
    #expect(error?.code == .decoderNotFound)
    #expect(error?.message.contains("xyz1") == true)
  }

  @Test("A damaged source is refused with what was expected and found, and salvaged with a warning")
  func damage() throws {
    let damage = Damage(kind: .endsEarly, streamIndex: nil, expected: "20.000 s", found: "8.967 s")
    let source = Source(damage: [damage])
    let error = source.refusal()
    #expect(error?.code == .sourceDamaged)
    #expect(error?.message.contains("20.000 s") == true)
    #expect(error?.message.contains("8.967 s") == true)
    let plan = try source.plan { $0.damagePolicy(.salvage) }
    #expect(plan.warnings.contains { $0.contains("8.967 s") })
    #expect(plan.damagePolicy == .salvage)
    #expect(plan.whenNotSmaller == .fail(unmetWishes: ["the film is to be readable to its end"]))
  }

  @Test("The kind of file follows the wish, else the name, else is MP4")
  func container() throws {
    #expect(try Source().plan(to: "/a.b/out.MOV").container == .mov)
    #expect(try Source().plan(to: "/a.mkv/out").container == .mp4)
    #expect(try Source().plan({ $0.container(.mkv) }, to: "out.mov").container == .mkv)
    let other = try Source().plan(to: "out.avi")
    #expect(other.container == .mp4)
    #expect(other.choices("container") == ["mp4"])
    #expect(other.warnings.contains { $0.contains("name") })
  }

  @Test("A source that is replaced keeps its kind of file")
  func replacing() throws {
    #expect(try Source(kind: .mkv).plan(to: "in.mkv", replacing: true).container == .mkv)
    #expect(try Source(kind: .mov).plan(to: "in.mov", replacing: true).container == .mov)
    #expect(try Source(kind: .boxes(brand: nil)).plan(to: "in", replacing: true).container == .mov)
    #expect(try Source(kind: .avi).plan(to: "in.avi", replacing: true).container == .mp4)
  }

  @Test("A result that replaces its source is checked in full, else as asked or by structure")
  func verification() throws {
    #expect(try Source().plan().verification == .structure)
    #expect(try Source().plan(replacing: true).verification == .full)
    #expect(try Source().plan({ $0.verification(.structure) }, replacing: true).verification == .structure)
  }
}
