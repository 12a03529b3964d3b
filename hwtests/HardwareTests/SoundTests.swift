import TestSupport
import Testing

@Suite("Sound beside a device's pictures", .needsDevices) struct SoundTests {
  @Test("tracks are mixed with a ramp and a trim, as with the processor's encoders", arguments: Hardware.units)
  func mixed(unit: Unit) async throws {
    let job = try await Hardware.machine(with: unit).compress(
      .voiceAndMusic,
      [
        "--backend", unit.rawValue, "--codec", "h264", "--mix-audio", "1,2:0.5", "--volume-ramp", "1:2..4:1-0.2",
        "--trim", "1..5",
      ] + quick, to: "out.mp4")
    let output = try await job.reopened()
    #expect(job.report["encoder"].string == unit.encoder("h264") && output.sounds.count == 1)
    let sound = try await output.sound()
    #expect(near(sound.duration, 4))
    for (time, volume) in [(0.5, 1.0), (2, 0.6), (3.5, 0.2)] {
      let range = (time - 0.05)...(time + 0.05)
      #expect(abs(decibels(sound.amplitude(of: 440, in: range), over: 0.3 * volume)) < 1, "\(time) s")
      #expect(abs(decibels(sound.amplitude(of: 1000, in: range), over: 0.15)) < 1, "the music at \(time) s")
    }
  }

  @Test("each sound codec stands beside a device's pictures", arguments: Hardware.units, ["mp3", "opus"])
  func codecs(unit: Unit, codec: String) async throws {
    let job = try await Hardware.machine(with: unit).compress(
      .beeps("stereo", channels: 2), ["--backend", unit.rawValue, "--codec", "h264", "--audio", codec] + quick,
      to: "out.mkv")
    let output = try await job.reopened()
    #expect(job.report["encoder"].string == unit.encoder("h264"))
    #expect(output.sounds.map(\.codecName) == [codec])
    #expect(near(try await output.sound().onset(of: 1), 0.9, 0.02))
  }
}
