import Foundation

// Sound that tests listen to.
extension Clip {
  private static let film = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-pix_fmt", "yuv420p"]

  /// A formula of a beep.
  private static func beep(_ hertz: Int, at start: Double, for length: Double = 0.2) -> String {
    "0.4*sin(2*PI*\(hertz)*t)*between(t,\(start),\(start + length))"
  }

  private static func formula(_ channels: [String], layout: String, rate: Int, seconds: Double) -> [String] {
    ["-f", "lavfi", "-i", "aevalsrc='\(channels.joined(separator: "|"))':d=\(seconds):s=\(rate):c=\(layout)"]
  }

  /// Three seconds with a beep in each channel at a time and a pitch of its own: 0.5 s and 500 Hz for the first channel,
  /// 0.4 s later and 100 Hz more for each other one.
  public static func beeps(_ layout: String, channels: Int, rate: Int = 48_000) -> Clip {
    Clip(
      "beeps-\(layout)-\(rate).mov",
      ffmpeg: picture(seconds: 3)
        + formula(
          (0..<channels).map { beep(500 + 100 * $0, at: 0.5 + 0.4 * Double($0)) }, layout: layout, rate: rate,
          seconds: 3) + film + ["-c:a", "pcm_s16le"])
  }

  /// Noise for five seconds, which no codec makes small by itself.
  public static let noisySound = Clip(
    "noise.mov",
    ffmpeg: picture("160x90", seconds: 5) + [
      "-f", "lavfi", "-i", "anoisesrc=c=pink:d=5:a=0.4:r=48000:s=1", "-f", "lavfi", "-i",
      "anoisesrc=c=pink:d=5:a=0.4:r=48000:s=2", "-filter_complex", "[1][2]amerge,aformat=channel_layouts=stereo[a]",
      "-map", "0", "-map", "[a]",
    ] + film + ["-c:a", "pcm_s16le"])

  /// A voice of 44.1 kHz and one channel at 440 Hz, and music of 48 kHz at 1000 Hz left and 1500 Hz right, six seconds.
  public static let voiceAndMusic = Clip(
    "voice-music.mov",
    ffmpeg: picture(seconds: 6)
      + formula(["0.3*sin(2*PI*440*t)"], layout: "mono", rate: 44_100, seconds: 6)
      + formula(
        ["0.3*sin(2*PI*1000*t)", "0.3*sin(2*PI*1500*t)"], layout: "stereo", rate: 48_000, seconds: 6) + [
        "-map", "0", "-map", "1", "-map", "2",
      ] + film + [
        "-c:a:0", "pcm_s16le", "-c:a:1", "aac", "-b:a:1", "160k", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1",
        "language=ger",
      ])

  /// Three tracks: all six seconds at 440 Hz, the first two at 1000 Hz, and 4 to 5 s at 2000 Hz.
  public static let shortAndLate = Clip(
    "short-late.mkv",
    ffmpeg: picture(seconds: 6) + formula(["0.3*sin(2*PI*440*t)"], layout: "mono", rate: 48_000, seconds: 6)
      + formula(["0.3*sin(2*PI*1000*t)"], layout: "mono", rate: 48_000, seconds: 2) + ["-itsoffset", "4"]
      + formula(["0.3*sin(2*PI*2000*t)"], layout: "mono", rate: 48_000, seconds: 1) + [
        "-map", "0", "-map", "1", "-map", "2", "-map", "3",
      ] + film + ["-c:a", "flac"])

  /// Two tracks whose sum is twice what samples can hold.
  public static let tooLoud = Clip(
    "loud.mov",
    ffmpeg: picture(seconds: 3) + formula(["0.99*sin(2*PI*440*t)"], layout: "mono", rate: 48_000, seconds: 3)
      + formula(["0.99*sin(2*PI*440*t)"], layout: "mono", rate: 48_000, seconds: 3) + [
        "-map", "0", "-map", "1", "-map", "2",
      ] + film + ["-c:a", "pcm_s16le"])

  /// Three recordings of two seconds in a row, as receivers make them: stereo at 44.1 kHz, one channel at 48 kHz, six
  /// channels at 48 kHz. A tone of 1000 Hz is on the left all the time.
  public static let changingSound = Clip("changing.ts") { file in
    let folder = try TemporaryFolder()
    let parts: [(channels: [String], layout: String, rate: Int)] = [
      (["0.3*sin(2*PI*1000*t)", "0"], "stereo", 44_100), (["0.3*sin(2*PI*1000*t)"], "mono", 48_000),
      (["0.3*sin(2*PI*1000*t)", "0", "0", "0", "0", "0"], "5.1", 48_000),
    ]
    var whole = Data()
    for (number, part) in parts.enumerated() {
      let piece = folder.file("\(number).ts")
      try await ffmpeg(
        picture(rate: 25, seconds: 2)
          + formula(part.channels, layout: part.layout, rate: part.rate, seconds: 2) + film + [
            "-g", "25", "-bf", "0", "-c:a", "aac", "-b:a", "128k", "-muxdelay", "0", "-muxpreload", "0",
            "-mpegts_flags", "+initial_discontinuity", "-output_ts_offset", "\(number * 2)",
          ], to: piece)
      whole += try Data(contentsOf: piece)
    }
    try whole.write(to: file)
  }

  /// Ten minutes of sound in the first track, a second at the very end in the other one.
  public static let longAndLate = Clip(
    "long-late.mkv",
    ffmpeg: picture("64x64", rate: 1, seconds: 600) + tone(440, seconds: 600) + ["-itsoffset", "598"]
      + tone(1000, seconds: 1) + [
        "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a",
        "libmp3lame", "-b:a", "32k", "-ar", "16000",
      ])
}
