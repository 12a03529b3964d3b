import Capabilities
import Media
import Testing
import VideoCompression

@Suite("A plan's sound codecs") struct PlanSoundCodecTests {
  private func plan(
    _ sound: StreamDescription, to destination: String = "out.mp4", _ settings: AudioSettings
  ) throws -> CompressionPlan {
    try Source(streams: [.film(), sound]).plan({ $0.audio(settings) }, to: destination)
  }

  private func encoded(
    _ sound: StreamDescription, to destination: String = "out.mp4", _ settings: AudioSettings
  ) throws -> AudioPlan? {
    guard case .encodeAudio(let plan)? = try plan(sound, to: destination, settings).action(1) else { return nil }
    return plan
  }

  private static func pcm(_ sampleRate: Int = 48_000, channels: Int = 2, layout: String = "stereo")
    -> StreamDescription
  { .sound(1, codec: "pcm_s16le", channels: channels, layout: layout, sampleRate: sampleRate, bytes: 10_000_000) }

  @Test("Each codec says that it is encoded by its name", arguments: AudioCodec.allCases)
  func reasons(codec: AudioCodec) throws {
    let plan = try plan(Self.pcm(), to: "out.mkv", .audio(codec))
    let names = ["aac": "AAC", "he-aac": "HE-AAC", "he-aac-v2": "HE-AAC v2", "mp3": "MP3", "opus": "Opus"]
    #expect(plan.reason(1) == "encoded to \(names[codec.rawValue] ?? "") as asked")
    #expect(try encoded(Self.pcm(), to: "out.mkv", .audio(codec))?.encoder == "an encoder of \(codec.rawValue)")
  }

  @Test(
    "The sample rate is one that the codec has in this file, and never above the source's if there is such a one",
    arguments: [
      (AudioCodec.mp3, "mp4", 96_000, 48_000), (.mp3, "mp4", 8_000, 16_000), (.mp3, "mkv", 8_000, 8_000),
      (.mp3, "mp4", 44_100, 44_100), (.opus, "mp4", 44_100, 48_000), (.opus, "mkv", 22_050, 24_000),
      (.opus, "mp4", 192_000, 48_000), (.opus, "mp4", 8_000, 8_000), (.heAAC, "mp4", 96_000, 48_000),
      (.heAAC, "mov", 22_050, 22_050), (.heAACv2, "mkv", 44_100, 44_100), (.aac, "mp4", 192_000, 96_000),
    ])
  func sampleRates(codec: AudioCodec, kind: String, source: Int, planned: Int) throws {
    #expect(try encoded(Self.pcm(source), to: "out.\(kind)", .audio(codec))?.sampleRate == planned)
  }

  @Test("A wished sample rate above the source's isn't met, and says so", arguments: AudioCodec.allCases)
  func neverRaised(codec: AudioCodec) throws {
    let plan = try plan(Self.pcm(24_000), to: "out.mkv", .audio(codec).sampleRate(44_100))
    #expect(try encoded(Self.pcm(24_000), to: "out.mkv", .audio(codec).sampleRate(44_100))?.sampleRate == 24_000)
    #expect(plan.choices("sound of stream 1").contains("24000 Hz"))
    // What a source doesn't have isn't a reason to encode it.
    #expect(try self.plan(.sound(1, sampleRate: 44_100), .automatic.sampleRate(48_000)).action(1) == .copy)
  }

  @Test(
    "Channels and layouts are those of the codec",
    arguments: [
      (AudioCodec.mp3, 6, "5.1", 2, "stereo"), (.mp3, 1, "mono", 1, "mono"), (.heAACv2, 6, "5.1", 2, "stereo"),
      (.opus, 6, "5.1(side)", 6, "5.1"), (.opus, 4, "4.0", 4, "quad"), (.opus, 7, "6.1", 7, "6.1"),
      (.heAAC, 6, "5.1", 6, "5.1"), (.heAAC, 8, "7.1", 8, "7.1"),
    ])
  func channels(codec: AudioCodec, count: Int, layout: String, planned: Int, plannedLayout: String) throws {
    let plan = try encoded(
      Self.pcm(channels: count, layout: layout), to: "out.mkv", .audio(codec))
    #expect(plan?.channels == planned && plan?.channelLayout == plannedLayout)
  }

