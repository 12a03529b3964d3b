import Foundation

// One clip for each kind of recording that the cases don't cover.
extension Clip {
  /// Three spoken languages; the second track is the default, the third a commentary.
  public static let languages = Clip(
    "languages.mkv",
    ffmpeg: picture(rate: 25) + tone(300) + tone(500) + tone(700) + [
      "-map", "0", "-map", "1", "-map", "2", "-map", "3",
    ]
      + wasteful + aac + [
        "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-metadata:s:a:2", "language=fre",
        "-metadata:s:a:2", "title=Commentary", "-disposition:a:0", "0", "-disposition:a:1", "default",
        "-disposition:a:2",
        "comment",
      ])

  /// Sound of 6 channels in AC-3, with the layout that discs have.
  public static let surround = Clip(
    "surround.mkv",
    ffmpeg: picture(seconds: 1) + [
      "-f", "lavfi", "-i",
      "sine=f=440:d=1,pan=5.1(side)|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0",
    ] + wasteful + ["-c:a", "ac3", "-b:a", "448k"])

  /// Sound of 8 channels.
  public static let surround71 = Clip(
    "surround71.mkv",
    ffmpeg: picture(seconds: 1) + [
      "-f", "lavfi", "-i",
      "sine=f=440:d=1,pan=7.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0|c6=c0|c7=c0",
    ] + wasteful + ["-c:a", "flac"])

  /// A transport stream, which has no index, with a keyframe every second.
  public static let transportStream = Clip(
    "stream.ts",
    ffmpeg: picture(seconds: 4) + tone(seconds: 4) + wasteful + ["-g", "30", "-bf", "2"] + aac)

  /// The same with a hole in the first half second, as a recording of a broadcast may begin with.
  public static let transportStreamCutAnywhere = Clip("cut.ts") { file in
    let whole = try Data(contentsOf: try await transportStream.file)
    // Packets have 188 bytes; the tables at the beginning stay.
    try (whole.prefix(188 * 4) + whole.dropFirst(188 * (whole.count / 188 / 10))).write(to: file)
  }

  /// Uncompressed sound, as cameras write it.
  public static let uncompressedSound = Clip(
    "pcm.mov", ffmpeg: picture() + tone() + wasteful + ["-c:a", "pcm_s16le", "-ar", "48000", "-ac", "2"])

  /// Subtitles that are text, in a kind of track and file.
  public static func textSubtitles(_ codec: String, _ fileExtension: String) -> Clip {
    Clip("text-\(codec).\(fileExtension)") { file in
      let folder = try TemporaryFolder()
      let text = "1\n00:00:00,400 --> 00:00:01,000\nGood morning\n\n2\n00:00:01,200 --> 00:00:01,800\nGrüße, 世界\n"
      try Data(text.utf8).write(to: folder.file("s.srt"))
      try await ffmpeg(
        picture() + tone() + ["-i", folder.file("s.srt").path, "-map", "0", "-map", "1", "-map", "2"] + wasteful + aac
          + [
            "-c:s", codec, "-metadata:s:s:0", "language=ger",
          ], to: file)
    }
  }

  /// What the attached file of ``attachment`` holds.
  public static let attachedBytes = Data((0..<2000).map { UInt8($0 * 7 % 251) })

  /// A font attached to a Matroska file.
  public static let attachment = Clip("attachment.mkv") { file in
    let folder = try TemporaryFolder()
    try attachedBytes.write(to: folder.file("Some Font.ttf"))
    try await ffmpeg(
      picture() + tone() + ["-map", "0", "-map", "1"] + wasteful + aac + [
        "-attach", folder.file("Some Font.ttf").path, "-metadata:s:t:0", "mimetype=application/x-truetype-font",
      ], to: file)
  }

