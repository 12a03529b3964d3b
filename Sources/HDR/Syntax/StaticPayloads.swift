package import Media

extension MasteringDisplay {
  /// Reads the payload of an SEI message of type 137 (ITU-T H.265, D.2.28): the primaries in the order green, blue, red,
  /// the white point, the highest and the lowest luminance.
  ///
  /// Values outside of the ranges of D.3.28 mean that something is unknown, and encoders write zeros for it. Primaries
  /// and white point that are all zero become `nil`, and so do two luminances of zero; other values stay as they are, so
  /// that they are written again as they were.
  /// - Returns: `nil` for a payload of less than 24 bytes, and for one in which everything is unknown.
  package init?(payload: ArraySlice<UInt8>) {
    let points = (0..<4).compactMap { Chromaticity(payload, at: $0 * 4) }
    guard points.count == 4, let maximum = BigEndian.read32(payload, at: 16),
      let minimum = BigEndian.read32(payload, at: 20)
    else { return nil }
    self.init(points: (points[2], points[0], points[1], points[3]), maximum: maximum, minimum: minimum)
  }

  /// Makes a description of what is known: red, green, blue and white unless all are zero, luminance unless both are;
  /// `nil` when nothing is.
  init?(
    points: (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity), maximum: Int,
    minimum: Int
  ) {
    let hasPoints = [points.red, points.green, points.blue, points.white].contains { $0.x != 0 || $0.y != 0 }
    let hasLuminance = maximum != 0 || minimum != 0
    guard hasPoints || hasLuminance else { return nil }
    self.init(
      red: hasPoints ? points.red : nil, green: hasPoints ? points.green : nil, blue: hasPoints ? points.blue : nil,
      white: hasPoints ? points.white : nil, maximumLuminance: hasLuminance ? maximum : nil,
      minimumLuminance: hasLuminance ? minimum : nil)
  }

  /// The 24 bytes of the payload. What isn't known is zero, which D.3.28 leaves to mean unknown since it lies outside
  /// of the range of every field.
  package var payload: [UInt8] {
    let unknown = Chromaticity(x: 0, y: 0)
    return [green, blue, red, white].flatMap { ($0 ?? unknown).payload }
      + BigEndian.write32(maximumLuminance ?? 0) + BigEndian.write32(minimumLuminance ?? 0)
  }

  /// Whether nothing is known, so that there is nothing to write.
  var isUnknown: Bool { payload.allSatisfy { $0 == 0 } }
}

extension MasteringDisplay.Chromaticity {
  /// Reads x and y of 16 bits each.
  init?(_ payload: ArraySlice<UInt8>, at offset: Int) {
    guard let x = BigEndian.read16(payload, at: offset), let y = BigEndian.read16(payload, at: offset + 2) else {
      return nil
    }
    self.init(x: x, y: y)
  }

  /// x and y of 16 bits each.
  var payload: [UInt8] { BigEndian.write16(x) + BigEndian.write16(y) }
}

extension ContentLightLevel {
  /// Reads the payload of an SEI message of type 144 (ITU-T H.265, D.2.35); `nil` for less than 4 bytes.
  package init?(payload: ArraySlice<UInt8>) {
    guard let content = BigEndian.read16(payload, at: 0), let average = BigEndian.read16(payload, at: 2) else {
      return nil
    }
    self.init(maximumContentLight: content, maximumFrameAverageLight: average)
  }

  /// The 4 bytes of the payload.
  package var payload: [UInt8] {
    BigEndian.write16(maximumContentLight) + BigEndian.write16(maximumFrameAverageLight)
  }
}

extension AmbientViewingEnvironment {
  /// Reads the payload of an SEI message of type 148 (ITU-T H.265, D.2.39); `nil` for less than 8 bytes.
  package init?(payload: ArraySlice<UInt8>) {
    guard let illuminance = BigEndian.read32(payload, at: 0),
      let light = MasteringDisplay.Chromaticity(payload, at: 4)
    else { return nil }
    self.init(illuminance: illuminance, light: light)
  }

  /// The 8 bytes of the payload.
  package var payload: [UInt8] { BigEndian.write32(illuminance) + light.payload }
}

extension TransferCharacteristics {
  /// Reads the payload of an SEI message of type 147 (ITU-T H.265, D.2.38); `nil` for an empty one.
  package init?(payload: ArraySlice<UInt8>) {
    guard let number = payload.first else { return nil }
    self.init(rawValue: Int(number))
  }

  /// The byte of the payload.
  package var payload: [UInt8] { [UInt8(clamping: rawValue)] }
}
