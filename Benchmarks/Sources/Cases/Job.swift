import Capabilities
import Media
import VideoCompression

/// What is done with an input, in terms that each tool's command line is made of.
enum Job: Sendable, Hashable {
  /// A film is compressed.
  case film(FilmJob)
  /// Pictures become HEIC: one command of ours for all of them, one after another of others.
  case pictures(quality: Double)
  /// A file is described.
  case inspect
  /// The command starts with these arguments and ends.
  case start([String])
}

/// How a film is compressed.
struct FilmJob: Sendable, Hashable {
  /// What encodes.
  var backend = Backend.software
  /// The codec.
  var codec = VideoCodec.h264
  /// Bits of a sample of the result.
  var depth = 8
  /// How much work goes into each picture.
  var speed = SpeedPreset.balanced
  /// Qualities from 0 to 1; more than one are points of a curve of rate and quality.
  var qualities = [0.7]
  /// Pixels of the result; `nil` for the source's.
  var size: PixelSize?
  /// Whether high dynamic range is mapped to the standard range.
  var mapsTones = false
  /// The part that is kept, in seconds of the source; `nil` for all of it.
  var trim: TimeRange?

  /// The part of the source that is kept.
  struct TimeRange: Sendable, Hashable, Decodable {
    /// Where it starts, in seconds.
    let start: Double
    /// Where it ends, in seconds.
    let end: Double

    private enum Keys: String, CodingKey, CaseIterable { case start, end }

    /// A part from one moment to another, in seconds.
    init(start: Double, end: Double) {
      self.start = start
      self.end = end
    }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(otherThan: Keys.allCases)
      let values = try decoder.container(keyedBy: Keys.self)
      start = try values.decode(Double.self, forKey: .start)
      end = try values.decode(Double.self, forKey: .end)
    }
  }
}

extension Job: Decodable {
  private enum Kind: String, Decodable { case film, pictures, inspect, start }
  private enum Keys: String, CodingKey {
    case kind, backend, codec, depth, speed, qualities, size, mapsTones, trim, quality, arguments
  }

  /// Reads a job: its `kind`, and what that kind knows.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    let kind = try values.decode(Kind.self, forKey: .kind)
    switch kind {
    case .film:
      try decoder.refuseKeys(
        otherThan: [Keys.kind, .backend, .codec, .depth, .speed, .qualities, .size, .mapsTones, .trim])
      var film = FilmJob()
      film.backend = try values.decode(Backend.self, forKey: .backend)
      film.codec = try values.decode(VideoCodec.self, forKey: .codec)
      film.depth = try values.decode(Int.self, forKey: .depth)
      film.speed = try values.decode(SpeedPreset.self, forKey: .speed)
      film.qualities = try values.decode([Double].self, forKey: .qualities)
      film.size = try values.decodeIfPresent(SizeText.self, forKey: .size)?.size
      film.mapsTones = try values.decodeIfPresent(Bool.self, forKey: .mapsTones) ?? false
      film.trim = try values.decodeIfPresent(FilmJob.TimeRange.self, forKey: .trim)
      guard !film.qualities.isEmpty, film.qualities.allSatisfy((0...1).contains) else {
        throw DecodingError.dataCorruptedError(
          forKey: .qualities, in: values, debugDescription: "qualities are numbers from 0 to 1")
      }
      guard [8, 10].contains(film.depth) else {
        throw DecodingError.dataCorruptedError(
          forKey: .depth, in: values, debugDescription: "a sample has 8 or 10 bits")
      }
      self = .film(film)
    case .pictures:
      try decoder.refuseKeys(otherThan: [Keys.kind, .quality])
      self = .pictures(quality: try values.decode(Double.self, forKey: .quality))
    case .inspect:
      try decoder.refuseKeys(otherThan: [Keys.kind])
      self = .inspect
    case .start:
      try decoder.refuseKeys(otherThan: [Keys.kind, .arguments])
      self = .start(try values.decode([String].self, forKey: .arguments))
    }
  }
}

extension Job {
  /// The job once for each quality of a film, with that quality alone; itself where it is another job.
  var points: [(quality: Double?, job: Job)] {
    guard case .film(let film) = self else { return [(nil, self)] }
    return film.qualities.map { quality in
      var point = film
      point.qualities = [quality]
      return (quality, .film(point))
    }
  }
}
