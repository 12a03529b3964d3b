/// What the frames of a film carry, one after the other, in a few bytes each: what was written can be held against what
/// is read again.
package struct MetadataSequence: Sendable {
  private struct Entry: Sendable {
    let time: Int64
    let digest: Int
  }
  private var entries: [Entry] = []
  /// Frames with metadata of SMPTE ST 2094-40.
  package private(set) var hdr10PlusFrames = 0
  /// Frames with metadata of Dolby Vision.
  package private(set) var dolbyVisionFrames = 0

  package init() {}

  /// Frames that carry anything.
  package var count: Int { entries.count }

  /// Notes what a frame carries.
  ///
  /// - Parameters:
  ///   - metadata: What it carries.
  ///   - time: When it is shown, in ticks of any clock; frames may come in any order.
  package mutating func add(_ metadata: DynamicMetadata, at time: Int64) {
    if metadata.hdr10Plus != nil { hdr10PlusFrames += 1 }
    if metadata.dolbyVision != nil { dolbyVisionFrames += 1 }
    entries.append(Entry(time: time, digest: metadata.hashValue))
  }

  /// Whether frames carry the same, byte for byte, in the order in which they are shown; clocks may differ.
  package func isEqual(to other: MetadataSequence) -> Bool { digests == other.digests }

  private var digests: [Int] { entries.sorted { $0.time < $1.time }.map(\.digest) }
}
