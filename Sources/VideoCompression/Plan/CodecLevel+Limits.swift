import Media

/// What a level allows: ITU-T H.264 table A-1, and ITU-T H.265 tables A.8 and A.9 for the Main tier.
struct LevelLimits: Hashable {
  /// Luma samples of a picture.
  let picture: Int
  /// Luma samples a second.
  let second: Int
  /// Bits a second.
  let bitRate: BitRate

  /// The limits of a level; `nil` when the codec has no such level.
  static func limits(of level: CodecLevel, codec: VideoCodec, profile: CodecProfile?) -> LevelLimits? {
    switch codec {
    case .h264:
      guard let row = h264.first(where: { $0.level == level }) else { return nil }
      // Blocks of 16 by 16; High has room for a quarter more bits.
      let share = profile == .baseline || profile == .main ? 1.0 : 1.25
      return LevelLimits(
        picture: row.blocks * 256, second: row.blocksASecond * 256, bitRate: .kilobits(Double(row.kilobits) * share))
    case .hevc:
      guard let row = hevc.first(where: { $0.level == level }) else { return nil }
      return LevelLimits(picture: row.samples, second: row.samplesASecond, bitRate: .kilobits(Double(row.kilobits)))
    }
  }

  /// The lowest level that a picture at a rate fits; `nil` when none does.
  static func lowest(for size: PixelSize, at rate: Rational, codec: VideoCodec) -> CodecLevel? {
    let levels = codec == .h264 ? h264.map(\.level) : hevc.map(\.level)
    return levels.first { limits(of: $0, codec: codec, profile: nil)?.allows(size, at: rate, codec: codec) == true }
  }

  /// Every level of a codec.
  static func levels(of codec: VideoCodec) -> [CodecLevel] { codec == .h264 ? h264.map(\.level) : hevc.map(\.level) }

  /// Whether a picture at a rate is within the limits.
  func allows(_ size: PixelSize, at rate: Rational, codec: VideoCodec) -> Bool {
    let block = codec == .h264 ? 16 : 8
    let samples = ((size.width + block - 1) / block) * ((size.height + block - 1) / block) * block * block
    // A side may be as long as the root of eight times the picture.
    let longest = (Double(picture) * 8).squareRoot()
    return samples <= picture && Double(samples) * rate.value <= Double(second)
      && Double(max(size.width, size.height)) <= longest
  }

  private static let h264: [(level: CodecLevel, blocksASecond: Int, blocks: Int, kilobits: Int)] = [
    (CodecLevel(1), 1_485, 99, 64), (CodecLevel(1, 1), 3_000, 396, 192), (CodecLevel(1, 2), 6_000, 396, 384),
    (CodecLevel(1, 3), 11_880, 396, 768), (CodecLevel(2), 11_880, 396, 2_000), (CodecLevel(2, 1), 19_800, 792, 4_000),
    (CodecLevel(2, 2), 20_250, 1_620, 4_000), (CodecLevel(3), 40_500, 1_620, 10_000),
    (CodecLevel(3, 1), 108_000, 3_600, 14_000), (CodecLevel(3, 2), 216_000, 5_120, 20_000),
    (CodecLevel(4), 245_760, 8_192, 20_000), (CodecLevel(4, 1), 245_760, 8_192, 50_000),
    (CodecLevel(4, 2), 522_240, 8_704, 50_000), (CodecLevel(5), 589_824, 22_080, 135_000),
    (CodecLevel(5, 1), 983_040, 36_864, 240_000), (CodecLevel(5, 2), 2_073_600, 36_864, 240_000),
    (CodecLevel(6), 4_177_920, 139_264, 240_000), (CodecLevel(6, 1), 8_355_840, 139_264, 480_000),
    (CodecLevel(6, 2), 16_711_680, 139_264, 800_000),
  ]

  private static let hevc: [(level: CodecLevel, samplesASecond: Int, samples: Int, kilobits: Int)] = [
    (CodecLevel(1), 552_960, 36_864, 128), (CodecLevel(2), 3_686_400, 122_880, 1_500),
    (CodecLevel(2, 1), 7_372_800, 245_760, 3_000), (CodecLevel(3), 16_588_800, 552_960, 6_000),
    (CodecLevel(3, 1), 33_177_600, 983_040, 10_000), (CodecLevel(4), 66_846_720, 2_228_224, 12_000),
    (CodecLevel(4, 1), 133_693_440, 2_228_224, 20_000), (CodecLevel(5), 267_386_880, 8_912_896, 25_000),
    (CodecLevel(5, 1), 534_773_760, 8_912_896, 40_000), (CodecLevel(5, 2), 1_069_547_520, 8_912_896, 60_000),
    (CodecLevel(6), 1_069_547_520, 35_651_584, 60_000), (CodecLevel(6, 1), 2_139_095_040, 35_651_584, 120_000),
    (CodecLevel(6, 2), 4_278_190_080, 35_651_584, 240_000),
  ]
}

extension CodecLevel: CustomStringConvertible {
  /// The level as the standards write it, such as `4.1` or `5`.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
