/// Short files that ffmpeg makes for the tests. Unless told otherwise, their index is behind the media data.
enum Clip {
  private static let picture = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1.2"]
  private static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1.2"]
  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "10", "-pix_fmt", "yuv420p"]

  /// H.264 with B-frames and two AAC tracks.
  static func make(_ path: String, _ options: [String] = []) throws {
    let maps = ["-map", "0:v", "-map", "1:a", "-map", "1:a"]
    try make(path, inputs: picture + sound, maps + h264 + ["-c:a", "aac"] + options)
  }

  /// The same with chapters and a title.
  static func makeChaptered(_ path: String, in folder: TemporaryFolder, _ options: [String] = []) throws {
    let chapters = """
      ;FFMETADATA1
      title=A film
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=500
      title=One
      [CHAPTER]
      TIMEBASE=1/1000
      START=500
      END=1200
      title=Two
      """
    let list = try folder.write(Array(chapters.utf8), "chapters-\(path.utf8.count).txt")
    let maps = ["-map", "0:v", "-map", "1:a", "-map_metadata", "2", "-map_chapters", "2"]
    try make(path, inputs: picture + sound + ["-i", list], maps + h264 + ["-c:a", "aac"] + options)
  }

  private static func make(_ path: String, inputs: [String], _ options: [String]) throws {
    try Tool.ffmpeg(inputs + options + [path])
  }
}