  /// C11: levels from 0 to 255, all grey 64.
  public static let fullRange = Clip(
    "full-range.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i", "color=c=0x404040:size=320x180:rate=25:duration=1", "-vf",
      "scale=out_range=full,format=yuvj420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "1", "-color_range",
      "pc", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    ])

  /// Ten bits without high dynamic range.
  public static let tenBit = Clip(
    "ten-bit.mp4",
    ffmpeg: picture(seconds: 1) + [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-profile:v", "high10", "-pix_fmt", "yuv420p10le",
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
    ])

  /// A camera's 4:2:2 with ten bits in ProRes.
  public static let proRes = Clip(
    "prores.mov",
    ffmpeg: picture(seconds: 0.5) + ["-pix_fmt", "yuv422p10le", "-c:v", "prores_ks", "-profile:v", "2"])

  static let hlgEncoding = [
    "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-tag:v", "hvc1",
    "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-x265-params",
    "log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:atc-sei=18",
  ]

  /// Hybrid log-gamma.
  public static let hlg = Clip("hlg.mp4", ffmpeg: picture(seconds: 1) + hlgEncoding)

  /// Two fields a frame with motion between them, upper field first, 25 frames.
  public static let interlaced = Clip(
    "interlaced.mkv",
    ffmpeg: picture("720x576", rate: 50, seconds: 1) + [
      "-vf", "tinterlace=mode=interleave_top,fieldorder=tff", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12",
      "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme", "-x264-params", "tff=1",
    ])

  /// An edit list that hides the first 0.7 s of packets, whose times are negative; 39 frames remain.
  public static let hiddenStart = Clip("hidden-start.mp4") { file in
    try await ffmpeg(["-ss", "0.7", "-i", try await plain.file.path, "-c", "copy"], to: file)
  }

  /// Timestamps that begin a second before 0, which Matroska can't hold: half the pictures have no time.
  public static let negativeStart = Clip(
    "negative.mkv",
    ffmpeg: picture() + tone() + wasteful + aac + ["-output_ts_offset", "-1", "-avoid_negative_ts", "disabled"])

  /// Timestamps that begin at 3 s.
  public static let lateStart = Clip(
    "late-start.mkv", ffmpeg: picture() + tone() + wasteful + aac + ["-output_ts_offset", "3"])

  /// Sound that begins 0.8 s after the picture.
  public static let lateSound = Clip(
    "late-sound.mp4",
    ffmpeg: picture(rate: 25, seconds: 3) + ["-itsoffset", "0.8"] + tone() + ["-map", "0", "-map", "1"] + wasteful
      + aac)

  /// Pixels that are wider than high.
  public static let wideAspect = Clip(
    "wide-pixels.mp4", ffmpeg: picture("360x288", rate: 25, seconds: 1) + ["-vf", "setsar=16/11"] + wasteful)

  /// The color of standard definition.
  public static let standardDefinition = Clip(
    "sd.mp4",
    ffmpeg: picture("320x240", rate: 25, seconds: 1) + wasteful + [
      "-color_primaries", "smpte170m", "-color_trc", "smpte170m", "-colorspace", "smpte170m", "-color_range", "tv",
    ])

  /// Ten seconds that are hard to pack.
  public static let noise = Clip(
    "noise.mp4",
    ffmpeg: picture(seconds: 10) + ["-vf", "noise=alls=30:allf=t"] + wasteful)

  /// Half a minute, long enough to be interrupted.
  public static let long = Clip(
    "long.mp4",
    ffmpeg: picture("640x360", seconds: 30) + tone(seconds: 30) + wasteful + aac)

  /// Ten seconds that no encoder gets small: noise over a moving picture, 30 frames a second.
  public static let demanding = Clip(
    "demanding.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=10,noise=alls=25:allf=t", "-f", "lavfi", "-i",
      "sine=frequency=440:duration=10", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-pix_fmt", "yuv420p",
    ] + aac)

  /// Samples that are scrambled (Common Encryption).
  public static let encrypted = Clip("encrypted.mp4") { file in
    try await ffmpeg(
      [
        "-i", try await plain.file.path, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
        "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
      ], to: file)
  }

  /// Sound alone.
  public static let soundOnly = Clip("sound-only.m4a", ffmpeg: tone(seconds: 1) + aac)

  /// A sound with a cover picture, which is no film.
  public static let soundWithCover = Clip("sound-with-cover.mp4") { file in
    try await ffmpeg(
      [
        "-i", try await soundOnly.file.path, "-i", try await poster.file.path, "-map", "0", "-map", "1", "-c", "copy",
        "-disposition:v:0", "attached_pic",
      ], to: file)
  }

  /// A title, an artist and a comment beside date and place.
  public static let tagged = Clip(
    "tagged.mp4",
    ffmpeg: picture(seconds: 1) + tone(seconds: 1) + wasteful + aac + [
      "-metadata", "title=A walk", "-metadata", "artist=Somebody", "-metadata", "comment=By the sea", "-metadata",
      "location=+48.8584+002.2945/", "-metadata", "creation_time=2023-07-14T10:20:30Z", "-f", "mov", "-brand", "mp42",
    ])
}
