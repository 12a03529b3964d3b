/// How much worse than an older one a newer measurement may be: `Benchmarks/thresholds.json`.
struct Thresholds: Sendable, Hashable, Decodable {
  /// Shares by which a measure may rise: 0.05 for a twentieth.
  let rise: [Measure: Double]
  /// The share by which the time of a part of the library may rise.
  let microRise: Double
  /// How far the structural similarity may sink.
  let ssimDrop: Double
  /// How many decibels the signal-to-noise ratio may sink.
  let psnrDrop: Double

  private enum Keys: String, CodingKey, CaseIterable { case rise, microRise, ssimDrop, psnrDrop }

  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(otherThan: Keys.allCases)
    let values = try decoder.container(keyedBy: Keys.self)
    let written = try values.decode([String: Double].self, forKey: .rise)
    rise = Dictionary(
      uniqueKeysWithValues: try Measure.allCases.map { measure in
        guard let share = written[measure.rawValue] else {
          throw DecodingError.dataCorruptedError(
            forKey: .rise, in: values, debugDescription: "'\(measure.rawValue)' is missing")
        }
        return (measure, share)
      })
    guard written.count == rise.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .rise, in: values, debugDescription: "there are other measures than \(Measure.allCases.map(\.rawValue))"
      )
    }
    microRise = try values.decode(Double.self, forKey: .microRise)
    ssimDrop = try values.decode(Double.self, forKey: .ssimDrop)
    psnrDrop = try values.decode(Double.self, forKey: .psnrDrop)
  }
}
