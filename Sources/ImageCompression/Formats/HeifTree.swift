/// What the pictures of a HEIF file are put together of (ISO/IEC 23008-12, 6.6), looked at before libheif follows it.
///
/// libheif 1.15 follows pictures that are made of themselves until the stack ends, ends the process where a piece is missing,
/// draws the same picture as often as a small file says, takes memory for whatever size a canvas or a bitstream has beside
/// the size that the file tells, and loses some where a picture has no bytes.
struct HeifTree {
  /// Why a file isn't followed.
  struct Fault: Error, Sendable {
    let found: String
  }

  /// The types of items that libheif knows as pictures. It ends the process where others are to be drawn.
  private static let pictures = ["hvc1", "av01", "grid", "iovl", "iden"]
  /// How many pictures may be made of one another.
  private static let deepest = 8
  /// How often the largest picture's pixels may be worked on: tiles and their canvas are two, transparency as many again.
  private static let mostWork = 8

  /// The pixels of the largest canvas or coded picture in the file.
  private(set) var largest = 0

  /// What a picture needs.
  private struct Need {
    /// The pixels of all that is decoded and drawn for it.
    var work: Int
    /// The length of the longest chain of pictures that are made of one another.
    var height = 1
  }

  private let items: HeifItems.Table
  private var ownPixels: [Int: Int] = [:]
  private var needs: [Int: Need] = [:]

  /// Looks at every picture of a file.
  init(_ bytes: [UInt8]) throws(Fault) {
    items = HeifItems.Table(bytes)
    guard items.count <= 1 else { throw Fault(found: "more than one table of items") }
    guard items.isWhole else { throw Fault(found: "a table of items with entries that don't fit") }
    for (item, kind) in items.kinds where ["grid", "iovl", "iden"].contains(kind) {
      guard items.parts[item, default: []].allSatisfy({ Self.pictures.contains(items.kinds[$0] ?? "") }) else {
        throw Fault(found: "one that is made of pieces that aren't pictures")
      }
    }
    try readPixels(bytes)
    for item in items.kinds.keys { _ = try need(of: item, depth: 1) }
    let (allowed, overflow) = largest.multipliedReportingOverflow(by: Self.mostWork)
    guard overflow || needs.values.allSatisfy({ $0.work <= allowed }) else {
      throw Fault(found: "one that is put together of the same pieces again and again")
    }
  }

  /// What a picture needs, with all that it is made of.
  private mutating func need(of item: Int, depth: Int) throws(Fault) -> Need {
    if let known = needs[item] { return known }
    var need = Need(work: ownPixels[item] ?? 0)
    for part in items.parts[item] ?? [] where depth <= Self.deepest {
      let other = try self.need(of: part, depth: depth + 1)
      let (sum, overflow) = need.work.addingReportingOverflow(other.work)
      need.work = overflow ? .max : sum
      need.height = max(need.height, other.height + 1)
    }
    guard depth <= Self.deepest, need.height <= Self.deepest else {
      throw Fault(found: "one that is made of itself, or of too many others")
    }
    needs[item] = need
    return need
  }

  /// Reads the sizes of all canvases and bitstreams.
  private mutating func readPixels(_ bytes: [UInt8]) throws(Fault) {
    var readCount = 0
    for (item, kind) in items.kinds where ["hvc1", "hev1", "av01", "grid", "iovl"].contains(kind) {
      let record = items.record(kind == "av01" ? "av1C" : "hvcC", item, bytes)
      let data = items.data(item, bytes)
      guard !data.isEmpty else { throw Fault(found: "one without any bytes") }
      // Items of their own have bytes of their own.
      readCount += record.count + data.count
      guard readCount <= 4 * bytes.count + 1 << 20 else { throw Fault(found: "many of the same bytes") }
      let pixels =
        switch kind {
        // A flag says whether numbers have 16 or 32 bits; of a grid, rows and columns stand between.
        case "grid": Self.canvas(data, at: 4)
        // Behind the color of the ground, four numbers of 16 bits.
        case "iovl": Self.canvas(data, at: 10)
        case "av01": CodedSize.av1(record: record, sample: data)
        default: CodedSize.hevc(record: record, sample: data)
        }
      ownPixels[item] = pixels
      largest = max(largest, pixels)
    }
  }

