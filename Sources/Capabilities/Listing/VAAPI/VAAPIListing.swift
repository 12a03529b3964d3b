internal import CVA
internal import Media

/// What the driver of a render node lists.
enum VAAPIListing {
  /// The device at a path; a failure is its problem.
  static func device(at path: String) -> EncodingDevice {
    do throws(ListingFailure) {
      let connection = try VAConnection(node: path)
      let profiles = try connection.profiles()
      let encoders = EncoderNames.hardwareKinds.map { row(connection, profiles, $0.codec, $0.bitDepth) }
      return EncodingDevice(
        backend: .vaapi, path: path, name: connection.vendor, driver: "VA-API \(connection.interfaceVersion)",
        problem: problem(encoders, vendor: connection.vendor), encoders: encoders,
        decoding: VAAPIDecoding.list(connection, profiles))
    } catch {
      return EncodingDevice(backend: .vaapi, path: path, name: nil, driver: nil, problem: error.problem)
    }
  }

  /// How many pictures may refer to both sides where the driver says that some may: it doesn't say how many, and
  /// FFmpeg builds its pyramids of up to seven.
  static let boundOfBFrames = 7

  private static func row(
    _ connection: VAConnection, _ profiles: [VAProfile], _ codec: VideoCodec, _ bitDepth: Int
  ) -> DeviceEncoder {
    let wanted = Self.profiles(codec, bitDepth)
    let listed = wanted.filter { profiles.contains($0.profile) }
    do throws(ListingFailure) {
      for (profile, _) in listed {
        let points = try connection.entryPoints(profile)
        guard let point = [VAEntrypointEncSlice, VAEntrypointEncSliceLP].first(where: points.contains) else { continue }
        return .listed(.vaapi, codec, bitDepth, try limits(connection, profile, point, bitDepth))
      }
    } catch {
      return .unlisted(.vaapi, codec, bitDepth, error.problem.message)
    }
    let name = wanted.map(\.name).joined(separator: ", ")
    let what = listed.isEmpty ? "no \(name)" : "\(name) for decoding only"
    return .unlisted(.vaapi, codec, bitDepth, "the driver lists \(what)")
  }

  /// The profiles that hold a codec's pictures, in the order in which FFmpeg looks for them.
  private static func profiles(_ codec: VideoCodec, _ bitDepth: Int) -> [(profile: VAProfile, name: String)] {
    switch (codec, bitDepth) {
    case (.h264, 8):
      [
        (VAProfileH264High, "H.264 High"), (VAProfileH264Main, "Main"),
        (VAProfileH264ConstrainedBaseline, "Constrained Baseline"),
      ]
    case (.hevc, 8): [(VAProfileHEVCMain, "HEVC Main")]
    case (.hevc, 10): [(VAProfileHEVCMain10, "HEVC Main 10")]
    default: []
    }
  }

  private static func limits(
    _ connection: VAConnection, _ profile: VAProfile, _ point: VAEntrypoint, _ bitDepth: Int
  ) throws(ListingFailure) -> EncoderLimits {
    let attributes = try connection.attributes(
      profile, point,
      [
        VAConfigAttribRTFormat, VAConfigAttribRateControl, VAConfigAttribEncMaxRefFrames,
        VAConfigAttribMaxPictureWidth, VAConfigAttribMaxPictureHeight,
      ])
    let format = UInt32(bitDepth > 8 ? VA_RT_FORMAT_YUV420_10 : VA_RT_FORMAT_YUV420)
    guard (attributes[VAConfigAttribRTFormat.rawValue] ?? 0) & format != 0 else {
      throw ListingFailure(.failed, "the driver lists the profile, but no \(bitDepth)-bit surfaces for it")
    }
    let sizes = try connection.surfaceSizes(profile, point, format: format)
    // Both say what the largest picture is, and some drivers know one of them only.
    let width = [
      attributes[VAConfigAttribMaxPictureWidth.rawValue].map(Int.init), sizes[VASurfaceAttribMaxWidth.rawValue],
    ]
    let height = [
      attributes[VAConfigAttribMaxPictureHeight.rawValue].map(Int.init), sizes[VASurfaceAttribMaxHeight.rawValue],
    ]
    return EncoderLimits(
      minimumSize: PixelSize(
        width: positive(sizes[VASurfaceAttribMinWidth.rawValue]) ?? 16,
        height: positive(sizes[VASurfaceAttribMinHeight.rawValue]) ?? 16),
      maximumSize: PixelSize(
        width: width.compactMap(positive).min() ?? 4096, height: height.compactMap(positive).min() ?? 4096),
      maximumBFrames: (attributes[VAConfigAttribEncMaxRefFrames.rawValue] ?? 0) >> 16 > 0 ? boundOfBFrames : 0,
      rateControls: rateControls(attributes[VAConfigAttribRateControl.rawValue] ?? 0),
      isLowPowerOnly: point == VAEntrypointEncSliceLP)
  }

  private static func positive(_ size: Int?) -> Int? { size.flatMap { $0 > 0 ? $0 : nil } }

  private static func rateControls(_ mask: UInt32) -> Set<RateControlMode> {
    let bits: [(Int32, RateControlMode)] = [
      (VA_RC_CQP, .constantQuantizer), (VA_RC_ICQ, .constantQuality), (VA_RC_QVBR, .cappedQuality),
      (VA_RC_VBR, .variable), (VA_RC_CBR, .constant),
    ]
    return Set(bits.filter { mask & UInt32($0.0) != 0 }.map(\.1))
  }

  private static func problem(_ encoders: [DeviceEncoder], vendor: String) -> DeviceProblem? {
    guard encoders.allSatisfy({ $0.limits == nil }) else { return nil }
    return DeviceProblem(kind: .noEncoder, message: "\(vendor) lists no encoder of H.264 or HEVC")
  }
}
