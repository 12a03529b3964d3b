import Foundation

// The inputs of the cases from public bug reports.
extension Clip {
  /// Two seconds of picture and sound.
  public static let plain = Clip(
    "plain.mp4", ffmpeg: picture() + tone() + wasteful + aac + ["-movflags", "+faststart"])

  /// The picture alone, lying.
  static let lying = Clip("lying.mp4", ffmpeg: picture(seconds: 1) + wasteful)

  /// C01: filmed upright, stored lying.
  public static let portrait = Clip("portrait.mp4") { file in
    try await turn(try await lying.file, to: file)
  }

  /// The picture with one of the eight display matrices, numbered as Exif does.
  public static func oriented(_ orientation: Int) -> Clip {
    Clip("orientation-\(orientation).mp4") { file in
      var data = try Data(contentsOf: try await lying.file)
      try DisplayMatrix.write(orientation: orientation, width: 320, height: 180, into: &data)
      try data.write(to: file)
    }
  }

  /// C03: 4 s at 10 frames a second, then 4 s at 60; flash and beep together at 6 s.
  public static let variableRate = Clip(
    "variable-rate.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i",
      "testsrc2=size=320x180:rate=60:duration=8,drawbox=color=white:t=fill:enable='between(t,6,6.2)'", "-f", "lavfi",
      "-i", "aevalsrc='if(between(t,6,6.2),0.8*sin(2*PI*1000*t),0)':d=8:s=48000", "-vf",
      "select='if(lt(t,4),not(mod(n,6)),1)'", "-vsync", "vfr",
    ] + wasteful + aac)

  private static let placeAndDate = [
    "-metadata", "location=+48.8584+002.2945/", "-metadata", "creation_time=2023-07-14T10:20:30Z",
  ]

  /// C04: place and date in the user data box, as phones write them (`©xyz`).
  public static let place = Clip(
    "place.mp4", ffmpeg: picture(seconds: 1) + wasteful + placeAndDate + ["-f", "mov", "-brand", "mp42"])

  /// C04: place and date in the way of 3GPP (`loci`).
  public static let placeInformation = Clip(
    "place-information.mp4", ffmpeg: picture(seconds: 1) + wasteful + placeAndDate)

  /// C04: place, date, camera and title in QuickTime's keys.
  public static let quickTimeKeys = Clip(
    "keys.mov",
    ffmpeg: picture(seconds: 1) + wasteful + [
      "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.location.ISO6709=+48.8584+002.2945+035.000/",
      "-metadata", "com.apple.quicktime.creationdate=2023-07-14T12:20:30+0200", "-metadata",
      "com.apple.quicktime.make=Maker", "-metadata", "com.apple.quicktime.model=Camera 7", "-metadata",
      "creation_time=2023-07-14T10:20:30Z",
    ])

  /// C05: packed so well already that nothing smaller looks the same.
  public static let packed = Clip(
    "packed.mp4",
    ffmpeg: picture("640x360", seconds: 6) + [
      "-c:v", "libx264", "-preset", "veryslow", "-crf", "45", "-pix_fmt", "yuv420p",
    ])

  /// C06: 16:9 in high definition.
  public static let wide = Clip("wide.mp4", ffmpeg: picture("1280x720", seconds: 1) + wasteful)

  /// C06: sides that no 4:2:0 picture can have, in 4:4:4.
  public static let odd = Clip(
    "odd.mp4",
    ffmpeg: picture("321x241", rate: 25, seconds: 1) + [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-pix_fmt", "yuv444p",
    ])

  static let poster = Clip(
    "poster.jpg", ffmpeg: ["-f", "lavfi", "-i", "color=c=red:size=200x300:d=1", "-frames:v", "1"])

  /// C07: a film of 100 frames in Matroska with an attached poster.
  public static let coverMatroska = Clip("cover.mkv") { file in
    try await ffmpeg(
      picture(rate: 25, seconds: 4) + tone(seconds: 4) + ["-map", "0", "-map", "1"] + wasteful + aac + [
        "-attach", try await poster.file.path, "-metadata:s:t:0", "mimetype=image/jpeg", "-metadata:s:t:0",
        "filename=cover.jpg",
      ], to: file)
  }

  /// C07: the same in MP4.
  public static let coverMP4 = Clip("cover.mp4") { file in
    try await ffmpeg(
      [
        "-i", try await coverMatroska.file.path, "-i", try await poster.file.path, "-map", "0:v:0", "-map", "0:a",
        "-map", "1", "-c", "copy", "-disposition:v:1", "attached_pic",
      ], to: file)
  }

  /// C08: a film with one track of picture subtitles in English.
  public static let pictureSubtitles = Clip("picture-subtitles.mkv") { file in
    let folder = try TemporaryFolder()
    try PictureSubtitles.file(times: [0.5, 1.5]).write(to: folder.file("s.sup"))
    try await ffmpeg(
      picture() + tone() + ["-i", folder.file("s.sup").path, "-map", "0", "-map", "1", "-map", "2"] + wasteful + aac + [
        "-c:s", "copy", "-metadata:s:s:0", "language=eng",
      ], to: file)
  }

  /// C09: twelve seconds in three chapters.
  public static let chapters = Clip("chapters.mp4") { file in
    let folder = try TemporaryFolder()
    let list = ["One", "Two", "Three"].enumerated().map { index, title in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(index * 4000)\nEND=\(index * 4000 + 4000)\ntitle=\(title)\n"
    }
    try Data((";FFMETADATA1\n" + list.joined()).utf8).write(to: folder.file("chapters.txt"))
    try await ffmpeg(
      picture(rate: 25, seconds: 12) + tone(seconds: 12) + [
        "-i", folder.file("chapters.txt").path, "-map", "0", "-map", "1", "-map_metadata", "2", "-map_chapters", "2",
      ] + wasteful + aac, to: file)
  }

  /// C10: HLG turned by 90 degrees, a stereo track, and a four-channel track that no decoder knows.
  public static let unknownSound = Clip("unknown-sound.mov") { file in
    let folder = try TemporaryFolder()
    let hevc = folder.file("a.mov")
    try await ffmpeg(
      picture(seconds: 1) + [
        "-f", "lavfi", "-i", "sine=d=1,aformat=channel_layouts=stereo", "-f", "lavfi", "-i",
        "sine=d=1,pan=4.0|c0=c0|c1=c0|c2=c0|c3=c0", "-map", "0", "-map", "1", "-map", "2",
      ] + hlgEncoding + aac, to: hevc)
    let turned = folder.file("b.mov")
    try await turn(hevc, to: turned)
    var data = try Data(contentsOf: turned)
    for (kind, other) in [("mp4a", "apac"), ("esds", "dapa")] {
      guard let last = data.range(of: Data("stsd".utf8), options: .backwards),
        let box = data.range(of: Data(kind.utf8), in: last.upperBound..<data.endIndex)
      else { throw ToolFailure("no sample entry to rename") }
      data.replaceSubrange(box, with: Data(other.utf8))
    }
    try data.write(to: file)
  }

  /// C12: eight seconds with the index first, the whole of it.
  public static let whole = Clip(
    "whole.mp4",
    ffmpeg: picture(seconds: 8) + tone(seconds: 8) + wasteful + aac + ["-movflags", "+faststart"])

  /// C12: the first 45 % of the bytes; the header still says 8 s.
  public static let cutOff = Clip("cut-off.mp4") { file in
    let data = try Data(contentsOf: try await whole.file)
    try data.prefix(data.count * 45 / 100).write(to: file)
  }

  /// C12: the same in Matroska.
  public static let cutOffMatroska = Clip("cut-off.mkv") { file in
    let folder = try TemporaryFolder()
    try await ffmpeg(["-i", try await whole.file.path, "-c", "copy"], to: folder.file("whole.mkv"))
    let data = try Data(contentsOf: folder.file("whole.mkv"))
    try data.prefix(data.count * 45 / 100).write(to: file)
  }
}