  private static func canvas(_ data: [UInt8], at position: Int) -> Int {
    guard data.count > 1 else { return 0 }
    let width = data[1] & 1 == 0 ? 2 : 4
    let sides = [position, position + width].map { data.integer(at: $0, bytes: width) ?? 0 }
    let (pixels, overflow) = sides[0].multipliedReportingOverflow(by: sides[1])
    return overflow ? .max : pixels
  }
}

extension HeifItems {
  /// The items of a file as they stand in its `meta` box, whatever the main one is.
  struct Table {
    /// How many tables the file has; one is right.
    private(set) var count = 0
    /// Whether every entry fits where it stands; libheif reads others to the end of what they stand in.
    private(set) var isWhole = true
    /// The items' types by their numbers.
    private(set) var kinds: [Int: String] = [:]
    /// What an item is made of or has beside it, such as transparency.
    private(set) var parts: [Int: [Int]] = [:]
    private var properties: [Int: [Box]] = [:]
    private var locations: ItemLocations?

    init(_ bytes: [UInt8]) {
      for meta in boxes(bytes, in: 0..<bytes.count) where meta.type == "meta" && meta.payload.count > 4 {
        count += 1
        let inner = entries(bytes, (meta.payload.lowerBound + 4)..<meta.payload.upperBound)
        let data = inner.first { $0.type == "idat" }?.payload
        for box in inner {
          switch box.type {
          case "iinf": readKinds(bytes, box.payload)
          case "iref": readReferences(bytes, box.payload)
          case "iprp": readProperties(bytes, box.payload)
          case "iloc": locations = locations ?? ItemLocations(bytes, in: box.payload, dataBox: data)
          default: break
          }
        }
      }
    }

    /// An item's bytes; empty where they can't be found.
    func data(_ item: Int, _ bytes: [UInt8]) -> [UInt8] { locations?.data(of: item, in: bytes) ?? [] }

    /// A property's payload; empty where there is none.
    func record(_ type: String, _ item: Int, _ bytes: [UInt8]) -> [UInt8] {
      properties[item]?.first { $0.type == type }.map { Array(bytes[$0.payload]) } ?? []
    }

    /// The boxes in a range; notes when something else stands behind them.
    private mutating func entries(_ bytes: [UInt8], _ range: Range<Int>) -> [Box] {
      let found = boxes(bytes, in: range)
      if range.upperBound - (found.last?.payload.upperBound ?? range.lowerBound) >= 8 { isWhole = false }
      return found
    }

    private mutating func readKinds(_ bytes: [UInt8], _ range: Range<Int>) {
      guard range.count > 6 else { return }
      let start = range.lowerBound + (bytes[range.lowerBound] == 0 ? 6 : 8)
      guard start <= range.upperBound else { return }
      for entry in entries(bytes, start..<range.upperBound) where entry.type == "infe" && entry.payload.count >= 12 {
        let width = bytes[entry.payload.lowerBound] < 3 ? 2 : 4
        let position = entry.payload.lowerBound + 4
        guard let item = bytes.integer(at: position, bytes: width) else { continue }
        // Of two entries, libheif knows the first.
        kinds[item] = kinds[item] ?? bytes.fourCharacters(at: position + width + 2)
      }
    }

    private mutating func readReferences(_ bytes: [UInt8], _ range: Range<Int>) {
      guard range.count > 4 else { return }
      let width = bytes[range.lowerBound] == 0 ? 2 : 4
      for box in entries(bytes, (range.lowerBound + 4)..<range.upperBound) where ["dimg", "auxl"].contains(box.type) {
        let start = box.payload.lowerBound
        guard let from = bytes.integer(at: start, bytes: width),
          let count = bytes.integer(at: start + width, bytes: 2)
        else { continue }
        for number in 0..<count {
          let position = start + width + 2 + number * width
          guard position + width <= box.payload.upperBound, let to = bytes.integer(at: position, bytes: width) else {
            break
          }
          // Transparency names the picture that it belongs to.
          if box.type == "dimg" { parts[from, default: []].append(to) } else { parts[to, default: []].append(from) }
        }
      }
    }

    private mutating func readProperties(_ bytes: [UInt8], _ range: Range<Int>) {
      let inner = entries(bytes, range)
      guard let container = inner.first(where: { $0.type == "ipco" })?.payload else { return }
      let all = entries(bytes, container)
      for table in inner where table.type == "ipma" {
        for (item, numbers) in associations(bytes, in: table.payload) {
          properties[item, default: []] += numbers.compactMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
        }
      }
    }
  }
}
