import Capabilities
import Media
import Testing
import VideoCompression

@testable import SwageBench

@Suite("Command lines of the programs that are measured") struct CommandLineTests {
  private func arguments(_ tool: Tool?, _ job: Job, _ inputs: [String] = ["/in.mp4"]) -> [[String]] {
    Contender(name: "x", tool: tool, path: "/x").invocation(for: job, inputs: inputs, in: "/out")?.commands
      .map(\.arguments) ?? []
  }

  /// What follows an option; `nil` without it.
  private func value(of option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).map { arguments[$0 + 1] }
  }

  private static let film = FilmJob(
    codec: .h264, speed: .fast, qualities: [0.7], size: PixelSize(width: 1280, height: 720))

  @Test("all get the same quality, preset and size for x264") func x264() throws {
    let job = Job.film(Self.film)
    let ours = try #require(arguments(nil, job).first)
    #expect(value(of: "--quality", in: ours) == "0.7")
    #expect(value(of: "--speed-preset", in: ours) == "fast")
    #expect(value(of: "--size", in: ours) == "1280x720")
    let ffmpeg = try #require(arguments(.ffmpeg, job).first)
    #expect(value(of: "-c:v", in: ffmpeg) == "libx264")
    #expect(value(of: "-crf", in: ffmpeg) == "23")
    #expect(value(of: "-preset", in: ffmpeg) == "veryfast")
    #expect(value(of: "-vf", in: ffmpeg) == "scale=1280:720")
    let handBrake = try #require(arguments(.handBrake, job).first)
    #expect(value(of: "-q", in: handBrake) == "23")
    #expect(value(of: "--encoder-preset", in: handBrake) == "veryfast")
    #expect(value(of: "-w", in: handBrake) == "1280")
  }

  @Test("x265 has the scale of x264, and ten bits where they are asked for") func x265() throws {
    let job = Job.film(FilmJob(codec: .hevc, depth: 10, speed: .balanced, qualities: [0.7]))
    #expect(value(of: "--profile", in: try #require(arguments(nil, job).first)) == "main10")
    let ffmpeg = try #require(arguments(.ffmpeg, job).first)
    #expect(value(of: "-crf", in: ffmpeg) == "23")
    #expect(value(of: "-vf", in: ffmpeg) == "format=yuv420p10le")
    #expect(value(of: "-e", in: try #require(arguments(.handBrake, job).first)) == "x265_10bit")
  }

  @Test("a part is given by its start and its end to one, and by its length to others") func trim() throws {
    var film = Self.film
    film.trim = FilmJob.TimeRange(start: 598, end: 600)
    #expect(value(of: "--trim", in: try #require(arguments(nil, .film(film)).first)) == "598..600")
    let ffmpeg = try #require(arguments(.ffmpeg, .film(film)).first)
    #expect(value(of: "-ss", in: ffmpeg) == "598")
    #expect(value(of: "-t", in: ffmpeg) == "2")
    #expect(value(of: "--stop-at", in: try #require(arguments(.handBrake, .film(film)).first)) == "seconds:2")
  }

  @Test("tone mapping is asked for by name or by filters, and not of who can't") func tones() throws {
    var film = Self.film
    film.mapsTones = true
    #expect(value(of: "--color", in: try #require(arguments(nil, .film(film)).first)) == "sdr")
    #expect(value(of: "-vf", in: try #require(arguments(.ffmpeg, .film(film)).first))?.contains("tonemap") == true)
    #expect(arguments(.handBrake, .film(film)) == [])
  }

  @Test("video units get the quantizer that swage takes for a quality") func units() throws {
    var film = Self.film
    film.backend = .nvenc
    let ffmpeg = try #require(arguments(.ffmpeg, .film(film)).first)
    #expect(value(of: "-c:v", in: ffmpeg) == "h264_nvenc")
    #expect(value(of: "-cq", in: ffmpeg) == "23")
    #expect(value(of: "-vf", in: ffmpeg) == "scale_cuda=1280:720")
    #expect(arguments(.handBrake, .film(film)) == [])
  }

  @Test("pictures are one command of ours and one for each of heif-enc, at the same quality of libheif")
  func pictures() {
    let ours = arguments(nil, .pictures(quality: 0.8), ["/a.jpg", "/b.jpg"])
    #expect(ours.count == 1)
    #expect(ours.first?.prefix(3) == ["image", "/a.jpg", "/b.jpg"])
    let theirs = arguments(.heifEncoder, .pictures(quality: 0.8), ["/a.jpg", "/b.jpg"])
    #expect(theirs == ["a", "b"].map { ["-q", "42", "-p", "preset=fast", "-o", "/out/\($0).heic", "/\($0).jpg"] })
  }

  @Test("a program that doesn't know a job has no command for it") func unknown() {
    #expect(arguments(.ffprobe, .film(Self.film)) == [])
    #expect(arguments(.ffmpeg, .inspect) == [])
    #expect(arguments(.heifEncoder, .inspect) == [])
    #expect(arguments(.ffprobe, .inspect).count == 1)
  }
}
