/// What a quality from 0 to 1 means to each encoder: about the same similarity (SSIM) in every format.
///
/// JPEG's numbers are libjpeg's, which people know. The others were measured against them on four photos: what libheif's
/// quality has to be so that the mean similarity is that of JPEG in 4:2:0.
package enum QualityScale {
  private static let heic: [(quality: Double, number: Double)] = [
    (0, 0), (0.1, 9), (0.25, 22), (0.4, 28), (0.5, 31), (0.6, 34), (0.7, 37), (0.8, 42), (0.9, 50), (0.95, 60), (1, 90),
  ]
  private static let avif: [(quality: Double, number: Double)] = [
    (0, 0), (0.1, 11), (0.25, 28), (0.4, 37), (0.5, 41), (0.6, 45), (0.7, 50), (0.8, 57), (0.9, 72), (0.95, 88),
    (1, 100),
  ]

  /// Measured on four photos, too: what a film's quality has to be so that the mean similarity of the plain quantizer that
  /// it stands for (from 52 to 12) is that of HEIC by the processor. At 1, a quantizer of 12 is the best there is.
  private static let units: [(quality: Double, number: Double)] = [
    (0, 0.05), (0.1, 0.2), (0.25, 0.35), (0.4, 0.43), (0.5, 0.48), (0.6, 0.51), (0.7, 0.56), (0.8, 0.61), (0.9, 0.7),
    (0.95, 0.83), (1, 1),
  ]

  /// A film's quality, 0 to 1, which is what the encoders of video units go by.
  static func unit(_ quality: Double) -> Double { value(of: quality, in: units) }

  /// libjpeg's quality, 1 to 100.
  static func jpeg(_ quality: Double) -> Int { max(1, Int((quality * 100).rounded())) }

  /// libheif's quality, 0 to 100.
  package static func heif(_ quality: Double, _ format: ImageFormat) -> Int {
    Int(value(of: quality, in: format == .avif ? avif : heic).rounded())
  }

  private static func value(of quality: Double, in table: [(quality: Double, number: Double)]) -> Double {
    guard let above = table.firstIndex(where: { $0.quality >= quality }), above > 0 else { return table[0].number }
    let (low, high) = (table[above - 1], table[above])
    let share = (quality - low.quality) / (high.quality - low.quality)
    return low.number + share * (high.number - low.number)
  }
}
