import Foundation
import TestSupport
import Testing

@Suite("Mixed sound") struct SoundMixTests {
  @Test(
    "two tracks of 44.1 and 48 kHz become one, each as loud as it was to the end",
    arguments: [("aac", "mp4"), ("mp3", "mov"), ("opus", "mkv")])
  func sampleRates(target: (codec: String, container: String)) async throws {
    let job = try await Job.compress(
      .voiceAndMusic, ["--mix-audio", "all", "--audio", target.codec] + quick, to: "out.\(target.container)")
    let output = try await job.reopened()
    #expect(output.sounds.count == 1 && output.sounds.first?.codecName == target.codec)
    #expect(output.sounds.first?.channels == 2 && output.sounds.first?.language == "eng")
    #expect(job.actions("audio") == ["encoded", "encoded"])
    #expect(job.report["streams"][2]["mixedInto"].int == 1 && job.report["streams"][1]["mixedInto"].isNull)
    let sound = try await output.sound()
    #expect(near(sound.start + sound.duration, 6))
    for second in 0..<5 {
      let range = (Double(second) + 0.3)...(Double(second) + 0.9)
      for (channel, music) in [(0, 1000.0), (1, 1500.0)] {
        for hertz in [440, music] {
          let level = decibels(sound.amplitude(of: hertz, in: range, channel: channel), over: 0.3)
          #expect(abs(level) < 1, "\(hertz) Hz in channel \(channel) at \(second) s: \(level) dB")
        }
      }
    }
  }

  @Test("the first track that is named gives the mix its name, and its volume holds") func order() async throws {
    let job = try await Job.compress(.voiceAndMusic, ["--mix-audio", "2,1:0.5"] + quick)
    let output = try await job.reopened()
    #expect(output.sounds.map(\.language) == ["ger"])
    let sound = try await output.sound()
    #expect(abs(decibels(sound.amplitude(of: 440, in: 2...3), over: 0.15)) < 1)
    #expect(abs(decibels(sound.amplitude(of: 1000, in: 2...3), over: 0.3)) < 1)
  }

  @Test("a track that isn't named stays on its own") func unnamed() async throws {
    let job = try await Job.compress(.shortAndLate, ["--mix-audio", "1,3"] + quick, to: "out.mkv")
    let output = try await job.reopened()
    #expect(output.sounds.map(\.codecName) == ["aac", "flac"])
    let mixed = try await output.sound(0)
    #expect(mixed.amplitude(of: 2000, in: 4.2...4.8) > 0.25 && mixed.amplitude(of: 1000, in: 0.5...1.5) < 0.01)
    #expect(try await output.sound(1).amplitude(of: 1000, in: 0.5...1.5) > 0.25)
  }

  @Test("tracks that end early or begin late are heard where they were", arguments: ["1,2,3", "3,2,1"])
  func shortAndLate(order: String) async throws {
    let job = try await Job.compress(.shortAndLate, ["--mix-audio", order] + quick)
    let sound = try await job.reopened().sound()
    #expect(near(sound.duration, 6))
    let expected: [(hertz: Double, ranges: [ClosedRange<Double>])] = [
      (440, [0.2...5.8]), (1000, [0.2...1.8]), (2000, [4.2...4.8]),
    ]
    for (hertz, ranges) in expected {
      for range in ranges {
        #expect(abs(decibels(sound.amplitude(of: hertz, in: range), over: 0.3)) < 1, "\(hertz) in \(range)")
      }
    }
    #expect(sound.amplitude(of: 1000, in: 2.2...5.8) < 0.005 && sound.amplitude(of: 2000, in: 0.2...3.8) < 0.005)
  }

  @Test(
    "a ramp is within 1 dB of what it says, before, in and behind it, also behind a trim",
    arguments: [nil, "1..5.5"] as [String?])
  func ramps(trim: String?) async throws {
    let job = try await Job.compress(
      .voiceAndMusic,
      ["--mix-audio", "1,2", "--volume-ramp", "1:2..4:1-0.2", "--volume-ramp", "1:4.5..5:0.2-0.8"]
        + (trim.map { ["--trim", $0] } ?? []) + quick)
    let sound = try await job.reopened().sound()
    let shift = trim == nil ? 0.0 : 1
    for (time, volume) in [(1.5, 1.0), (2.5, 0.8), (3, 0.6), (3.5, 0.4), (4.25, 0.2), (4.75, 0.5), (5.25, 0.8)] {
      let range = (time - 0.025 - shift)...(time + 0.025 - shift)
      let level = decibels(sound.amplitude(of: 440, in: range), over: 0.3 * volume)
      #expect(abs(level) < 1, "\(time) s: \(level) dB")
      #expect(abs(decibels(sound.amplitude(of: 1000, in: range), over: 0.3)) < 1, "the music at \(time) s")
    }
  }

