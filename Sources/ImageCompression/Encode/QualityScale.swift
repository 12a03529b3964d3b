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

  /// libjpeg's quality, 1 to 100.
  static func jpeg(_ quality: Double) -> Int { max(1, Int((quality * 100).rounded())) }

  /// libheif's quality, 0 to 100.
  package static func heif(_ quality: Double, _ format: ImageFormat) -> Int {
    let table = format == .avif ? avif : heic
    guard let above = table.firstIndex(where: { $0.quality >= quality }), above > 0 else { return 0 }
    let (low, high) = (table[above - 1], table[above])
    let share = (quality - low.quality) / (high.quality - low.quality)
    return Int((low.number + share * (high.number - low.number)).rounded())
  }
}
