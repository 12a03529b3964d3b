import FoundationEssentials
import Swage

@testable import Capabilities

extension Made {
  private static func limits(bFrames: Int, lookahead: Bool = false, lowPower: Bool = false) -> EncoderLimits {
    EncoderLimits(
      minimumSize: PixelSize(width: 128, height: 96), maximumSize: PixelSize(width: 4096, height: 2304),
      maximumBFrames: bFrames, rateControls: [.variable, .constantQuantizer, .constantQuality],
      hasLookahead: lookahead, isLowPowerOnly: lowPower)
  }

  /// A machine with a device of every kind.
  static let machine = MachineCapabilities(
    devices: [
      EncodingDevice(
        backend: .nvenc, path: "0", name: "NVIDIA T4",
        driver: "535.183.01, CUDA 12.2, NVENC 12.1, compute capability 7.5",
        encoders: [
          DeviceEncoder(
            encoder: "h264_nvenc", codec: .h264, bitDepth: 8, limits: limits(bFrames: 4, lookahead: true),
            state: .proved(seconds: 0.0451)),
          DeviceEncoder(
            encoder: "hevc_nvenc", codec: .hevc, bitDepth: 10, limits: limits(bFrames: 0),
            state: .refused(
              reason:
                "NvEncInitializeEncoder: NV_ENC_ERR_UNSUPPORTED_PARAM, which is what the driver says when it can't")),
        ]),
      EncodingDevice(
        backend: .vaapi, path: "/dev/dri/renderD128", name: "Maker's driver\u{1B}[2J", driver: "VA-API 1.17",
        encoders: [
          DeviceEncoder(
            encoder: "hevc_vaapi", codec: .hevc, bitDepth: 8, limits: limits(bFrames: 0, lowPower: true),
            state: .listed),
          DeviceEncoder(
            encoder: "hevc_vaapi", codec: .hevc, bitDepth: 10, limits: nil,
            state: .refused(reason: "the driver lists no HEVC Main 10")),
        ]),
      EncodingDevice(
        backend: .vaapi, path: "/dev/dri/renderD129", name: nil, driver: nil,
        problem: DeviceProblem(
          kind: .noPermission, message: "this user may not open /dev/dri/renderD129, which belongs to the group render",
          remedy: "add the user to the group render, then log in again: sudo usermod -aG render USER")),
    ], absences: [BackendAbsence(backend: .software, reason: "the processor is away")],
    rememberedSince: Date(timeIntervalSince1970: 1_714_557_600))

  /// A machine without anything.
  static let emptyMachine = MachineCapabilities(
    devices: [], absences: [BackendAbsence(backend: .vaapi, reason: "VA-API: no render node in /dev/dri")])
}
