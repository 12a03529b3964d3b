/// What a track's `stsd` box says about its samples.
struct SampleDescription {
  /// The types of the sample entries, in order.
  private(set) var entryTypes: [FourCharacterCode] = []
  /// Whether the samples are encrypted: a type that says so, or protection information (`sinf`) inside an entry.
  private(set) var isEncrypted = false
  /// The light around the display that the pictures were made for; `nil` where nothing is said.
  private(set) var ambientViewing: AmbientViewing?
  /// The real size of sound samples where QuickTime's sample table counts each as one byte.
  private(set) var packedSound: PackedSound?

  /// That `samples` samples of sound take `byteCount` bytes.
  struct PackedSound {
    let byteCount: UInt64
    let samples: UInt64
  }

  /// Reads the box; entries that don't parse end the list.
  init(_ box: Box, handler: FourCharacterCode?) {
    let payload = box.payloadSlice
    let version = payload.first ?? 0
    for entry in Box.list("stsd", payload.from(8)).children {
      entryTypes.append(entry.type)
      let fields = entry.payloadSlice
      let start = Self.childrenStart(fields, handler: handler, version: version)
      let children = start.map { Box.list(entry.type, fields.from($0)).children } ?? []
      if Self.encryptedTypes.contains(entry.type) || children.contains(where: { $0.type == "sinf" }) {
        isEncrypted = true
      }
      if ambientViewing == nil { ambientViewing = children.first { $0.type == "amve" }.flatMap(AmbientViewing.init) }
      if handler == "soun", version == 0, packedSound == nil { packedSound = Self.packedSound(fields) }
    }
  }

  private static let encryptedTypes: Set<FourCharacterCode> = ["encv", "enca", "enct", "encs", "encm", "drms", "drmi"]

  /// Where the boxes inside a sample entry begin; `nil` for handlers whose entries begin with other fields.
  private static func childrenStart(
    _ entry: ArraySlice<UInt8>, handler: FourCharacterCode?, version: UInt8
  ) -> Int? {
    switch handler {
    case "vide":
      return 78
    case "soun":
      // QuickTime's second and third form of the sound description add fields.
      switch entry.unsigned16(at: 8) {
      case 1 where version == 0: return 28 + 16
      case 2: return 28 + 36
      default: return 28
      }
    default:
      return nil
    }
  }

  private static func packedSound(_ entry: ArraySlice<UInt8>) -> PackedSound? {
    let form = entry.unsigned16(at: 8)
    if form == 1, let samples = entry.unsigned32(at: 28), let byteCount = entry.unsigned32(at: 36) {
      guard samples > 0, byteCount > 0 else { return nil }
      return PackedSound(byteCount: UInt64(byteCount), samples: UInt64(samples))
    }
    guard form == 0, let channels = entry.unsigned16(at: 16), let bits = entry.unsigned16(at: 18) else { return nil }
    let byteCount = UInt64(channels) * UInt64(bits / 8)
    return byteCount > 0 ? PackedSound(byteCount: byteCount, samples: 1) : nil
  }
}

/// The ambient viewing environment box (`amve`, ISO/IEC 14496-12, 12.1.7).
package struct AmbientViewing: Sendable, Hashable {
  /// How much light falls on the surroundings, in steps of 0.0001 lux.
  package let illuminance: UInt32
  /// The light's color on the CIE 1931 chromaticity diagram, in steps of 0.00002.
  package let lightX: UInt16
  package let lightY: UInt16

  /// Makes the values of a box.
  package init(illuminance: UInt32, lightX: UInt16, lightY: UInt16) {
    self.illuminance = illuminance
    self.lightX = lightX
    self.lightY = lightY
  }

  /// Reads a box; `nil` when it is too short.
  init?(_ box: Box) {
    let fields = box.payloadSlice
    guard let illuminance = fields.unsigned32(at: 0), let x = fields.unsigned16(at: 4),
      let y = fields.unsigned16(at: 6)
    else { return nil }
    self.init(illuminance: illuminance, lightX: x, lightY: y)
  }

  /// The box.
  package var box: Box {
    let fields = [UInt16(illuminance >> 16), UInt16(illuminance & 0xFFFF), lightX, lightY]
    return Box("amve", fields.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }
}
