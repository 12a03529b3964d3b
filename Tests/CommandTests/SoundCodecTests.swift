import Foundation
import TestSupport
import Testing

@Suite("Sound codecs") struct SoundCodecTests {
  /// A codec in a kind of file.
  struct Target: Sendable, CustomTestStringConvertible {
    let codec: String
    let container: String
    var testDescription: String { "\(codec) \(container)" }
    /// What a decoder makes of 44.1 kHz.
    func sampleRate(of source: Int) -> String { codec == "opus" ? "48000" : "\(source)" }
    var mostChannels: Int { codec == "mp3" ? 2 : 8 }

    static let all = ["aac", "mp3", "opus"].flatMap { codec in
      ["mp4", "mov", "mkv"].map { Target(codec: codec, container: $0) }
    }.filter { $0.codec != "opus" || $0.container != "mov" }
  }

  /// A source's channels.
  struct Layout: Sendable, CustomTestStringConvertible {
    let name: String
    let channels: Int
    let rate: Int
    var clip: Clip { .beeps(name, channels: channels, rate: rate) }
    var testDescription: String { name }

    static let all = [
      Layout(name: "mono", channels: 1, rate: 44_100), Layout(name: "stereo", channels: 2, rate: 48_000),
      Layout(name: "5.1", channels: 6, rate: 48_000),
    ]
  }

  /// What every encoding of the beeps has to be.
  static func check(
    _ job: Job, _ layout: Layout, codec: String, sampleRate: String, mostChannels: Int,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let output = try await job.reopened(at: location)
    let stream = try #require(output.sounds.first, sourceLocation: location)
    let channels = min(layout.channels, mostChannels)
    #expect(stream.codecName == codec && stream.sampleRate == sampleRate, sourceLocation: location)
    #expect(stream.channels == channels, sourceLocation: location)
    #expect(job.actions("audio") == ["encoded"], sourceLocation: location)
    let sound = try await output.sound()
    // Matroska keeps an encoder's run-up before the film's beginning.
    #expect(near(sound.start + sound.duration, 3), "\(sound.start) \(sound.duration)", sourceLocation: location)
    if channels == layout.channels {
      for channel in 0..<channels where !(layout.channels == 6 && channel == 3) {
        let start = 0.5 + 0.4 * Double(channel)
        #expect(near(sound.onset(of: channel), start, 0.02), "channel \(channel)", sourceLocation: location)
        let level = sound.amplitude(
          of: 500 + 100 * Double(channel), in: (start + 0.05)...(start + 0.15), channel: channel)
        #expect(abs(decibels(level, over: 0.4)) < 1, "channel \(channel): \(level)", sourceLocation: location)
      }
    } else {
      // Left stays left, right stays right, the middle and the sides are in them.
      #expect(near(sound.onset(of: 0), 0.5, 0.02) && near(sound.onset(of: 1), 0.9, 0.02), sourceLocation: location)
      for side in 0...1 {
        let middle = sound.amplitude(of: 700, in: 1.35...1.45, channel: side)
        #expect(abs(decibels(middle, over: 0.4 * 0.707)) < 1, "\(middle)", sourceLocation: location)
      }
      #expect(sound.amplitude(of: 900, in: 2.15...2.25, channel: 0) > 0.2, sourceLocation: location)
      #expect(sound.amplitude(of: 1000, in: 2.55...2.65, channel: 1) > 0.2, sourceLocation: location)
    }
  }

  @Test(
    "each channel's tone is where it was, as loud and at its time, whatever codec and container", arguments: Target.all,
    Layout.all)
  func tones(target: Target, layout: Layout) async throws {
    let job = try await Job.compress(
      layout.clip, ["--audio", target.codec] + quick, to: "out.\(target.container)")
    try await Self.check(
      job, layout, codec: target.codec, sampleRate: target.sampleRate(of: layout.rate),
      mostChannels: target.mostChannels)
  }

