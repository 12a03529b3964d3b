import Foundation
import Swage
import Synchronization

/// Compresses a video and draws the number of each frame into it: `ArtistTool INPUT OUTPUT BACKEND SWAGE [key=value…]`.
///
/// Prints a line for each call of the artist (`index time bits`), the largest number of calls at once and how the job
/// ended. Keys: `codec`, `longSide`, `rotation=bake`, `fallback=allow`, `failAt` (the index of a
/// frame), `artist=idle` (draws nothing) or `artist=none` (isn't there).
@main struct Main {
  struct Refusal: Error, Equatable { let number: Int }

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let words = Array(arguments.prefix(4))
    let options = Dictionary(
      uniqueKeysWithValues: arguments.dropFirst(4).map { word in
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      })
    var video = VideoSettings.video(options["codec"].flatMap { VideoCodec(rawValue: $0) }).speed(.fastest)
    if let side = options["longSide"].flatMap({ Int($0) }) { video = video.longSide(side) }
    if options["rotation"] == "bake" { video = video.rotation(.bake) }
    let request = CompressionRequest(
      from: URL(filePath: words[0]), to: .file(URL(filePath: words[1])), video: video,
      backend: BackendChoice(rawValue: words[2]) ?? .automatic,
      fallback: options["fallback"] == "allow" ? .allow : .refuse, sizePolicy: .allowLarger)
    let draws = options["artist"] == nil
    let failure = options["failAt"].flatMap { Int($0) }
    let inside = Atomic(0)
    let most = Atomic(0)
    let lines = Mutex<[String]>([])
    let artist: FrameArtist = { frame in
      let now = inside.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
      most.store(max(now, most.load(ordering: .relaxed)), ordering: .relaxed)
      defer { inside.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
      if frame.index == failure { throw Refusal(number: frame.index) }
      if draws { Counter.draw(frame) }
      let line = "frame \(frame.index) \(frame.presentationTime) \(frame.bitDepth) \(frame.size)"
      lines.withLock { $0.append(line) }
    }
    let compressor = AutomaticCompressor(probing: .executable(path: words[3]))
    do {
      let report = try await compressor.compress(
        request, handlers: options["artist"] == "none" ? .none : .drawing(artist)
      ) { _ in }
      lines.withLock { print($0.joined(separator: "\n")) }
      print("most \(most.load(ordering: .relaxed))")
      print("end \(report.outcome.rawValue) \(report.encoder ?? "none") \(report.verification?.passed == true)")
    } catch let refusal as Refusal {
      lines.withLock { print($0.joined(separator: "\n")) }
      print("refusal \(refusal.number)")
    } catch {
      print("failure \(error)")
    }
  }
}

/// A number as eleven squares of sixteen pixels at the upper left, the highest bit first, and a square of color under it.
enum Counter {
  static func draw(_ frame: borrowing VideoFrame) {
    let scale: UInt16 = frame.bitDepth > 8 ? 4 : 1
    let number = frame.index
    frame.withLuma { luma in
      for bit in 0..<11 {
        let isSet = number >> (10 - bit) & 1 == 1
        luma.fill(columns: bit * 16..<bit * 16 + 16, rows: 0..<16, with: (isSet ? 235 : 16) * scale)
      }
      luma.fill(columns: 0..<16, rows: 16..<32, with: 120 * scale)
    }
    frame.withChroma { chroma in
      chroma.fill(columns: 0..<88, rows: 0..<8, with: 128 * scale)
      chroma.fill(columns: 0..<8, rows: 8..<16, with: 90 * scale, 180 * scale)
    }
  }
}
