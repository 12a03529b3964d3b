/// What AAC's configuration says of the kind of AAC (ISO/IEC 14496-3, 1.6.2.1).
struct AudioSpecificConfig {
  private static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// The kinds of object by their numbers.
  private enum Object {
    static let lowComplexity = 2
    static let spectralBandReplication = 5
    static let parametricStereo = 29
  }

  /// The object type of parametric stereo, whose two channels are coded as one.
  static let parametricStereo = Object.parametricStereo

  /// Bits before an extension that a simple decoder skips: for spectral band replication, and for parametric stereo.
  private enum Mark {
    static let replication = 0x2B7
    static let stereo = 0x548
  }

  /// The object type that says most: 5 where spectral band replication is said to follow, 29 where parametric stereo is,
  /// else that of the core; `nil` for a configuration that isn't understood.
  static func objectType(of bytes: [UInt8]) -> Int? {
    var bits = Bits(bytes)
    let object = bits.read(5)
    guard object > 0, object < 31 else { return nil }
    guard object == Object.lowComplexity else { return object }
    if bits.read(4) == 15 { _ = bits.read(24) }
    // Zero channels means that a table of them follows, behind which nothing is looked for.
    guard bits.read(4) > 0 else { return object }
    _ = bits.read(3)
    guard bits.read(11) == Mark.replication, bits.read(5) == Object.spectralBandReplication, bits.read(1) == 1 else {
      return object
    }
    if bits.read(4) == 15 { _ = bits.read(24) }
    return bits.read(11) == Mark.stereo && bits.read(1) == 1 ? Object.parametricStereo : Object.spectralBandReplication
  }

  /// The configuration of one channel with spectral band replication and without parametric stereo.
  ///
  /// Only this form, which simple decoders read, too, can say that there is no parametric stereo. Without that word
  /// FFmpeg, among others, makes two channels of one, in case there is.
  ///
  /// - Returns: The bytes; `nil` for a sample rate that has no number.
  static func oneChannel(sampleRate: Int) -> [UInt8]? {
    guard let core = sampleRates.firstIndex(of: sampleRate / 2), let full = sampleRates.firstIndex(of: sampleRate)
    else {
      return nil
    }
    var bits = Bits([])
    for (value, count) in [
      (Object.lowComplexity, 5), (core, 4), (1, 4), (0, 3), (Mark.replication, 11),
      (Object.spectralBandReplication, 5), (1, 1), (full, 4), (Mark.stereo, 11), (0, 1),
    ] { bits.write(value, count) }
    return bits.bytes
  }
}

/// Bits of bytes, the highest first.
private struct Bits {
  private(set) var bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of some bits; what is missing counts as zeros.
  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let bit = position / 8 < bytes.count ? Int(bytes[position / 8] >> (7 - position % 8)) & 1 : 0
      value = value << 1 | bit
      position += 1
    }
    return value
  }

  mutating func write(_ value: Int, _ count: Int) {
    for shift in (0..<count).reversed() {
      if position % 8 == 0 { bytes.append(0) }
      if value >> shift & 1 == 1 { bytes[position / 8] |= 1 << (7 - position % 8) }
      position += 1
    }
  }
}