  @Test(
    "The bit rate is the codec's usual one, or the nearest that it takes",
    arguments: [
      (AudioCodec.mp3, nil, 160.0), (.mp3, 100, 96), (.mp3, 500, 320), (.opus, nil, 96), (.opus, 1, 12),
      (.opus, 2_000, 512), (.heAAC, nil, 64), (.heAAC, 8, 17), (.heAACv2, nil, 32), (.heAACv2, 500, 144), (.aac, 1, 16),
    ] as [(AudioCodec, Double?, Double)])
  func bitRates(codec: AudioCodec, wish: Double?, planned: Double) throws {
    var settings = AudioSettings.audio(codec)
    if let wish { settings = settings.bitRate(.kilobits(wish)) }
    let source = Self.pcm(48_000)
    let plan = try encoded(source, to: "out.mkv", settings)
    #expect(plan?.bitRate == .kilobits(planned))
    if let wish, wish != planned {
      #expect(try !self.plan(source, to: "out.mkv", settings).choices("sound of stream 1").isEmpty)
    }
  }

  @Test(
    "Never more bits than a lossy source has, but 16 kbit/s a channel",
    arguments: [(60_000, 192.0, 48.0), (10_000, 192, 32), (400_000, 192, 192), (60_000, 40, 40)])
  func lossyCeiling(bytes: Int64, wish: Double, planned: Double) throws {
    let source = StreamDescription.sound(1, codec: "vorbis", bytes: bytes)
    #expect(try encoded(source, .audio(.aac).bitRate(.kilobits(wish)))?.bitRate == .kilobits(planned))
  }

  @Test("Opus in QuickTime is refused, with what is possible")
  func opusInQuickTime() {
    let error = Source(streams: [.film(), .sound(1)]).refusal({ $0.audio(.audio(.opus)) }, to: "out.mov")
    #expect(error?.code == .notSupported && error?.message == "QuickTime can't hold Opus")
    #expect(error?.remedy?.contains("MP4 or Matroska") == true)
  }

  @Test("HE-AAC above 48 kHz or below 16 kHz becomes AAC-LC with a warning")
  func highEfficiencyRates() throws {
    for settings in [AudioSettings.audio(.heAAC).sampleRate(96_000), .audio(.heAACv2).sampleRate(88_200)] {
      let plan = try plan(Self.pcm(96_000), settings)
      #expect(try encoded(Self.pcm(96_000), settings)?.codec == .aac)
      #expect(plan.warnings.contains { $0.contains("AAC-LC") })
    }
    #expect(try encoded(Self.pcm(8_000), .audio(.heAAC))?.codec == .aac)
  }

  @Test("HE-AAC v2 of one channel becomes the first version")
  func oneChannel() throws {
    #expect(try encoded(Self.pcm(channels: 1, layout: "mono"), .audio(.heAACv2))?.codec == .heAAC)
    #expect(try encoded(Self.pcm(), .audio(.heAACv2).channels(1))?.codec == .heAAC)
  }

  @Test("0 kbit/s leaves sound out, as no sound does")
  func removes() throws {
    for settings in [AudioSettings.automatic.bitRate(.bits(0)), .audio(.mp3).bitRate(.bits(-1)), .none] {
      let plan = try plan(.sound(1), settings)
      #expect(plan.action(1) == .drop)
      #expect(plan.whenNotSmaller == .fail(unmetWishes: ["the sound is to be left out"]))
    }
  }

