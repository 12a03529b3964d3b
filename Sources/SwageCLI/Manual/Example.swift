/// A command line that the manual shows.
struct Example: Sendable {
  /// What it does, in a sentence without a full stop.
  let purpose: String
  /// What stands behind `swage`.
  let arguments: [String]

  private init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    arguments = line.split(separator: " ").map(String.init)
  }

  /// Every one of the manual.
  static let all = [
    Example("Make a film smaller, beside the source, with everything that belongs to it", "compress holiday.mov"),
    Example(
      "A part of it in H.264, for an old player",
      "compress talk.mkv --codec h264 --long-side 1280 --bitrate 1.5M --trim 00:01:30..00:12:00 -o talk.mp4"),
    Example("At most eight megabytes, to send it", "compress call.mkv --target-size 8MB --max-fps 15 --audio opus"),
    Example("Show what would be done and why", "compress holiday.mov --dry-run"),
    Example("Make AVIF of pictures, beside them", "image --format avif *.jpg"),
    Example("Tell a program what is in a file", "inspect clip.mp4 --json"),
  ]
}
