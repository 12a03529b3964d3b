public import Media

/// How pictures of high dynamic range are brought into another system of color.
public struct ColorConversion: Sendable, Hashable, Codable {
  /// What the source's samples mean, complete: hybrid log-gamma or the perceptual quantizer.
  public let source: ColorDescription
  /// What they are to mean: ITU-R BT.709, or the other system of ITU-R BT.2100.
  public let target: ColorDescription
  /// The brightest light of the film, in cd/m².
  public let peak: Double
  /// The light that is white of the standard range, in cd/m²: 203 by ITU-R BT.2408. Signals of high dynamic range name
  /// light, so it decides about the standard range only.
  public let referenceWhite: Double

  package init(source: ColorDescription, target: ColorDescription, peak: Double, referenceWhite: Double = 203) {
    self.source = source
    self.target = target
    self.peak = peak
    self.referenceWhite = referenceWhite
  }
}

extension ColorConversion {
  /// Whether the standard dynamic range is what comes out.
  var isToStandardRange: Bool { target.transfer == .bt709 }

  /// The target's name for people.
  var targetInWords: String { Self.inWords(target.transfer) }
  /// The source's name for people.
  var sourceInWords: String { Self.inWords(source.transfer) }

  private static func inWords(_ transfer: TransferCharacteristics) -> String {
    transfer == .hlg ? "HLG" : transfer == .pq ? "PQ" : "BT.709"
  }
}

extension ColorDescription {
  /// The standard dynamic range that high dynamic range is brought to.
  static let standardRange = ColorDescription(
    primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left)

  /// A system of ITU-R BT.2100 that the other one is brought to.
  static func highRange(_ transfer: TransferCharacteristics) -> ColorDescription {
    ColorDescription(
      primaries: .bt2020, transfer: transfer, matrix: .bt2020NonConstant, range: .limited, chromaLocation: .left)
  }
}
