/// A four-byte name, as boxes, brands, handlers and sample entries carry.
///
/// Bytes above 0x7F are written as the Unicode scalar of the same number, so `"©xyz"` is the bytes A9 78 79 7A.
package struct FourCharacterCode: Sendable, Hashable {
  /// The four bytes, the first in the most significant place.
  package let rawValue: UInt32

  /// Makes the code of its big-endian number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The four bytes in file order.
  var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether every byte is printable ASCII or the © that QuickTime's text boxes begin with.
  var isPrintable: Bool {
    bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
  }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// Makes the code of up to four characters below U+0100; missing ones are spaces, others become `?`.
  package init(stringLiteral value: String) {
    var number: UInt32 = 0
    var scalars = value.unicodeScalars.makeIterator()
    for _ in 0..<4 {
      let scalar = scalars.next()?.value ?? 0x20
      number = number << 8 | (scalar <= 0xFF ? scalar : 0x3F)
    }
    self.init(rawValue: number)
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The code as text; unprintable bytes as `\xNN`.
  package var description: String {
    bytes.map { byte in
      if (0x20...0x7E).contains(byte) || byte == 0xA9 { return String(Unicode.Scalar(byte)) }
      return "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
