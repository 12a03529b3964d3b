import Media
import Testing
import VideoCompression

@Suite("A plan's sound")
struct PlanSoundTests {
  private func plan(
    _ sound: StreamDescription, from kind: ContainerDescription = .mp4, to destination: String = "out.mp4",
    _ settings: AudioSettings = .automatic
  ) throws -> CompressionPlan {
    try Source(kind: kind, streams: [.film(), sound]).plan({ $0.audio(settings) }, to: destination)
  }

  private func encoded(
    _ sound: StreamDescription, _ settings: AudioSettings = .audio(.aac)
  ) throws -> AudioPlan? {
    guard case .encodeAudio(let plan)? = try plan(sound, settings).action(1) else { return nil }
    return plan
  }

  @Test(
    "Sound is copied where the file holds it, else encoded",
    arguments: [
      ("aac", "mp4", true), ("mp3", "mp4", true), ("ac3", "mov", true), ("eac3", "mp4", true), ("opus", "mp4", true),
      ("opus", "mov", false), ("vorbis", "mp4", false), ("vorbis", "mkv", true), ("dts", "mkv", true),
      ("dts", "mp4", false), ("pcm_s16le", "mov", true), ("pcm_s16le", "mp4", false), ("pcm_s16le", "mkv", true),
      ("pcm_s8", "mkv", false), ("amr_nb", "mov", false), ("flac", "mov", false), ("wmav2", "mkv", false),
    ])
  func copiesWhatFits(codec: String, kind: String, isCopied: Bool) throws {
    let plan = try plan(.sound(1, codec: codec), to: "out.\(kind)")
    let isSame = plan.action(1) == .copy
    #expect(isSame == isCopied)
    #expect(plan.decisions.contains { $0.what == "sound of stream 1" } == !isCopied)
  }

  @Test("A wish that the source already meets changes nothing")
  func metWishes() throws {
    let settings = AudioSettings.automatic.channels(6).sampleRate(48_000).bitRate(.kilobits(128))
    #expect(try plan(.sound(1), settings).action(1) == .copy)
  }

  @Test(
    "A wish that the source doesn't meet encodes it",
    arguments: [
      AudioSettings.automatic.channels(1), .automatic.sampleRate(44_100), .automatic.bitRate(.kilobits(64)),
    ])
  func unmetWishes(settings: AudioSettings) throws {
    #expect(try encoded(.sound(1), settings) != nil)
  }

  @Test(
    "Channels choose the usual rate and the standard layout",
    arguments: [
      (1, "mono", 1, "mono", 96.0), (2, "stereo", 2, "stereo", 128), (6, "5.1(side)", 6, "5.1", 384),
      (6, "5.1", 6, "5.1", 384), (8, "7.1", 8, "7.1", 512), (4, "quad", 4, "quad", 256),
      (3, "3 channels", 3, "3.0", 192), (7, "6.1", 6, "5.1", 384), (16, "hexadecagonal", 8, "7.1", 512),
    ])
  func channels(count: Int, layout: String, planned: Int, plannedLayout: String, kilobits: Double) throws {
    let sound = StreamDescription.sound(1, codec: "pcm_s24le", channels: count, layout: layout, bytes: 10_000_000)
    let plan = try encoded(sound)
    #expect(plan?.channels == planned)
    #expect(plan?.channelLayout == plannedLayout)
    #expect(plan?.bitRate == .kilobits(kilobits))
  }

  @Test("The number of channels is never more than the source's, and says so")
  func neverMoreChannels() throws {
    let plan = try plan(.sound(1, codec: "vorbis"), .automatic.channels(6))
    #expect(plan.choices("sound of stream 1").contains("stereo"))
    #expect(try encoded(.sound(1), .audio(.aac).channels(1))?.channelLayout == "mono")
  }

  @Test(
    "The sample rate is one that AAC has, not above the source's",
    arguments: [(48_000, 48_000), (8_000, 8_000), (5_512, 8_000), (192_000, 96_000), (47_250, 44_100)])
  func sampleRates(source: Int, planned: Int) throws {
    #expect(try encoded(.sound(1, codec: "pcm_s16le", sampleRate: source))?.sampleRate == planned)
  }

  @Test("A wished sample rate becomes the nearest that AAC has")
  func wishedSampleRate() throws {
    #expect(try encoded(.sound(1), .audio(.aac).sampleRate(44_000))?.sampleRate == 44_100)
  }

  @Test("Lossy sound isn't encoded with more than it had, lossless sound is with the usual rate")
  func lossyRates() throws {
    #expect(try encoded(.sound(1, codec: "vorbis", bytes: 100_000))?.bitRate == .kilobits(80))
    #expect(try encoded(.sound(1, codec: "vorbis", bytes: 10_000))?.bitRate == .kilobits(32))
    #expect(try encoded(.sound(1, codec: "flac", bytes: 10_000))?.bitRate == .kilobits(128))
  }

  @Test("A rate beyond what AAC can hold at the sample rate is lowered")
  func largestRate() throws {
    let phone = StreamDescription.sound(1, codec: "pcm_s16le", channels: 1, layout: "mono", sampleRate: 8_000)
    #expect(try encoded(phone)?.bitRate == .kilobits(48))
    #expect(try encoded(phone, .audio(.aac).bitRate(.kilobits(320)))?.bitRate == .kilobits(48))
  }

  @Test("Spatial sound that nothing decodes is carried to QuickTime, and left out of MP4 by its name")
  func undecodable() throws {
    let apac = StreamDescription.sound(1, codec: "none", tag: "apac", channels: 4, isDecodable: false)
    #expect(try plan(apac, from: .mov, to: "out.mov").action(1) == .carryTrack)
    let plan = try plan(apac, from: .mov)
    #expect(plan.action(1) == .drop)
    #expect(plan.reason(1)?.contains("apac") == true)
    #expect(plan.warnings.count == 1)
    #expect(try self.plan(apac, from: .mkv, to: "out.mov").action(1) == .drop)
    #expect(try self.plan(.sound(1, codec: "ac3", isDecodable: false)).action(1) == .copy)
  }

  @Test("Only copies drop what doesn't fit, no sound drops all, an empty track goes")
  func drops() throws {
    #expect(try plan(.sound(1, codec: "vorbis"), .copy).action(1) == .drop)
    #expect(try plan(.sound(1), .copy).action(1) == .copy)
    #expect(try plan(.sound(1), .none).action(1) == .drop)
    #expect(try plan(.sound(1, packets: 0)).action(1) == .drop)
  }
}
