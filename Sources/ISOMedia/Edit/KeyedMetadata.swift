/// A `meta` box whose items have names (handler `mdta`): a list of keys, and values that refer to them by number.
struct KeyedMetadata {
  private var content: Box
  private var keys: [ArraySlice<UInt8>] = []

  /// An empty one.
  init() {
    var handler: [UInt8] = Array(repeating: 0, count: 8)
    handler += FourCharacterCode("mdta").bytes
    // Three reserved words and an empty name.
    handler += Array(repeating: 0, count: 13)
    content = Box("meta", boxes: [Box("hdlr", handler)])
  }

  /// Reads the box.
  ///
  /// - Throws: `unsupported` when it is of another handler: a movie has one `meta` box, so items can't be added then.
  init(_ box: Box) throws(ISOMediaError) {
    let payload = box.payloadSlice
    let isQuickTime = payload.code(at: 4) == "hdlr"
    content = Box.list("meta", payload.from(isQuickTime ? 0 : 4))
    guard content["hdlr"]?.payloadSlice.code(at: 8) == "mdta" else {
      throw .unsupported("the movie's metadata isn't of a kind that takes named items")
    }
    // Entries look like boxes whose type is the namespace.
    keys = Box.list("keys", content["keys"]?.payloadSlice.from(8) ?? []).children.map { key in
      key.type.bytes + key.payloadSlice
    }
  }

  /// Sets the value of a key, which joins the list if it isn't there.
  mutating func set(_ item: MetadataItem) {
    let place = place(of: item.key) ?? keys.count
    if place == keys.count { keys.append((FourCharacterCode("mdta").bytes + Array(item.key.utf8))[...]) }
    let number = FourCharacterCode(rawValue: UInt32(clamping: place + 1))
    // The value's type 1 is UTF-8; its locale 0 is any.
    let data = Box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(item.value.utf8))
    var values = Box.list("ilst", content["ilst"]?.payloadSlice ?? [])
    values.replace(with: Box(number, boxes: [data]))
    content.replace(with: keysBox)
    content.replace(with: values)
  }

  /// Whether a key is in the list.
  func contains(_ key: String) -> Bool { place(of: key) != nil }

  /// Takes a key and its values out of the list; nothing happens where it isn't there.
  mutating func remove(_ key: String) {
    guard let place = place(of: key) else { return }
    keys.remove(at: place)
    let values = Box.list("ilst", content["ilst"]?.payloadSlice ?? [])
    let removed = UInt32(clamping: place + 1)
    let kept = values.children.filter { $0.type.rawValue != removed }.map { value in
      // Values name their key by its number, and the ones behind it move up.
      value.type.rawValue > removed
        ? Box(FourCharacterCode(rawValue: value.type.rawValue - 1), value.payloadSlice) : value
    }
    content.replace(with: keysBox)
    content.replace(with: Box("ilst", boxes: kept))
  }

  private func place(of key: String) -> Int? {
    let bytes = FourCharacterCode("mdta").bytes + Array(key.utf8)
    return keys.firstIndex { $0.elementsEqual(bytes) }
  }

  private var keysBox: Box {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append32(UInt32(clamping: keys.count))
    for key in keys {
      bytes.append32(UInt32(clamping: key.count + 4))
      bytes += key
    }
    return Box("keys", bytes)
  }

  /// The box as it stands, in QuickTime's form, which has no version and flags: named items are QuickTime's, and
  /// phones write that form into MP4 files too.
  var box: Box { content }
}
