import FoundationEssentials
import Swage
import Testing

@testable import Capabilities
@testable import SwageCLI

@Suite struct SoundOptionsTests {
  private func settings(_ arguments: String..., from preset: AudioSettings = .automatic) throws -> AudioSettings {
    let parsed = try ArgumentParser.parse(
      ["a.mp4"] + arguments, syntax: CompressCommand.syntax, defaults: CompressCommand(), fileExists: { _ in false })
    guard case .values(let command) = parsed else { throw UsageError("help was asked for") }
    try command.validate()
    return try command.sound.apply(to: CompressionRequest(from: URL(filePath: "/a.mp4"), audio: preset)).audio
  }

  @Test(arguments: [
    ("aac", AudioCodec.aac), ("he-aac", .heAAC), ("he-aac-v2", .heAACv2), ("mp3", .mp3), ("opus", .opus),
  ])
  func `a codec is a word`(_ word: String, _ codec: AudioCodec) throws {
    #expect(try settings("--audio", word) == .audio(codec))
  }

  @Test func `what isn't given stays as a preset set it`() throws {
    let preset = AudioSettings.audio(.opus).bitRate(.kilobits(64)).channels(1)
    #expect(try settings(from: preset) == preset)
    #expect(try settings("--audio-channels", "2", from: preset) == preset.channels(2))
    #expect(try settings("--audio", "mp3", from: preset) == preset.treatment(.encode(.mp3)))
    #expect(try settings("--audio", "none", from: preset) == .none)
    #expect(try settings("--audio", "copy", from: preset) == .copy)
  }

  @Test func `0 is a bit rate that leaves sound out`() throws {
    #expect(try settings("--audio-bitrate", "0") == .automatic.bitRate(.bits(0)))
    #expect(
      complaint(["a", "--audio-bitrate", "5"])
        == "--audio-bitrate: 5 bits per second is out of range; allowed is 0 or 1k to 1000M")
    #expect(complaint(["a", "--bitrate", "0"]) != nil)
  }

  @Test func `a mix is all tracks or a list with volumes`() throws {
    #expect(try settings("--mix-audio", "all") == .automatic.mixed())
    #expect(
      try settings("--mix-audio", "2,1:0.3")
        == .automatic.mixed(
          AudioMix([.init(track: 2), .init(track: 1, volume: 0.3)])))
  }

  @Test func `ramps go to their tracks, in the order of time`() throws {
    let mix = AudioMix([
      .init(track: 1),
      .init(
        track: 2,
        ramps: [VolumeRamp(from: 1, to: 0.2, start: 5, end: 8), VolumeRamp(from: 0.2, to: 1, start: 70, end: 72.5)]),
    ])
    #expect(
      try settings(
        "--mix-audio", "1,2", "--volume-ramp", "2:1:10..1:12.5:0.2-1", "--volume-ramp=2:5..8:1-0.2")
        == .automatic.mixed(mix))
  }

  @Test func `a ramp of one track needs no mix`() throws {
    let ramp = VolumeRamp(from: 0, to: 1, start: 0, end: 2)
    #expect(try settings("--volume-ramp", "1:0..2:0-1") == .automatic.mixed(AudioMix([.init(track: 1, ramps: [ramp])])))
  }

  @Test(arguments: [
    (["--mix-audio", "one"], "'one' is no list of sound tracks"), (["--mix-audio", "1,1"], "track 1 is named twice"),
    (["--mix-audio", "1:loud"], "'loud' is no volume"), (["--mix-audio", "1:11"], "the volume 11 is out of range"),
    (["--mix-audio", "0"], "no list of sound tracks"), (["--volume-ramp", "5..8:1-0"], "is no ramp"),
    (["--volume-ramp", "1:8..5:1-0"], "ends before it has begun"),
    (["--volume-ramp", "1:5..8:1"], "no pair of volumes"),
    (["--volume-ramp", "1:5..:1-0"], "needs both a start and an end"),
    (["--mix-audio", "1,2", "--volume-ramp", "3:1..2:1-0"], "track 3, which '--mix-audio' doesn't name"),
    (["--mix-audio", "all", "--volume-ramp", "1:1..2:1-0"], "the tracks by number"),
    (["--volume-ramp", "1:1..2:1-0", "--volume-ramp", "2:1..2:1-0"], "of several tracks needs '--mix-audio'"),
    (["--audio", "copy", "--mix-audio", "all"], "'--mix-audio' needs encoded sound"),
    (["--audio", "none", "--audio-bitrate", "64k"], "'--audio-bitrate' needs encoded sound"),
  ])
  func `wrong wishes are refused with what is wrong`(_ arguments: [String], _ words: String) {
    #expect(complaint(["a"] + arguments)?.contains(words) == true, "\(complaint(["a"] + arguments) ?? "taken")")
  }

  @Test func `capabilities show what encodes sound`() {
    let machine = MachineCapabilities(
      devices: [],
      audioEncoders: [
        AudioEncoderCapability(codec: .aac, encoder: "aac", state: .proved(seconds: 0.0124)),
        AudioEncoderCapability(
          codec: .heAAC, encoder: "libfdk-aac", state: .refused(reason: "libfdk-aac.so.2 isn't installed"),
          remedy: "install libfdk-aac2"),
      ])
    #expect(
      CapabilitiesText.render(machine).hasPrefix(
        """
        Sound
          AAC            proved in 12 ms    aac
          HE-AAC         refused            libfdk-aac.so.2 isn't installed; install
                                            libfdk-aac2
        """))
    guard case .array(let rows)? = JSONDocument.capabilities(machine)["audioEncoders"] else {
      Issue.record("there are no rows")
      return
    }
    #expect(
      rows.last?.line
        == #"{"codec":"he-aac","encoder":"libfdk-aac","state":"refused","seconds":null,"#
        + #""reason":"libfdk-aac.so.2 isn't installed","remedy":"install libfdk-aac2"}"#)
  }
}
