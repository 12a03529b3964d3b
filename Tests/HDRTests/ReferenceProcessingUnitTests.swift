import Testing

@testable import HDR

@Suite("Headers of reference processing units") struct ReferenceProcessingUnitTests {
  /// Packs bits written as text into bytes, zeros behind them, and closes the unit with its checksum.
  private func unit(_ bits: String) -> [UInt8] {
    let digits = bits.filter { $0 == "0" || $0 == "1" }
    var bytes: [UInt8] = [0x19]
    var rest = digits[...]
    while !rest.isEmpty {
      let byte = String(rest.prefix(8))
      bytes.append(UInt8(byte + String(repeating: "0", count: 8 - byte.count), radix: 2) ?? 0)
      rest = rest.dropFirst(8)
    }
    let checksum = MPEG2Checksum.of(bytes.dropFirst())
    return bytes + BigEndian.write32(Int(checksum)) + [0x80]
  }

  /// type 2, format 18, profile, level 0, sequence part, no explicit filter, coefficients with 23 fraction bits
  /// (24 - 1 in Exp-Golomb: 0000 11000), normalized, range; depths 10, 10 and 12; no filter, reserved bits, the two flags.
  private func bits(profile: String, fullRange: Int, composed: String = "00101", resampled: Int, disabled: Int)
    -> String
  {
    "000010 00000010010 \(profile) 0000 1 0 00 000011000 01 \(fullRange) 011 011 \(composed) 0 000 \(resampled) \(disabled)"
  }

  @Test("the checksum is the one of MPEG-2 systems") func checksum() {
    // The check value that catalogs of checksums give.
    #expect(MPEG2Checksum.of("123456789".utf8) == 0x0376_E6E7)
  }

  @Test(
    "profiles are told apart",
    arguments: [
      ("0000", 1, "00101", 0, 1, 5), ("0001", 0, "00101", 1, 0, 7), ("0001", 0, "00101", 0, 1, 8),
      ("0001", 0, "00101", 1, 1, 8),
      ("0001", 0, "00111", 1, 0, 4), ("0000", 0, "00101", 0, 1, nil), ("0010", 0, "00101", 0, 1, nil),
    ] as [(String, Int, String, Int, Int, Int?)])
  func profile(profile: String, fullRange: Int, composed: String, resampled: Int, disabled: Int, expected: Int?) throws
  {
    let bits = bits(
      profile: profile, fullRange: fullRange, composed: composed, resampled: resampled, disabled: disabled)
    let facts = try #require(ReferenceProcessingUnit(unit(bits)))
    #expect(facts.profile == expected)
    #expect(facts.isChecksumRight)
    #expect(facts.type == 2)
    #expect(facts.format == 18)
    #expect(facts.rpuLevel == 0)
    let sequence = try #require(facts.sequence)
    #expect(sequence.isBaseLayerFullRange == (fullRange == 1))
    #expect(sequence.isEnhancementLayerResampled == (resampled == 1))
    #expect(sequence.isResidualDisabled == (disabled == 1))
    #expect(sequence.baseLayerBitDepth == 10)
    #expect(sequence.enhancementLayerBitDepth == 10)
  }

  @Test("a unit that leaves out what tells its profile has none") func withoutSequence() throws {
    let facts = try #require(ReferenceProcessingUnit(unit("000010 00000010010 0001 0000 0")))
    #expect(facts.sequence == nil)
    #expect(facts.profile == nil)
    #expect(facts.isChecksumRight)
  }

  @Test("a bit that flips anywhere behind the prefix makes the checksum wrong, or the unit none") func flipped() {
    let whole = unit(bits(profile: "0001", fullRange: 0, resampled: 0, disabled: 1))
    for index in whole.indices.dropFirst() {
      for bit in 0..<8 {
        var damaged = whole
        damaged[index] ^= 1 << bit
        #expect(ReferenceProcessingUnit(damaged)?.isChecksumRight != true)
      }
    }
  }

  @Test("a unit that is cut off anywhere isn't right") func truncated() {
    let whole = unit(bits(profile: "0001", fullRange: 0, resampled: 0, disabled: 1))
    for count in whole.indices {
      #expect(ReferenceProcessingUnit(Array(whole.prefix(count)))?.isChecksumRight != true)
    }
  }

  @Test("other types, other codings and other prefixes have no such header") func others() {
    #expect(ReferenceProcessingUnit(unit("000011 00000010010 0001 0000 0")) == nil)
    #expect(ReferenceProcessingUnit(unit("000010 10000010010 0001 0000 0")) == nil)
    #expect(ReferenceProcessingUnit([0x18] + unit("000010 00000010010 0001 0000 0").dropFirst()) == nil)
  }

  @Test("numbers of Exp-Golomb are read up to 32 bits, and longer ones are none") func expGolomb() {
    for (byte, number): (UInt8, Int) in [
      (0b1000_0000, 0), (0b0100_0000, 1), (0b0110_0000, 2), (0b0010_0000, 3), (0b0011_0000, 5), (0b0001_1110, 14),
    ] {
      var bits = BitReader([byte])
      #expect(bits.readExpGolomb() == number)
    }
    var longest = BitReader([0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x80])
    #expect(longest.readExpGolomb() == 0x1_FFFF_FFFE)
    var tooLong = BitReader([0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(tooLong.readExpGolomb() == nil)
    var cutOff = BitReader([0x08])
    #expect(cutOff.readExpGolomb() == nil)
  }
}