  @Test("one track alone can have a ramp, and a ramp makes no noise") func singleRamp() async throws {
    let job = try await Job.compress(
      .beeps("stereo", channels: 2), ["--volume-ramp", "1:0.5..0.7:1-0"] + quick)
    let output = try await job.reopened()
    #expect(output.sounds.count == 1)
    let music = try await Job.compress(
      .voiceAndMusic, ["--volume-ramp", "2:1..5:1-0", "--audio-bitrate", "256k"] + quick)
    let sound = try await music.reopened().sound(1)
    // The steps of a coarse ramp are heard as tones around the one that is turned down.
    let range = 2.0...3.0
    let tone = sound.amplitude(of: 1000, in: range)
    for hertz in stride(from: 1100.0, through: 4000, by: 50) where abs(hertz - 1500) > 100 {
      #expect(decibels(sound.amplitude(of: hertz, in: range), over: tone) < -55, "\(hertz) Hz")
    }
  }

  @Test("a sum that is too loud is turned down instead of distorted") func limited() async throws {
    let job = try await Job.compress(.tooLoud, ["--mix-audio", "all", "--audio-bitrate", "160k"] + quick)
    let sound = try await job.reopened().sound()
    #expect(sound.peak < 1.03)
    let tone = sound.amplitude(of: 440, in: 0.5...2.5)
    #expect(tone > 0.9)
    for overtone in [1320.0, 2200] {
      #expect(decibels(sound.amplitude(of: overtone, in: 0.5...2.5), over: tone) < -35, "\(overtone) Hz")
    }
  }

  @Test("sound that changes its sample rate and channels midway goes on", arguments: ["aac", "opus"])
  func changing(codec: String) async throws {
    let job = try await Job.compress(.changingSound, ["--audio", codec, "--allow-larger"] + quick)
    let sound = try await job.reopened(mayBeLarger: true).sound()
    #expect(near(sound.start + sound.duration, 6, 0.06), "\(sound.duration)")
    for second in 0..<6 {
      for part in [0.15, 0.6] {
        let start = Double(second) + part
        let level = decibels(sound.amplitude(of: 1000, in: start...(start + 0.2)), over: 0.3)
        #expect(abs(level) < 1, "\(start) s: \(level) dB")
      }
    }
    #expect(sound.amplitude(of: 1000, in: 0.2...1.8, channel: 1) < 0.01)
    #expect(sound.amplitude(of: 1000, in: 2.3...3.7, channel: 1) > 0.27)
  }

  @Test("a track that begins ten minutes late doesn't make the others wait in memory") func memory() async throws {
    let clip = try await Clip.longAndLate.file
    let alone = try await Job.compress(clip, ["--audio", "aac", "--tracks", "first", "--allow-larger"] + quick)
    let mixed = try await Job.compress(clip, ["--mix-audio", "all", "--allow-larger"] + quick)
    let sound = try await mixed.reopened(mayBeLarger: true).sound()
    #expect(sound.amplitude(of: 1000, in: 598.3...598.7) > 0.05 && sound.amplitude(of: 1000, in: 300...301) < 0.005)
    #expect(sound.amplitude(of: 440, in: 300...301) > 0.05)
    // Ten minutes of one channel are 38 MB at 16 kHz.
    // As the report tells: the system's count for a child begins with what its parent had.
    let peaks = try [alone, mixed].map { try #require($0.report["analytics"]["peakMemory"].number) }
    #expect(peaks[1] - peaks[0] < 25_000_000, "\(peaks)")
  }

  @Test(
    "a mix that can't be is refused before work, with what is there",
    arguments: [("1,4", "sound track 4", "the source has 3 sound tracks"), ("2,9", "sound track 9", "3 sound tracks")])
  func refused(mix: (list: String, what: String, remedy: String)) async throws {
    let job = try await Job.compress(.languages, ["--mix-audio", mix.list] + quick)
    job.refused(2, naming: mix.what)
    #expect(job.complaint.contains(mix.remedy))
  }

  @Test("one track is nothing to mix, and says so") func nothing() async throws {
    let job = try await Job.compress(.plain, ["--mix-audio", "all"] + quick)
    _ = try await job.reopened()
    #expect(job.actions("audio") == ["copied"])
    #expect(job.report["decisions"].array.contains { $0["what"].string == "mix" })
  }
}
