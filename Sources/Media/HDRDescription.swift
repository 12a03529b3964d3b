/// Which system of high dynamic range a picture uses, by the most specific thing that is known of it.
public enum HDRKind: String, Sendable, Hashable, Codable {
  /// Standard dynamic range.
  case sdr
  /// Hybrid log-gamma of BT.2100.
  case hlg
  /// Perceptual quantizer of BT.2100 without static metadata.
  case pq
  /// Perceptual quantizer with static metadata of SMPTE ST 2086 or CTA-861.3.
  case hdr10
  /// HDR10 with dynamic metadata of SMPTE ST 2094-40.
  case hdr10Plus = "hdr10+"
  /// Dolby Vision, whatever its base layer is.
  case dolbyVision
}

/// High dynamic range and its values.
public struct HDRDescription: Sendable, Hashable, Codable {
  /// The system in use.
  public let kind: HDRKind
  /// The display the picture was graded on.
  public let masteringDisplay: MasteringDisplay?
  /// How bright the content gets.
  public let contentLight: ContentLightLevel?
  /// The light around the display that the picture was made for.
  public let ambientViewing: AmbientViewingEnvironment?
  /// The transfer that a message beside the pictures prefers to the one of the parameter set (ITU-T H.265, D.3.38);
  /// `nil` when there is no such message.
  public let preferredTransfer: TransferCharacteristics?
  /// The configuration record of Dolby Vision.
  public let dolbyVision: DolbyVisionConfiguration?
  /// How many frames carry dynamic metadata of SMPTE ST 2094-40.
  public let hdr10PlusFrames: Int
  /// How many frames carry a reference processing unit of Dolby Vision.
  public let dolbyVisionFrames: Int

  /// Makes a description of a system and its values.
  public init(
    kind: HDRKind, masteringDisplay: MasteringDisplay? = nil, contentLight: ContentLightLevel? = nil,
    ambientViewing: AmbientViewingEnvironment? = nil, preferredTransfer: TransferCharacteristics? = nil,
    dolbyVision: DolbyVisionConfiguration? = nil, hdr10PlusFrames: Int = 0, dolbyVisionFrames: Int = 0
  ) {
    self.kind = kind
    self.masteringDisplay = masteringDisplay
    self.contentLight = contentLight
    self.ambientViewing = ambientViewing
    self.preferredTransfer = preferredTransfer
    self.dolbyVision = dolbyVision
    self.hdr10PlusFrames = hdr10PlusFrames
    self.dolbyVisionFrames = dolbyVisionFrames
  }

  /// Whether frames carry dynamic metadata of SMPTE ST 2094-40.
  public var hasHDR10Plus: Bool { hdr10PlusFrames > 0 }

  /// Standard dynamic range.
  public static let sdr = HDRDescription(kind: .sdr)
}

/// Mastering display color volume of SMPTE ST 2086, in the integer units of its SEI message (ITU-T H.265, D.3.28).
public struct MasteringDisplay: Sendable, Hashable, Codable {
  /// A point of the CIE 1931 chromaticity diagram, in steps of 0.00002.
  public struct Chromaticity: Sendable, Hashable, Codable {
    /// x in steps of 0.00002.
    public let x: Int
    /// y in steps of 0.00002.
    public let y: Int
    /// Makes a point of two coordinates in steps of 0.00002.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }
  /// The display's red, green and blue primaries and its white point; `nil` when only luminance is known.
  public let red: Chromaticity?
  /// The display's green primary.
  public let green: Chromaticity?
  /// The display's blue primary.
  public let blue: Chromaticity?
  /// The display's white point.
  public let white: Chromaticity?
  /// The display's highest luminance, in steps of 0.0001 cd/m²; `nil` when only the primaries are known.
  public let maximumLuminance: Int?
  /// The display's lowest luminance, in steps of 0.0001 cd/m².
  public let minimumLuminance: Int?

  /// Makes a description of a display.
  public init(
    red: Chromaticity?, green: Chromaticity?, blue: Chromaticity?, white: Chromaticity?,
    maximumLuminance: Int?, minimumLuminance: Int?
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    self.maximumLuminance = maximumLuminance
    self.minimumLuminance = minimumLuminance
  }
}

/// Content light level of CTA-861.3, in cd/m².
public struct ContentLightLevel: Sendable, Hashable, Codable {
  /// The brightest pixel of all frames (MaxCLL), in cd/m²; 0 means unknown.
  public let maximumContentLight: Int
  /// The highest average of a frame (MaxFALL), in cd/m²; 0 means unknown.
  public let maximumFrameAverageLight: Int

  /// Makes a pair of levels in cd/m².
  public init(maximumContentLight: Int, maximumFrameAverageLight: Int) {
    self.maximumContentLight = maximumContentLight
    self.maximumFrameAverageLight = maximumFrameAverageLight
  }
}

/// The light around the display that a picture was made for (ITU-T H.265, D.3.39), in the integer units of its SEI
/// message.
public struct AmbientViewingEnvironment: Sendable, Hashable, Codable {
  /// How much light falls on the surroundings, in steps of 0.0001 lux.
  public let illuminance: Int
  /// The light's color on the CIE 1931 chromaticity diagram.
  public let light: MasteringDisplay.Chromaticity

  /// Makes a description of surroundings.
  public init(illuminance: Int, light: MasteringDisplay.Chromaticity) {
    self.illuminance = illuminance
    self.light = light
  }
}

/// The parts of Dolby Vision's configuration record (`dvcC`, `dvvC`) that tell what a stream is.
public struct DolbyVisionConfiguration: Sendable, Hashable, Codable {
  /// The profile, such as 5, 7 or 8.
  public let profile: Int
  /// The level.
  public let level: Int
  /// What the base layer is for players without Dolby Vision: 0 nothing, 1 HDR10, 2 SDR, 4 HLG.
  public let baseLayerCompatibility: Int
  /// Whether an enhancement layer adds to the base layer's pictures, in NAL units of type 63 or another track.
  public let hasEnhancementLayer: Bool

  /// Makes a description of a record.
  public init(profile: Int, level: Int, baseLayerCompatibility: Int, hasEnhancementLayer: Bool = false) {
    self.profile = profile
    self.level = level
    self.baseLayerCompatibility = baseLayerCompatibility
    self.hasEnhancementLayer = hasEnhancementLayer
  }
}

extension DolbyVisionConfiguration {
  /// The highest rate of pixels of each level, from 1 (Dolby Vision Profiles and Levels, section 2).
  private static let pixelRates: [Double] = [
    22_118_400, 27_648_000, 49_766_400, 62_208_000, 124_416_000, 199_065_600, 248_832_000, 398_131_200, 497_664_000,
    995_328_000, 995_328_000, 1_990_656_000, 3_981_312_000,
  ]
  /// The greatest width of each level, in pixels.
  private static let widths = [1280, 1280, 1920, 2560, 3840, 3840, 3840, 3840, 3840, 3840, 7680, 7680, 7680]

  /// The lowest level that allows pictures of a size at a rate; the highest one where none does.
  ///
  /// - Parameters:
  ///   - size: Stored pixels.
  ///   - frameRate: Frames a second.
  public static func level(for size: PixelSize, frameRate: Double) -> Int {
    let rate = Double(size.width) * Double(size.height) * frameRate
    let fitting = zip(pixelRates, widths).enumerated().first { rate <= $1.0 && max(size.width, size.height) <= $1.1 }
    return (fitting?.offset ?? pixelRates.count - 1) + 1
  }
}
