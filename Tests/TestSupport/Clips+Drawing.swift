import Foundation

// Plain films that drawing is seen on.
extension Clip {
  private static let named = [
    "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
  ]
  private static func plain(_ size: String, seconds: Double = 2) -> [String] {
    ["-f", "lavfi", "-i", "color=0x606060:size=\(size):rate=25:duration=\(seconds),noise=c0s=10:allf=t:all_seed=3"]
  }

  /// Two seconds of grey with a little noise.
  public static let grey = Clip("grey.mp4", ffmpeg: plain("320x180") + wasteful + named)

  /// The same in ten bits.
  public static let greyTenBit = Clip(
    "grey-10.mp4",
    ffmpeg: plain("320x180") + named + [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p10le",
    ])

  /// The same with a noted turn by a quarter.
  public static let greyPortrait = Clip("grey-portrait.mp4") { file in
    try await turn(try await grey.file, to: file)
  }

  /// The same with pixels twice as wide as high.
  public static let greyWide = Clip(
    "grey-wide.mp4", ffmpeg: plain("320x180", seconds: 1) + ["-vf", "setsar=2/1"] + wasteful + named)

  /// Grey with subtitles of a kind, from 0.4 to 1 s and from 1.2 to 1.8 s.
  public static func greyWithText(_ codec: String, _ fileExtension: String) -> Clip {
    Clip("grey-\(codec).\(fileExtension)") { file in
      let folder = try TemporaryFolder()
      try Data(subRip.utf8).write(to: folder.file("s.srt"))
      try await ffmpeg(
        [
          "-i", try await grey.file.path, "-i", folder.file("s.srt").path, "-map", "0", "-map", "1", "-c", "copy",
          "-c:s", codec, "-metadata:s:s:0", "language=ger",
        ], to: file)
    }
  }

  /// The same as Advanced SubStation Alpha in a font that the file brings along.
  public static func greyWithFont(_ font: URL, family: String) -> Clip {
    Clip("grey-font.mkv") { file in
      let folder = try TemporaryFolder()
      try Data(subRip.utf8).write(to: folder.file("s.srt"))
      try await ffmpeg(["-i", folder.file("s.srt").path], to: folder.file("s.ass"))
      let script = try String(contentsOf: folder.file("s.ass"), encoding: .utf8)
      try Data(script.replacingOccurrences(of: "Arial", with: family).utf8).write(to: folder.file("s.ass"))
      try await ffmpeg(
        [
          "-i", try await grey.file.path, "-i", folder.file("s.ass").path, "-map", "0", "-map", "1", "-c", "copy",
          "-attach", font.path, "-metadata:s:t:0", "mimetype=application/x-truetype-font",
        ], to: file)
    }
  }

  /// The text of those subtitles.
  public static let subRip =
    "1\n00:00:00,400 --> 00:00:01,000\nGood morning\n\n2\n00:00:01,200 --> 00:00:01,800\nGrüße\n"

  /// Grey with subtitles as pictures: a white square of 16 pixels at 20, 20 from 0.5 to 1 s and from 1.4 to 1.9 s.
  public static let greyWithPictures = Clip("grey-pictures.mkv") { file in
    let folder = try TemporaryFolder()
    try PictureSubtitles.file(times: [0.5, 1.4]).write(to: folder.file("s.sup"))
    try await ffmpeg(
      [
        "-copyts", "-i", try await grey.file.path, "-i", folder.file("s.sup").path, "-map", "0", "-map", "1", "-c",
        "copy", "-metadata:s:s:0", "language=eng",
      ], to: file)
  }
}
