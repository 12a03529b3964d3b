/// The outermost boxes of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct ISOFile {
  /// The boxes' types, in their order.
  let boxes: [String]
  /// Whether the last box promises more bytes than there are.
  let endsEarly: Bool
  /// The brands of the file type box.
  let brands: [String]

  init(_ bytes: [UInt8]) {
    var boxes: [String] = []
    var position = 0
    var endsEarly = false
    while position < bytes.count {
      guard var size = bytes.integer(at: position, bytes: 4), position + 8 <= bytes.count else {
        endsEarly = true
        break
      }
      boxes.append(bytes.fourCharacters(at: position + 4))
      if size == 1, let low = bytes.integer(at: position + 12, bytes: 4), bytes.integer(at: position + 8, bytes: 4) == 0
      {
        size = low
      } else if size == 0 {
        size = bytes.count - position
      }
      guard size >= 8, position + size <= bytes.count else {
        endsEarly = true
        break
      }
      position += size
    }
    let end = min(bytes.integer(at: 0, bytes: 4) ?? 0, bytes.count)
    self.boxes = boxes
    self.endsEarly = endsEarly
    brands = [bytes.fourCharacters(at: 8)] + stride(from: 16, to: end - 3, by: 4).map(bytes.fourCharacters(at:))
  }
}
