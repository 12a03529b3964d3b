import Media
import Testing
import VideoCompression

@Suite("A plan's attempts")
struct PlanAttemptTests {
  @Test("A source that meets every wish is tried once and kept if that isn't smaller")
  func keepsSource() throws {
    let plan = try Source().plan()
    #expect(plan.attempts.count == 1)
    #expect(plan.rates == [.quality(0.7, ceiling: .megabits(3.2))])
    #expect(plan.whenNotSmaller == .keepSource)
    #expect(plan.sizeLimit == 5_000_000)
  }

  @Test("The ceiling isn't below 50 kbit/s, and there is none when the result may be larger")
  func ceiling() throws {
    let tiny = Source(streams: [.film(bytes: 3_000)])
    #expect(try tiny.plan().rates == [.quality(0.7, ceiling: .kilobits(50))])
    let larger = try tiny.plan { $0.sizePolicy(.allowLarger).video(.video(.h264)) }
    #expect(larger.rates == [.quality(0.7, ceiling: nil)])
    #expect(larger.sizeLimit == nil)
    #expect(try Source(streams: [.film(duration: nil)]).plan().rates == [.quality(0.7, ceiling: nil)])
  }

  @Test("A bit rate above the source's is capped with a word, unless the result may be larger")
  func capsRate() throws {
    let plan = try Source().plan { $0.video(.automatic.bitRate(.megabits(8))) }
    #expect(plan.rates == [.average(.megabits(3.2))])
    #expect(plan.choices("bit rate") == ["3.2 Mbit/s"])
    #expect(plan.whenNotSmaller == .keepSource)
    let larger = try Source().plan { $0.video(.automatic.bitRate(.megabits(8))).sizePolicy(.allowLarger) }
    #expect(larger.rates == [.average(.megabits(8))])
  }

  @Test("The same film in another kind of file is copied as packets before the rate is lowered")
  func copiesPackets() throws {
    let plan = try Source(kind: .mkv).plan()
    #expect(plan.attempts.map(\.condition) == [.unlessSucceeded, .ifNotSmaller, .ifNotSmaller, .ifNotSmaller])
    #expect(plan.attempts[1].film == .copyPackets)
    #expect(plan.rates.dropFirst() == [.average(.megabits(2.24)), .average(.megabits(1.44))])
    #expect(plan.whenNotSmaller == .fail(unmetWishes: ["the output is to be an MP4 file"]))
  }

  @Test("Packets aren't copied where that would show another film")
  func doesNotCopyPackets() throws {
    func copies(_ film: StreamDescription, from kind: ContainerDescription, to name: String = "out.mp4") throws -> Bool
    {
      try Source(kind: kind, streams: [film]).plan(to: name).attempts.contains { $0.film == .copyPackets }
    }
    #expect(try copies(.film(), from: .mkv))
    #expect(try !copies(.film(codec: "vp8"), from: .mkv))
    #expect(try !copies(.film(scan: .topFieldFirst), from: .mkv))
    #expect(try !copies(.film(orientation: .right), from: .mp4, to: "out.mkv"))
    #expect(try !copies(.film(hidden: 1), from: .mov))
    #expect(try !copies(.film(), from: .avi))
    #expect(try copies(.film(), from: .mpegts))
  }

  @Test("Stripped metadata and dropped tracks are met by copied packets, too")
  func copiesPacketsInSameKind() throws {
    let plan = try Source().plan { $0.metadata(.strip) }
    #expect(plan.attempts.map(\.film).contains(.copyPackets))
    #expect(plan.whenNotSmaller == .fail(unmetWishes: ["dates, places and names are to be left out"]))
    #expect(try Source().plan { $0.audio(.none) }.attempts.map(\.film).contains(.copyPackets))
  }

  static let wishes: [(String, @Sendable (CompressionRequest) -> CompressionRequest)] = [
    ("HEVC", { $0.video(.video(.hevc)) }),
    ("smaller", { $0.video(.automatic.longSide(640)) }),
    ("1 Mbit/s", { $0.video(.automatic.bitRate(.megabits(1))) }),
    ("keyframes", { $0.video(.automatic.keyframeInterval(25)) }),
    ("sound is to be left out", { $0.audio(.none) }),
    ("sound is to have", { $0.audio(.audio(.aac).channels(1)) }),
    ("a part", { $0.trim(to: 5) }),
    ("names", { $0.metadata(.strip) }),
    ("QuickTime", { $0.container(.mov) }),
  ]

  @Test("A wish that the source doesn't meet is named when nothing gets smaller", arguments: wishes)
  func namesUnmet(words: String, change: @Sendable (CompressionRequest) -> CompressionRequest) throws {
    let plan = try Source().plan(change)
    guard case .fail(let unmet) = plan.whenNotSmaller else {
      Issue.record("the source would be kept")
      return
    }
    #expect(unmet.count == 1)
    #expect(unmet.first?.contains(words) == true)
    #expect(plan.attempts.count > 1)
  }

  static let met: [@Sendable (CompressionRequest) -> CompressionRequest] = [
    { $0.video(.video(.h264)) }, { $0.video(.automatic.longSide(1280)) }, { $0.audio(.audio(.aac)) },
    { $0.audio(.copy) }, { $0.audio(.automatic.channels(2)) }, { $0.tracks(.first) },
    { $0.video(.automatic.rotation(.bake)) }, { $0.video(.automatic.quality(0.3)) }, { $0.container(.mp4) },
    { $0.backend(.software) }, { $0.trim(from: 0, to: 11) },
  ]

  @Test("A wish that the source meets keeps it", arguments: met)
  func keepsForMet(change: @Sendable (CompressionRequest) -> CompressionRequest) throws {
    #expect(try Source().plan(change).whenNotSmaller == .keepSource)
  }

  @Test("A turn to bake and a second track to drop are unmet wishes")
  func unmetOfSource() throws {
    let turned = try Source(streams: [.film(orientation: .left)]).plan { $0.video(.automatic.rotation(.bake)) }
    #expect(turned.whenNotSmaller == .fail(unmetWishes: ["the picture is to be turned upright"]))
    let tracks = try Source(streams: [.film(), .sound(1), .sound(2)]).plan { $0.tracks(.first) }
    #expect(tracks.whenNotSmaller == .fail(unmetWishes: ["only the first track of each kind is to be kept"]))
  }

  @Test("Lower rates follow a lower wish and stop at 20 kbit/s")
  func lowerRates() throws {
    let plan = try Source().plan { $0.video(.automatic.bitRate(.megabits(1))) }
    #expect(plan.rates == [.average(.megabits(1)), .average(.kilobits(700)), .average(.kilobits(450))])
    let tiny = try Source(streams: [.film(bytes: 12_500)]).plan { $0.video(.video(.hevc)) }
    #expect(tiny.rates.dropFirst() == [.average(.kilobits(20))])
  }

  @Test("A part is held against its share of the source, with room for an index")
  func limitOfPart() throws {
    #expect(try Source().plan { $0.trim(to: 5) }.sizeLimit == 2_565_536)
    #expect(try Source(byteCount: 50_000).plan { $0.trim(to: 9) }.sizeLimit == 50_000)
  }
}
