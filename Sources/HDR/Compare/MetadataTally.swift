/// What the pictures of a film carry, in a few numbers: two tallies are equal when the same pictures carry the same bytes,
/// in whatever order they were added.
///
/// The digests find mistakes, not forgeries: they are of 64 bits and without a secret.
package struct MetadataTally: Sendable, Hashable {
  /// What one system of dynamic metadata comes to.
  package struct Count: Sendable, Hashable {
    /// How many pictures carry it.
    package private(set) var frames = 0
    /// A sum over the digests of all of them, so that neither order nor gaps count, but time and bytes do.
    package private(set) var digest: UInt64 = 0

    fileprivate mutating func add(_ bytes: [UInt8], at time: Int64) {
      frames += 1
      digest &+= Self.mixed(Self.hash(of: bytes) &+ Self.mixed(UInt64(bitPattern: time)))
    }

    /// FNV-1a of 64 bits.
    private static func hash(of bytes: [UInt8]) -> UInt64 {
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// Spreads a number over all bits (the finisher of SplitMix64): without it, sums of hashes that differ in a few bits
    /// could be equal.
    private static func mixed(_ number: UInt64) -> UInt64 {
      var number = number &+ 0x9E37_79B9_7F4A_7C15
      number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
      number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
      return number ^ number >> 31
    }
  }

  /// The messages of HDR10+.
  package private(set) var hdr10Plus = Count()
  /// The units of Dolby Vision.
  package private(set) var dolbyVision = Count()

  /// Nothing yet.
  package init() {}

  /// How many pictures carry a message of HDR10+.
  package var hdr10PlusFrames: Int { hdr10Plus.frames }
  /// How many pictures carry a unit of Dolby Vision.
  package var dolbyVisionFrames: Int { dolbyVision.frames }

  /// Adds a picture.
  /// - Parameters:
  ///   - metadata: What it carries.
  ///   - time: What tells it from the others: its presentation time, in the same unit in both tallies, or its place in
  ///     the order of presentation.
  package mutating func add(_ metadata: DynamicMetadata, at time: Int64) {
    if let message = metadata.hdr10Plus { hdr10Plus.add(message, at: time) }
    if let unit = metadata.dolbyVision { dolbyVision.add(unit, at: time) }
  }
}
