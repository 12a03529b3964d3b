/// A message of supplemental enhancement information (ITU-T H.265, 7.3.5; H.264, 7.3.2.3.1).
struct SEIMessage: Hashable {
  /// The payload types that carry metadata of high dynamic range.
  enum Kind {
    static let registeredUserData = 4
    static let masteringDisplay = 137
    static let contentLight = 144
    static let preferredTransfer = 147
    static let ambientViewing = 148
  }

  /// Its `payloadType`.
  let type: Int
  /// Its payload.
  let payload: ArraySlice<UInt8>

  /// Makes a message.
  init(type: Int, payload: some Collection<UInt8>) {
    self.type = type
    self.payload = ArraySlice(payload)
  }

  /// The messages of a NAL unit without emulation prevention, from behind its header on. What is cut off at the end is
  /// left out.
  static func messages(in unit: [UInt8], from start: Int) -> [SEIMessage] {
    var messages: [SEIMessage] = []
    var position = start
    while position < unit.count, !isTrailing(unit[position...]) {
      guard let type = number(in: unit, at: &position), let size = number(in: unit, at: &position),
        size <= unit.count - position
      else { break }
      messages.append(SEIMessage(type: type, payload: unit[position..<(position + size)]))
      position += size
    }
    return messages
  }

  /// The message as it stands in a NAL unit: type, size and payload.
  var bytes: [UInt8] { Self.coded(type) + Self.coded(payload.count) + payload }

  /// Whether only the trailing bits are left: a one and zeros.
  private static func isTrailing(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first == 0x80 && rest.dropFirst().allSatisfy { $0 == 0 }
  }

  /// Reads a number in steps of 255; `nil` when it is cut off.
  private static func number(in unit: [UInt8], at position: inout Int) -> Int? {
    var number = 0
    while position < unit.count {
      let byte = Int(unit[position])
      position += 1
      number += byte
      if byte < 255 { return number }
    }
    return nil
  }

  /// A number in steps of 255.
  private static func coded(_ number: Int) -> [UInt8] {
    Array(repeating: 255, count: number / 255) + [UInt8(number % 255)]
  }
}
