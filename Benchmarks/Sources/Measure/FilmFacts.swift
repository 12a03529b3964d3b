import FoundationEssentials
import Media

/// What `ffprobe` says of a result.
struct FilmFacts: Sendable, Hashable {
  /// Frames, as counted.
  let frames: Int
  /// Pixels.
  let size: PixelSize
  /// Seconds that it lasts.
  let seconds: Double

  /// Asks; `nil` when there is no answer.
  init?(_ file: String, ffprobe: String?, scratch: String) {
    guard let ffprobe else { return nil }
    let questions = [
      "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
      "stream=width,height,nb_read_packets:format=duration", "-of", "json",
    ]
    guard let text = ProcessRun.text(of: Command(ffprobe, questions + [file]), scratch: scratch) else { return nil }
    self.init(answer: text)
  }

  /// Reads an answer; `nil` when something is missing in it.
  init?(answer: String) {
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(answer.utf8)),
      let stream = answer.streams.first,
      let frames = Int(stream.nb_read_packets), let seconds = Double(answer.format.duration)
    else { return nil }
    self.frames = frames
    self.seconds = seconds
    size = PixelSize(width: stream.width, height: stream.height)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  // ffprobe's own names.
  private struct Answer: Decodable {
    let streams: [Stream]
    let format: Format
    struct Stream: Decodable {
      let width: Int
      let height: Int
      let nb_read_packets: String
    }
    struct Format: Decodable { let duration: String }
  }
}
