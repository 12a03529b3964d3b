import Media

/// What a job reads: a recipe by which an input is made once, or a file that is there.
///
/// All are made of the repository's own clip, so that everyone measures the same.
enum Input: Sendable, Hashable {
  /// The repository's clip as it is.
  case bundled
  /// A film of real pictures in MP4: the clip over and over, scaled, 30 frames a second.
  case film(size: PixelSize, seconds: Int, range: DynamicRange)
  /// Another input over and over, copied as packets.
  case repeated(of: String, times: Int)
  /// JPEG files of frames of the clip, enlarged, with noise as sensors have it.
  case pictures(size: PixelSize, count: Int)
  /// A file of the folder that `SWAGE_CORPUS` names.
  case corpus(file: String)

  /// How light is coded.
  enum DynamicRange: String, Sendable, Hashable, Codable {
    /// ITU-R BT.709 in H.264 with 8 bits.
    case sdr
    /// The perceptual quantizer in HEVC with 10 bits, with static metadata.
    case hdr10
  }
}

extension Input: Decodable {
  private enum Kind: String, Decodable { case bundled, film, repeated, pictures, corpus }
  private enum Keys: String, CodingKey, CaseIterable { case kind, size, seconds, range, of, times, count, file }

  /// Reads a recipe: its `kind`, and what that kind needs.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    let kind = try values.decode(Kind.self, forKey: .kind)
    let keys: [Keys] =
      switch kind {
      case .bundled: []
      case .film: [.size, .seconds, .range]
      case .repeated: [.of, .times]
      case .pictures: [.size, .count]
      case .corpus: [.file]
      }
    try decoder.refuseKeys(otherThan: [.kind] + keys)
    let size = { try values.decode(SizeText.self, forKey: .size).size }
    switch kind {
    case .bundled: self = .bundled
    case .film:
      self = .film(
        size: try size(), seconds: try values.decode(Int.self, forKey: .seconds),
        range: try values.decodeIfPresent(DynamicRange.self, forKey: .range) ?? .sdr)
    case .repeated:
      self = .repeated(
        of: try values.decode(String.self, forKey: .of), times: try values.decode(Int.self, forKey: .times))
    case .pictures: self = .pictures(size: try size(), count: try values.decode(Int.self, forKey: .count))
    case .corpus: self = .corpus(file: try values.decode(String.self, forKey: .file))
    }
  }
}

/// A size as `1280x720`, the way people write it.
struct SizeText: Decodable {
  let size: PixelSize

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' isn't a size such as 1280x720"))
    }
    size = PixelSize(width: sides[0], height: sides[1])
  }
}
