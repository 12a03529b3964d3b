import FoundationEssentials
import Swage
import Testing

@testable import SwageCLI

@Suite struct CapabilitiesOutputTests {
  @Test func `the table shows device, codec, bit depth, trial, limits, problem and remedy`() {
    #expect(
      CapabilitiesText.render(Made.machine) == """
        NVIDIA T4 (NVENC, GPU 0)
          Driver   535.183.01, CUDA 12.2, NVENC 12.1, compute capability 7.5
          H.264   8 bit  proved in 45 ms    128x96 to 4096x2304, B-frames, lookahead,
                                            CQP CQ VBR
          HEVC   10 bit  refused            NvEncInitializeEncoder:
                                            NV_ENC_ERR_UNSUPPORTED_PARAM, which is what
                                            the driver says when it can't

        Maker's driver\\u{1B}[2J (VA-API, /dev/dri/renderD128)
          Driver   VA-API 1.17
          HEVC    8 bit  listed, not tried  128x96 to 4096x2304, no B-frames, low power
                                            only, CQP ICQ VBR
          HEVC   10 bit  refused            the driver lists no HEVC Main 10

        VA-API, /dev/dri/renderD129
          Problem  this user may not open /dev/dri/renderD129, which belongs to the
                   group render
          Remedy   add the user to the group render, then log in again: sudo usermod -aG
                   render USER

        the processor is away

        (cached since 2024-05-01T10:00:00Z; --refresh asks again)

        """)
  }

  @Test func `no line is wider than a terminal`() {
    let lines = CapabilitiesText.render(Made.machine).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a machine without anything says what was looked for`() {
    #expect(
      CapabilitiesText.render(Made.emptyMachine) == """
        VA-API: no render node in /dev/dri

        No encoder here is proved.

        """)
  }

  @Test func `the object has every key, those without a value as null`() {
    let object = JSONDocument.capabilities(Made.machine)
    #expect(
      object["schema"] == .string("swage.capabilities/1") && object["error"] == .null
        && object["cachedSince"] == .string("2024-05-01T10:00:00Z"))
    guard case .array(let devices)? = object["devices"], case .array(let rows)? = devices[0]["encoders"],
      case .array(let others)? = devices[1]["encoders"]
    else {
      Issue.record("there are no devices")
      return
    }
    #expect(
      rows[0].line
        == #"{"encoder":"h264_nvenc","codec":"h264","bitDepth":8,"state":"proved","seconds":0.0451,"reason":null,"#
        + #""limits":{"minimumWidth":128,"minimumHeight":96,"maximumWidth":4096,"maximumHeight":2304,"#
        + #""maximumBFrames":4,"rateControls":["constantQuality","constantQuantizer","variable"],"#
        + #""lookahead":true,"lowPowerOnly":false}}"#)
    #expect(others[0]["state"] == .string("listed") && others[0]["seconds"] == .null)
    #expect(others[1]["limits"] == .null && others[1]["reason"] == .string("the driver lists no HEVC Main 10"))
    #expect(devices[2]["problem"]?["kind"] == .string("noPermission") && devices[2]["name"] == .null)
    #expect(devices[0]["problem"] == .null && devices[0]["device"] == .string("0"))
    #expect(JSONDocument.capabilities(Made.emptyMachine)["cachedSince"] == .null)
  }

  @Test func `what a device decodes is shown, in a lasting order`() {
    let device = EncodingDevice(
      backend: .vaapi, path: "/dev/dri/renderD128", name: "A driver", driver: nil,
      decoding: DeviceDecoding(
        codecs: [
          .init(name: "hevc", bitDepth: 10), .init(name: "h264", bitDepth: 8), .init(name: "hevc", bitDepth: 8),
        ],
        canScale: true, canToneMapHDR10: true))
    let machine = MachineCapabilities(devices: [device])
    #expect(
      CapabilitiesText.render(machine).contains(
        "Decodes  H.264 8 bit, HEVC 8 bit, HEVC 10 bit, and scales, and tone-maps HDR10\n"))
    guard case .array(let devices)? = JSONDocument.capabilities(machine)["devices"] else {
      Issue.record("there are no devices")
      return
    }
    let decoding = devices[0]["decoding"]
    #expect(decoding?["scaling"] == .bool(true) && decoding?["toneMapping"] == .bool(true))
    guard case .array(let codecs)? = decoding?["codecs"] else {
      Issue.record("there are no codecs")
      return
    }
    #expect(codecs.map { $0["codec"] } == [.string("h264"), .string("hevc"), .string("hevc")])
  }

  @Test func `no encoder at all is no error`() {
    for printsJSON in [true, false] {
      let recorder = Recorder()
      var command = CapabilitiesCommand()
      command.printsJSON = printsJSON
      #expect(command.deliver(Made.emptyMachine, in: recorder.context()) == .success)
      #expect(recorder.output.contains("no render node in /dev/dri") && recorder.error == "")
    }
  }

  @Test func `wrong usage with JSON is an object, too`() async {
    let recorder = Recorder()
    let status = await CommandList.main(["capabilities", "--backend", "cuda", "--json"], in: recorder.context())
    #expect(status == .wrongUsage && recorder.output.contains("\"swage.capabilities/1\""))
    #expect(recorder.output.contains("\"code\": \"invalidRequest\""))
  }

  @Test func `the inner command is in no help, and needs to know what to ask`() async {
    let recorder = Recorder()
    #expect(await CommandList.main(["probe-device", "software"], in: recorder.context()) == .wrongUsage)
    #expect(await CommandList.main(["probe-device", "vaapi"], in: recorder.context()) == .wrongUsage)
    #expect(await CommandList.main(["help", "probe-device"], in: recorder.context()) == .wrongUsage)
    #expect(!CommandList.help.contains("probe-device") && CommandList.help.contains("capabilities"))
  }
}
