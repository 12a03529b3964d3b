internal import CFFmpeg
internal import Media

extension Rational {
  init(_ value: AVRational) { self.init(value.num, value.den) }
  var c: AVRational { AVRational(num: numerator, den: denominator) }
}

/// `AV_NOPTS_VALUE`, a macro that isn't imported.
let noTimestamp = Int64.min

func timestamp(_ value: Int64) -> Int64? { value == noTimestamp ? nil : value }
