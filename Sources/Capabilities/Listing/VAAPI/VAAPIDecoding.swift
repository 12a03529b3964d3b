internal import CVA

/// What the driver of a render node lists beside encoders: decoding, scaling and tone-mapping.
enum VAAPIDecoding {
  private static let kinds: [(profile: VAProfile, codec: String, bitDepth: Int)] = [
    (VAProfileH264High, "h264", 8), (VAProfileHEVCMain, "hevc", 8), (VAProfileHEVCMain10, "hevc", 10),
    (VAProfileVP9Profile0, "vp9", 8), (VAProfileVP9Profile2, "vp9", 10), (VAProfileAV1Profile0, "av1", 8),
  ]

  /// Asks for entry points for decoding (`VAEntrypointVLD`) and scaling (`VAEntrypointVideoProc`). A driver that fails
  /// here decodes nothing for us.
  static func list(_ connection: VAConnection, _ profiles: [VAProfile]) -> DeviceDecoding {
    let codecs = kinds.filter { profiles.contains($0.profile) && has(connection, $0.profile, VAEntrypointVLD) }
    let canScale = profiles.contains(VAProfileNone) && has(connection, VAProfileNone, VAEntrypointVideoProc)
    return DeviceDecoding(
      codecs: Set(codecs.map { DeviceDecoding.Codec(name: $0.codec, bitDepth: $0.bitDepth) }), canScale: canScale,
      canToneMapHDR10: canScale && connection.toneMapsHDR10())
  }

  private static func has(_ connection: VAConnection, _ profile: VAProfile, _ point: VAEntrypoint) -> Bool {
    guard let points = try? connection.entryPoints(profile) else { return false }
    return points.contains(point)
  }
}