  @Test("A source that isn't of the asked codec can't stand in for the result")
  func unmet() throws {
    for (codec, isMet) in [(AudioCodec.aac, true), (.mp3, false), (.heAAC, false)] {
      let plan = try plan(.sound(1), .audio(codec))
      #expect((plan.whenNotSmaller == .keepSource) == isMet, "\(codec)")
    }
  }
}

@Suite("A plan's mix") struct PlanMixTests {
  private let three = Source(streams: [
    .film(), .sound(1, channels: 1, layout: "mono", sampleRate: 44_100), .sound(2), .sound(3, codec: "ac3"),
  ])

  @Test("All tracks become one with the most channels and the highest sample rate")
  func all() throws {
    let plan = try three.plan({ $0.audio(.automatic.mixed()) })
    guard case .encodeAudio(let audio)? = plan.action(1) else {
      Issue.record("\(plan.streams)")
      return
    }
    #expect(audio.channels == 2 && audio.sampleRate == 48_000 && audio.codec == .aac)
    #expect(audio.mixed.map(\.sourceIndex) == [1, 2, 3])
    #expect(plan.action(2) == .mix(into: 1) && plan.action(3) == .mix(into: 1))
    #expect(plan.whenNotSmaller == .fail(unmetWishes: ["several sound tracks are to become one"]))
  }

  @Test("Ramps count from the beginning of the recording, whatever the file's clock says")
  func clock() throws {
    let late = Source(
      kind: .mpegts, start: 1.4, streams: [.film(start: 1.4), .sound(1, start: 1.4), .sound(2, start: 1.4)])
    let ramp = VolumeRamp(from: 1, to: 0, start: 2, end: 3)
    let plan = try late.plan({
      $0.audio(.automatic.mixed(AudioMix([.init(track: 2, ramps: [ramp]), .init(track: 1)])))
    })
    guard case .encodeAudio(let audio)? = plan.action(2) else {
      Issue.record("\(plan.streams)")
      return
    }
    #expect(audio.mixed.first?.ramps == [VolumeRamp(from: 1, to: 0, start: 3.4, end: 4.4)])
    #expect(plan.action(1) == .mix(into: 2))
  }

  @Test("A track that isn't named stays, unless only the first is wanted")
  func others() throws {
    let mix = AudioSettings.automatic.mixed(AudioMix([.init(track: 1), .init(track: 2)]))
    #expect(try three.plan({ $0.audio(mix) }).action(3) == .copy)
    #expect(try three.plan({ $0.audio(mix).tracks(.first) }).action(3) == .drop)
  }

  static let wrong: [(String, AudioMix)] = [
    ("sound track 4", AudioMix([.init(track: 4)])), ("number of a sound track", AudioMix([.init(track: 0)])),
    ("twice", AudioMix([.init(track: 1), .init(track: 1)])), ("volume", AudioMix([.init(track: 1, volume: 11)])),
    ("volume", AudioMix([.init(track: 1, volume: .nan)])),
    ("end of a volume ramp", AudioMix([.init(track: 1, ramps: [VolumeRamp(from: 0, to: 1, start: 2, end: 2)])])),
    (
      "start of a volume ramp",
      AudioMix([
        .init(
          track: 1,
          ramps: [VolumeRamp(from: 0, to: 1, start: 2, end: 4), VolumeRamp(from: 1, to: 0, start: 3, end: 5)])
      ])
    ),
  ]

  @Test("A mix that can't be is refused by what is wrong", arguments: wrong)
  func refused(what: String, mix: AudioMix) {
    let error = three.refusal({ $0.audio(.automatic.mixed(mix)) })
    #expect(error?.code == .invalidRequest && error?.message.contains(what) == true, "\(String(describing: error))")
    #expect(error?.remedy != nil)
  }

  @Test("Copied sound can't be mixed")
  func copied() {
    #expect(three.refusal({ $0.audio(.copy.mixed()) })?.code == .invalidRequest)
  }
}
