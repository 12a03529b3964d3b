import Capabilities
import Media

/// What a sound codec can hold in a kind of file, as far as this version writes it.
struct SoundRules {
  let codec: AudioCodec
  let container: Container

  /// Samples a second, the most first.
  var sampleRates: [Int] {
    switch codec {
    case .aac: [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
    // Spectral band replication doubles the rate of a core that has 8 to 24 kHz.
    case .heAAC, .heAACv2: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000]
    // ISO/IEC 14496-3 knows no MPEG-2.5, the one with the lowest rates.
    case .mp3 where container == .mp4: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000]
    case .mp3: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
    case .opus: [48_000, 24_000, 16_000, 12_000, 8_000]
    }
  }

  /// The sample rate for a source and a wish: never more than the source's, unless the codec has nothing else.
  func sampleRate(of source: Int, wish: Int?) -> Int {
    let wanted = min(wish ?? source, source)
    // Opus has few rates, and they only say how much is coded: the next higher loses nothing.
    if codec == .opus { return sampleRates.last { $0 >= wanted } ?? 48_000 }
    let possible = sampleRates.filter { $0 <= source }
    guard let largest = possible.first else { return sampleRates.last ?? wanted }
    return wish == nil ? largest : possible.min { abs($0 - wanted) < abs($1 - wanted) } ?? largest
  }

  /// The number of channels and their layout for a source and a wish: never more than the source's.
  func channels(of source: AudioDescription, wish: Int?) -> (Int, String) {
    var count = min(wish ?? source.channels, source.channels, largestChannelCount)
    // A seventh channel of AAC is coded in a way that readers, FFmpeg 5.1 among them, don't recognize.
    if count == 7, codec != .opus { count = 6 }
    if count == source.channels, keptLayouts.contains(source.channelLayout) { return (count, source.channelLayout) }
    return (count, standardLayout(count))
  }

  /// The bit rate that sounds right without being asked for.
  func usualBitRate(channels: Int) -> BitRate {
    switch codec {
    case .aac: .kilobits(channels == 1 ? 96 : Double(64 * channels))
    case .heAAC: .kilobits(Double(32 * channels))
    case .heAACv2: .kilobits(32)
    case .mp3: .kilobits(channels == 1 ? 96 : 160)
    case .opus: .kilobits(channels == 1 ? 64 : Double(48 * channels))
    }
  }

  /// The nearest bit rate that the codec takes.
  func possible(_ rate: BitRate, channels: Int, sampleRate: Int) -> BitRate {
    let range = bitRates(channels: channels, sampleRate: sampleRate)
    let rate = min(max(rate, range.lowerBound), range.upperBound)
    guard codec == .mp3 else { return rate }
    // The header of a frame has a number for each of these and none for others (ISO/IEC 11172-3, 2.4.2.3).
    return Self.mp3Rates(sampleRate).map { .kilobits($0) }.last { $0 <= rate } ?? range.lowerBound
  }

  /// The lowest and the highest bit rate.
  private func bitRates(channels: Int, sampleRate: Int) -> ClosedRange<BitRate> {
    // ISO/IEC 14496-3 allows 6144 bits a channel in a frame of 1024 samples.
    let largestOfAAC = Int64(6 * sampleRate * channels)
    switch codec {
    case .aac: return .kilobits(Double(8 * channels))...(.bits(largestOfAAC))
    // The core has half the samples, and with parametric stereo one channel. What the FDK library begins at.
    case .heAAC: return .kilobits(Self.lowestOfHighEfficiency(channels))...(.bits(largestOfAAC / 2))
    case .heAACv2: return .kilobits(12)...(.bits(largestOfAAC / 4))
    case .mp3:
      let rates = Self.mp3Rates(sampleRate)
      return .kilobits(rates.first ?? 32)...(.kilobits(rates.last ?? 320))
    case .opus: return .kilobits(Double(6 * channels))...(.kilobits(Double(256 * channels)))
    }
  }

  private static func lowestOfHighEfficiency(_ channels: Int) -> Double {
    switch channels {
    case 1: 13
    case 2: 17
    default: Double(11 * channels)
    }
  }

  /// In thousands, the lowest first.
  private static func mp3Rates(_ sampleRate: Int) -> [Double] {
    if sampleRate >= 32_000 { return [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] }
    let rates: [Double] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    return sampleRate >= 16_000 ? rates : Array(rates.prefix { $0 <= 64 })
  }

  private var largestChannelCount: Int {
    switch codec {
    case .aac, .heAAC, .opus: 8
    case .heAACv2, .mp3: 2
    }
  }

  /// What is written so that a reader finds the same layout again.
  private var keptLayouts: Set<String> {
    switch codec {
    case .aac: ["mono", "stereo", "2.1", "3.0", "4.0", "quad", "5.0", "5.1", "7.1"]
    case .heAAC: ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1"]
    case .heAACv2, .mp3: ["mono", "stereo"]
    case .opus: ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"]
    }
  }

  private func standardLayout(_ channels: Int) -> String {
    switch channels {
    case 1: "mono"
    case 3: "3.0"
    case 4: codec == .opus ? "quad" : "4.0"
    case 5: "5.0"
    case 6: "5.1"
    case 7: "6.1"
    case 8: "7.1"
    default: "stereo"
    }
  }
}

extension AudioCodec {
  /// The codec's name for a sentence.
  var inWords: String {
    switch self {
    case .aac: "AAC"
    case .heAAC: "HE-AAC"
    case .heAACv2: "HE-AAC v2"
    case .mp3: "MP3"
    case .opus: "Opus"
    }
  }

  /// FFmpeg's name of the codec, which all kinds of AAC share.
  var streamCodec: String {
    switch self {
    case .aac, .heAAC, .heAACv2: "aac"
    case .mp3: "mp3"
    case .opus: "opus"
    }
  }

  /// Whether a sound track is of this codec. AAC without a known profile counts as AAC-LC, which it mostly is.
  func isCodec(of stream: StreamDescription) -> Bool {
    guard stream.codec == streamCodec else { return false }
    switch self {
    case .aac: return stream.profile?.hasPrefix("HE-AAC") != true
    case .heAAC, .heAACv2: return stream.profile == profileName
    case .mp3, .opus: return true
    }
  }
}