  @Test(
    "a bit rate is kept within a tenth, and is measured",
    arguments: [("aac", 64), ("aac", 128), ("mp3", 96), ("mp3", 192), ("opus", 48), ("opus", 128)])
  func bitRate(wish: (codec: String, kilobits: Int)) async throws {
    let job = try await Job.compress(
      .noisySound, ["--audio", wish.codec, "--audio-bitrate", "\(wish.kilobits)k"] + quick, to: "out.mkv")
    let output = try await job.reopened()
    let sound = try #require(output.sounds.first)
    let bits = try await output.packets(of: sound).reduce(0) { $0 + $1.size } * 8
    #expect(abs(Double(bits) / 5_000 / Double(wish.kilobits) - 1) < 0.1, "\(bits / 5) bits a second")
    let told = try #require(job.report["analytics"]["compressedAudioBitrate"].number)
    #expect(abs(told / Double(bits) * 5 - 1) < 0.05, "\(told)")
  }

  @Test(
    "a bit rate of 0 leaves sound out, as no sound does", arguments: [["--audio-bitrate", "0"], ["--audio", "none"]])
  func removed(options: [String]) async throws {
    let job = try await Job.compress(.beeps("stereo", channels: 2), options + quick)
    #expect(try await job.reopened().streams("audio").isEmpty)
    #expect(job.actions("audio") == ["dropped"])
  }

  @Test("a lossy source's sound gets no more bits than it had, and a word about it") func neverMore() async throws {
    let job = try await Job.compress(.plain, ["--audio", "aac", "--audio-bitrate", "320k"] + quick)
    let source = try #require(job.report["analytics"]["originalAudioBitrate"].number)
    let output = try await job.reopened()
    let bits = try await output.packets(of: try #require(output.sounds.first)).reduce(0) { $0 + $1.size } * 8
    #expect(Double(bits) / 2 < source * 1.1)
    let reasons = job.report["decisions"].array.compactMap { $0["reason"].string }
    #expect(reasons.contains { $0.contains("lossy") })
  }

  @Test("samples and channels that aren't there aren't made up") func neverRaised() async throws {
    let job = try await Job.compress(
      .beeps("mono", channels: 1, rate: 44_100),
      ["--audio", "mp3", "--audio-rate", "48000", "--audio-channels", "2"] + quick)
    let stream = try #require(try await job.reopened().sounds.first)
    #expect(stream.sampleRate == "44100" && stream.channels == 1)
  }

  @Test("Opus in QuickTime is refused before work, with what is possible") func refusedContainer() async throws {
    let job = try await Job.compress(
      .beeps("stereo", channels: 2), ["--audio", "opus"] + quick, to: "out.mov")
    job.refused(4, naming: "quicktime can't hold opus")
    #expect(job.complaint.contains("choose AAC, or write an MP4 or Matroska file"))
  }

  @Test("wishes for sound are no matter where there is none", arguments: ["opus", "mp3", "aac"])
  func noSound(codec: String) async throws {
    let job = try await Job.compress(.wide, ["--audio", codec, "--audio-bitrate", "64k"] + quick)
    #expect(try await job.reopened().streams("audio").isEmpty)
  }

  @Test("several tracks are each encoded, in order and with their languages", arguments: ["mp3", "opus"])
  func severalTracks(codec: String) async throws {
    let job = try await Job.compress(.languages, ["--audio", codec] + quick, to: "out.mkv")
    let output = try await job.reopened()
    #expect(output.sounds.map(\.codecName) == [codec, codec, codec])
    #expect(output.sounds.map(\.language) == ["eng", "ger", "fre"])
    for (number, hertz) in [300.0, 500, 700].enumerated() {
      #expect(try await output.sound(number).amplitude(of: hertz, in: 0.5...1.5) > 0.05)
    }
  }

  @Test("a trim cuts encoded sound to the sample", arguments: Target.all.filter { $0.container != "mov" })
  func trimmed(target: Target) async throws {
    let job = try await Job.compress(
      .beeps("stereo", channels: 2), ["--audio", target.codec, "--trim", "0.8..2.5"] + quick,
      to: "out.\(target.container)")
    let sound = try await job.reopened().sound()
    #expect(near(sound.onset(of: 1), 0.1, 0.02), "\(sound.onset(of: 1))")
    #expect(sound.onset(of: 0).isNaN)
    #expect(near(sound.start + sound.duration, 1.7), "\(sound.start) \(sound.duration)")
  }
}
