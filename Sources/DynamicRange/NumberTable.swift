/// A function of numbers in a table that is indexed by a number's exponent and the upper bits of its fraction, so that
/// numbers are told apart by their ratio.
struct NumberTable {
  /// The index of the first entry, as a number's bits give it.
  let first: Int32
  /// The function's values, each in the middle of what its index stands for.
  let values: [Float]

  /// Lower bits of a number's fraction that don't matter.
  let shift: UInt32

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - range: The numbers that are told apart, above 0; lower ones are taken for 0, higher ones for the upper bound.
  ///   - bits: Bits of the fraction that matter, up to 22.
  ///   - function: The function.
  init(_ range: ClosedRange<Double>, bits: UInt32, _ function: (Double) -> Double) {
    let shift = 23 - bits
    let low = Float(range.lowerBound).bitPattern >> shift
    let high = Float(range.upperBound).bitPattern >> shift
    first = Int32(low)
    var values = (low...high).map { index in
      Float(function(Double(Float(bitPattern: index << shift | 1 << (shift - 1)))))
    }
    values[values.count - 1] = Float(function(range.upperBound))
    values[0] = Float(function(0))
    self.values = values
    self.shift = shift
  }
}
