/// A box (an atom, in QuickTime's words) in memory.
///
/// The containers on the way to the sample tables are held as boxes, everything else as the bytes it was read from,
/// so that what isn't edited is written again bit by bit.
package struct Box: Sendable, Hashable {
  /// What a box holds.
  enum Content: Sendable, Hashable {
    /// The payload as read; for a `uuid` box it begins with the 16 bytes of the identifier.
    case bytes(ArraySlice<UInt8>)
    /// Boxes, then whatever follows the last of them (QuickTime ends some lists with four zero bytes).
    case boxes([Box], trailing: ArraySlice<UInt8>)
  }

  /// The box's type.
  package let type: FourCharacterCode
  var content: Content

  init(_ type: FourCharacterCode, _ payload: ArraySlice<UInt8>) {
    self.type = type
    content = .bytes(payload)
  }

  init(_ type: FourCharacterCode, _ payload: [UInt8]) {
    self.init(type, payload[...])
  }

  init(_ type: FourCharacterCode, boxes: [Box], trailing: ArraySlice<UInt8> = []) {
    self.type = type
    content = .boxes(boxes, trailing: trailing)
  }

  /// The bytes after the size and the type.
  package var payload: [UInt8] { Array(payloadSlice) }

  var payloadSlice: ArraySlice<UInt8> {
    switch content {
    case .bytes(let bytes): return bytes
    case .boxes(let boxes, let trailing): return Self.serialize(boxes, trailing: trailing)[...]
    }
  }

  /// The same box with storage of its own, so that it doesn't keep a whole index in memory.
  var detached: Box { Box(type, payload) }
}

extension Box {
  /// The boxes inside a container; none for other boxes.
  var children: [Box] {
    if case .boxes(let boxes, _) = content { boxes } else { [] }
  }

  /// The first box of a type inside a container.
  subscript(_ type: FourCharacterCode) -> Box? {
    children.first { $0.type == type }
  }

  /// The first box at the end of a way through containers.
  func descendant(_ types: FourCharacterCode...) -> Box? {
    var box = self
    for type in types {
      guard let next = box[type] else { return nil }
      box = next
    }
    return box
  }

  /// Removes all boxes of a type from a container.
  mutating func removeAll(_ type: FourCharacterCode) {
    guard case .boxes(let boxes, let trailing) = content else { return }
    content = .boxes(boxes.filter { $0.type != type }, trailing: trailing)
  }

  /// Adds a box behind the others of a container.
  mutating func append(_ box: Box) {
    guard case .boxes(let boxes, let trailing) = content else { return }
    content = .boxes(boxes + [box], trailing: trailing)
  }

  /// Puts a box where the first of its type is, or behind the others, and removes further ones of the type.
  mutating func replace(with box: Box) {
    guard case .boxes(var boxes, let trailing) = content else { return }
    let place = boxes.firstIndex { $0.type == box.type }
    boxes.removeAll { $0.type == box.type }
    boxes.insert(box, at: place ?? boxes.count)
    content = .boxes(boxes, trailing: trailing)
  }

  /// Changes every box of a type inside a container; `edit` gets its number among those of the type.
  mutating func editAll(
    _ type: FourCharacterCode, _ edit: (Int, inout Box) throws(ISOMediaError) -> Void
  ) throws(ISOMediaError) {
    guard case .boxes(var boxes, let trailing) = content else { return }
    // The tree is taken apart first, so that an edit changes a box in place instead of a copy.
    content = .bytes([])
    var number = 0
    for index in boxes.indices where boxes[index].type == type {
      try edit(number, &boxes[index])
      number += 1
    }
    content = .boxes(boxes, trailing: trailing)
  }

  /// Changes the first box at the end of a way through containers; nothing happens where there is none.
  mutating func edit(
    _ types: [FourCharacterCode], _ edit: (inout Box) throws(ISOMediaError) -> Void
  ) throws(ISOMediaError) {
    guard let type = types.first else { return try edit(&self) }
    try editAll(type) { (number, box) throws(ISOMediaError) in
      if number == 0 { try box.edit(Array(types.dropFirst()), edit) }
    }
  }
}
