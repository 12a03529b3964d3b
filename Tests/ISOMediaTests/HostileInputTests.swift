import Foundation
import Testing

@testable import ISOMedia

@Suite("Hostile input")
struct HostileInputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A box with any size in its header.
  private func box(_ size: UInt32, _ type: FourCharacterCode, _ payload: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append32(size)
    return bytes + type.bytes + payload
  }

  @Test("A 64-bit size beyond any file ends the file early, without overflow")
  func hugeSize() throws {
    let start = box(8, "free") + box(1, "mdat", [UInt8](repeating: 0xFF, count: 8))
    let movie = try MovieFile.read(path: try folder.write(start, "huge.mp4"))
    #expect(movie.earlyEnd?.expectedByteCount == .max)
    #expect(movie.earlyEnd?.foundByteCount == 24)
  }

  @Test("A size of 0 reaches to the end of the file")
  func sizeZero() throws {
    let path = try folder.write(box(8, "free") + box(0, "mdat", [1, 2, 3]), "zero.mp4")
    let movie = try MovieFile.read(path: path)
    #expect(movie.boxes.map(\.byteCount) == [8, 11])
    #expect(!movie.endsEarly)
  }

  @Test("Sizes smaller than their header end the list of boxes", arguments: [2, 7, 1] as [UInt32])
  func smallSizes(size: UInt32) throws {
    let path = try folder.write(box(8, "free") + box(size, "mdat", [UInt8](repeating: 0, count: 12)), "small.mp4")
    let movie = try MovieFile.read(path: path)
    #expect(movie.boxes.count == 1)
    #expect(movie.trailingByteCount == 20)
  }

  @Test("A box that reaches out of its container is an error")
  func escapingBox() throws {
    let path = try folder.write(box(8, "free") + box(16, "moov", box(4000, "trak")), "escaping.mp4")
    #expect(failure { _ = try MovieFile.read(path: path) }?.code == .malformed)
  }

  @Test("An index of more than 512 MiB isn't read into memory")
  func hugeIndex() throws {
    let path = try folder.write(box(8, "ftyp") + box(600 << 20, "moov"), "huge.mp4")
    try File(updating: path).resize(to: 700 << 20)
    #expect(failure { _ = try MovieFile.read(path: path) }?.code == .tooLarge)
  }

  @Test("An index of hundreds of thousands of boxes is refused")
  func manyBoxes() throws {
    let inner = box(8, "trak")
    var content: [UInt8] = []
    for _ in 0..<300_000 { content += inner }
    let path = try folder.write(box(8, "ftyp") + box(UInt32(8 + content.count), "moov", content), "many.mp4")
    #expect(failure { _ = try MovieFile.read(path: path) }?.code == .tooLarge)
  }

  @Test("Containers inside themselves a hundred thousand times don't recurse")
  func deepNesting() throws {
    var content: [UInt8] = []
    let depth = 100_000
    let types: [FourCharacterCode] = ["moov", "trak", "mdia", "minf", "stbl"]
    for level in 0..<depth { content += box(UInt32((depth - level) * 8), types[min(level % 6, 4)]) }
    let path = try folder.write(content, "deep.mp4")
    #expect(failure { _ = try MovieFile.read(path: path) }?.code == .malformed)
  }

  @Test("Thousands of damaged indexes are read, finished and carried from without a crash", .needsFFmpeg)
  func mutations() throws {
    let clip = folder.path("clip.mp4")
    try Clip.makeChaptered(clip, in: folder, ["-t", "0.3"])
    let sound = folder.path("clip.mov")
    try Clip.make(sound, ["-t", "0.1", "-c:a", "pcm_s16le"])
    var random = SeededGenerator(state: 20_240_229)
    var outcomes: [String: Int] = [:]
    for original in [clip, sound] {
      let content = try bytes(of: original)
      let index = try #require(try MovieFile.read(path: original).boxes.last)
      let range = Int(index.offset)..<content.count
      for _ in 0..<2000 {
        let path = try folder.write(Self.mutated(content, in: range, &random), "mutated.mp4")
        outcomes[outcome { _ = try MovieFile.read(path: path) }, default: 0] += 1
        let carried = CarriedTracks(
          sourcePath: path, sourceIndices: [0, 1], matches: [TrackMatch(outputIndex: 0, sourceIndex: 0)])
        let target = try folder.write(content, "target.mp4")
        let source = try? MovieFile.read(path: path)
        let metadata = source.map { MovieEdits.Metadata.carried(from: $0, matching: carried.matches) }
        let edits = MovieEdits(metadata: metadata ?? .stripped, carriedTracks: carried)
        outcomes[outcome { try MovieFinisher.finish(path: target, edits: edits) }, default: 0] += 1
        let items = [MetadataItem(key: "location", value: "+1+2/"), MetadataItem(key: "own", value: "x")]
        outcomes[
          outcome { try MovieFinisher.finish(path: path, edits: MovieEdits(metadata: .added(items))) }, default: 0] += 1
      }
    }
    // Both ways must be met, or the mutations would test nothing.
    #expect((outcomes["fine"] ?? 0) > 100)
    #expect((outcomes["malformed"] ?? 0) > 100)
    #expect(outcomes["system"] == nil)
  }

  private func outcome(_ operation: () throws -> Void) -> String {
    guard let error = failure(operation) else { return "fine" }
    if case .system = error.code { return "system" }
    return "\(error.code)"
  }

  /// Damages one to four places: a byte, a 32-bit number, a box header or a cut.
  private static func mutated(_ content: [UInt8], in range: Range<Int>, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = content
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: range.lowerBound..<range.upperBound - 8, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 3, 4:
        let numbers: [UInt32] = [
          0, 1, 7, 8, 0x7FFF_FFFF, 0x8000_0000, .max, UInt32.random(in: 0...9999, using: &random),
        ]
        var number: [UInt8] = []
        number.append32(numbers.randomElement(using: &random) ?? 0)
        bytes.replaceSubrange(place..<place + 4, with: number)
      case 5:
        let types: [FourCharacterCode] = [
          "moov", "trak", "mvex", "udta", "meta", "stsz", "stco", "co64", "tref", "chpl",
        ]
        bytes.replaceSubrange(place..<place + 4, with: (types.randomElement(using: &random) ?? "free").bytes)
      case 6:
        bytes.swapAt(place, Int.random(in: range, using: &random))
      default:
        let count = Int.random(in: 1...8, using: &random)
        bytes.replaceSubrange(place..<place + count, with: repeatElement(0xFF, count: count))
      }
    }
    return bytes
  }
}

/// A small generator (SplitMix64) whose numbers are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
