/// Where a track's samples lie: the chunks of its `stco` or `co64` box with the sizes that `stsc` and `stsz` give them.
struct SampleTable {
  /// A run of samples that lie side by side.
  struct Chunk {
    let offset: UInt64
    let byteCount: UInt64
    let sampleCount: UInt64
  }

  private enum Sizes {
    case constant(byteCount: UInt64, perSamples: UInt64)
    case table(Table)
    /// Two 4-bit sizes in each byte, as `stz2` can have them.
    case nibbles(Table)
  }

  /// The number of samples.
  let sampleCount: UInt64
  private let sizes: Sizes
  private let offsets: Table
  private let offsetByteCount: Int
  private let runs: Table

  /// Reads the tables of an `stbl` box.
  init(_ box: Box, packedSound: SampleDescription.PackedSound?) throws(ISOMediaError) {
    (sizes, sampleCount) = try Self.sizes(box, packedSound: packedSound)
    (offsets, offsetByteCount) = try box.chunkOffsets()
    guard let runBox = box["stsc"] else { throw .malformed("box 'stbl' has no 'stsc'") }
    var fields = FieldReader(runBox)
    _ = try fields.number(4)
    runs = try fields.table(entryByteCount: 12)
  }

  private static func sizes(
    _ box: Box, packedSound: SampleDescription.PackedSound?
  ) throws(ISOMediaError) -> (Sizes, UInt64) {
    if let sizeBox = box["stsz"] {
      var fields = FieldReader(sizeBox)
      _ = try fields.number(4)
      let constant = try fields.number(4)
      let count = try fields.number32()
      if constant == 1, let packedSound {
        return (.constant(byteCount: packedSound.byteCount, perSamples: packedSound.samples), UInt64(count))
      }
      if constant > 0 { return (.constant(byteCount: constant, perSamples: 1), UInt64(count)) }
      return (.table(try fields.table(count: Int(count), entryByteCount: 4)), UInt64(count))
    }
    guard let sizeBox = box["stz2"] else { throw .malformed("box 'stbl' has neither 'stsz' nor 'stz2'") }
    var fields = FieldReader(sizeBox)
    _ = try fields.number(7)
    let bits = try fields.number(1)
    let count = try fields.number32()
    switch bits {
    case 4: return (.nibbles(try fields.table(count: (Int(count) + 1) / 2, entryByteCount: 1)), UInt64(count))
    case 8, 16: return (.table(try fields.table(count: Int(count), entryByteCount: Int(bits / 8))), UInt64(count))
    default: throw .malformed("box 'stz2' has sizes of \(bits) bits")
    }
  }

  /// The bytes that samples take, given where the first of them stands among all.
  private func byteCount(of samples: Range<UInt64>) -> UInt64 {
    switch sizes {
    case .constant(let byteCount, let perSamples):
      // Both factors have at most 32 bits.
      return UInt64(samples.count) * byteCount / perSamples
    case .table(let table):
      return samples.reduce(0) { $0 + table.number(Int($1)) }
    case .nibbles(let table):
      return samples.reduce(0) {
        $0 + (table.number(Int($1 / 2), byteCount: 1) >> ($1.isMultiple(of: 2) ? 4 : 0)) & 0xF
      }
    }
  }
}

extension SampleTable: Sequence {
  /// Goes through the chunks in order.
  struct Iterator: IteratorProtocol {
    private let table: SampleTable
    private var chunk = 0
    private var run = 0
    private var sample: UInt64 = 0

    fileprivate init(_ table: SampleTable) {
      self.table = table
    }

    mutating func next() -> Chunk? {
      guard chunk < table.offsets.count else { return nil }
      let offset = table.offsets.number(chunk, byteCount: table.offsetByteCount)
      // The first chunk of a run is counted from 1.
      while run + 1 < table.runs.count, table.runs.number(run + 1, byteCount: 4) <= UInt64(chunk) + 1 { run += 1 }
      let wanted = run < table.runs.count ? table.runs.number(run, at: 4, byteCount: 4) : 0
      let end = Swift.min(table.sampleCount, sample + wanted)
      defer {
        chunk += 1
        sample = end
      }
      return Chunk(offset: offset, byteCount: table.byteCount(of: sample..<end), sampleCount: end - sample)
    }
  }

  func makeIterator() -> Iterator {
    Iterator(self)
  }
}

extension SampleTable {
  /// The end of the last byte that the table refers to; `nil` without samples.
  var sampleDataEnd: UInt64? {
    var last: UInt64?
    for chunk in self where chunk.byteCount > 0 {
      let (end, overflow) = chunk.offset.addingReportingOverflow(chunk.byteCount)
      last = Swift.max(last ?? 0, overflow ? .max : end)
    }
    return last
  }
}

extension Box {
  /// The chunk offsets of an `stbl` box, and how many bytes each of them has.
  func chunkOffsets() throws(ISOMediaError) -> (Table, byteCount: Int) {
    guard let box = self["co64"] ?? self["stco"] else { throw .malformed("box 'stbl' has neither 'stco' nor 'co64'") }
    let byteCount = box.type == "co64" ? 8 : 4
    var fields = FieldReader(box)
    _ = try fields.number(4)
    return (try fields.table(entryByteCount: byteCount), byteCount)
  }

  /// Replaces the chunk offsets of an `stbl` box.
  mutating func setChunkOffsets(_ offsets: [UInt64], byteCount: Int) {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.reserveCapacity(8 + offsets.count * byteCount)
    bytes.append32(UInt32(clamping: offsets.count))
    for offset in offsets { bytes.append(offset, byteCount: byteCount) }
    let box = Box(byteCount == 8 ? "co64" : "stco", bytes)
    removeAll(byteCount == 8 ? "stco" : "co64")
    replace(with: box)
  }
}
