import Testing

/// What a driver does wrong in the middle of a job.
struct Fault: Sendable, CustomTestStringConvertible {
  /// How the job is to end.
  enum Ending: Sendable {
    /// The hardware attempt fails for a reason that has one of these words; something else takes over.
    case fails([String])
    /// Nobody notices, for nothing is lost.
    case survives
  }

  let unit: Unit
  let codec: String
  /// An entry of the simulator's settings.
  let setting: String
  let ending: Ending
  /// What the device is like otherwise.
  var device = ""

  var testDescription: String {
    [unit.rawValue, codec, setting, device].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The length of the film that the faults are in.
  static let frameCount = 25
  private static let frames = [1, 13, 25]
  private static let codecs = ["h264", "hevc"]

  /// Whether a software decoder takes the packet without a complaint, and the picture is hardly another.
  var isBelowNotice: Bool { unit == .nvenc && codec == "hevc" && setting == "EncodePicture@25:bad-bitstream" }

  /// The table of faults on both kinds of device.
  static let all = vaapiPictures + vaapiPackets + vaapiOpening + nvencPictures + nvencPackets + nvencOpening + reordered

  /// A call that fails at the first, a middle and the last frame, in one codec after the other.
  private static let vaapiPictures: [Fault] =
    [
      ("BeginPicture", "HW_BUSY", ["begin picture", "HW busy"]),
      ("RenderPicture", "HW_BUSY", ["upload encode parameters", "HW busy"]),
      ("EndPicture", "HW_BUSY", ["end picture", "HW busy"]),
      ("SyncSurface", "HW_BUSY", ["sync", "HW busy"]),
      ("EndPicture", "ENCODING_ERROR", ["end picture", "encoding error"]),
      ("MapBuffer", "OPERATION_FAILED", ["map", "operation failed"]),
      ("EndPicture", "hang", ["hang"]),
      ("SyncSurface", "hang", ["hang"]),
    ].flatMap { call, action, words in
      frames.enumerated().map { index, frame in
        Fault(
          unit: .vaapi, codec: codecs[index % 2], setting: "\(call)@frame\(frame):\(action)", ending: .fails(words))
      }
    }
    + ["1", "frame12", "frame24"].map { moment in
      // A picture's buffers come before it is begun.
      Fault(
        unit: .vaapi, codec: "h264", setting: "CreateBuffer@\(moment):ALLOCATION_FAILED",
        ending: .fails(["buffer", "allocation failed"]))
    }

  /// A packet that isn't what it should be, in both codecs.
  private static let vaapiPackets: [Fault] = packets(.vaapi) { "EndPicture@frame\($1):\($0)" }
  private static let nvencPackets: [Fault] = packets(.nvenc) { "EncodePicture@\($1):\($0)" }

  private static func packets(_ unit: Unit, _ setting: (String, Int) -> String) -> [Fault] {
    ["garbage", "lost", "bad-bitstream"].flatMap { action in
      codecs.flatMap { codec in
        frames.map { frame in
          Fault(
            unit: unit, codec: codec, setting: setting(action, frame), ending: .fails(["delivered what isn't right"]))
        }
      }
    }
  }

  private static let vaapiOpening: [Fault] =
    [
      ("CreateConfig@1:UNSUPPORTED_PROFILE", ["encode pipeline configuration", "VAProfile"]),
      ("CreateContext@1:ALLOCATION_FAILED", ["encode pipeline context", "allocation failed"]),
      ("CreateContext@1:hang", ["hang"]),
      ("CreateSurfaces@1:ALLOCATION_FAILED", ["surface", "allocat"]),
      ("CreateSurfaces@2:ALLOCATION_FAILED", ["reconstructed", "surface"]),
      ("QueryConfigProfiles@1:OPERATION_FAILED", ["profiles"]),
      ("QuerySurfaceAttributes@1:OPERATION_FAILED", ["surface attributes"]),
      ("QueryImageFormats@1:OPERATION_FAILED", ["av_hwdevice_ctx_create"]),
      ("initialize=fail", ["initialise VAAPI", "vaInitialize", "unknown libva error"]),
      ("initialize=hang", ["hang"]),
      ("DeriveImage@frame12:OPERATION_FAILED", ["derive image"]),
    ].enumerated().map { index, row in
      Fault(unit: .vaapi, codec: codecs[index % 2], setting: row.0, ending: .fails(row.1))
    } + [
      Fault(unit: .vaapi, codec: "hevc", setting: "DeriveImage@1:OPERATION_FAILED", ending: .survives),
      Fault(unit: .vaapi, codec: "h264", setting: "derive-image=0", ending: .survives),
      Fault(
        unit: .vaapi, codec: "h264", setting: "PutImage@13:OPERATION_FAILED",
        ending: .fails(["operation failed", "isn't right"]),
        device: "derive-image=0"),
    ]

  private static let nvencPictures: [Fault] =
    [
      ("EncodePicture", "GENERIC", ["EncodePicture failed"]),
      ("EncodePicture", "OUT_OF_MEMORY", ["EncodePicture failed", "out of memory"]),
      ("EncodePicture", "hang", ["hang"]),
      ("LockBitstream", "LOCK_BUSY", ["is missing", "lock busy", "isn't right"]),
      ("LockBitstream", "GENERIC", ["locking bitstream"]),
      ("LockBitstream", "hang", ["hang"]),
      ("MapInputResource", "GENERIC", ["mapping an input resource"]),
      ("cuMemcpy2DAsync", "700", ["ILLEGAL_ADDRESS", "cuMemcpy2DAsync", "isn't right"]),
    ].flatMap { call, action, words in
      frames.enumerated().map { index, frame in
        Fault(
          unit: .nvenc, codec: codecs[index % 2], setting: "\(call)@\(frame):\(action)", ending: .fails(words))
      }
    }
    + frames.map {
      Fault(unit: .nvenc, codec: "hevc", setting: "EncodePicture@\($0):ENCODER_BUSY", ending: .survives)
    }

  private static let nvencOpening: [Fault] = [
    ("cuInit@1:100", ["NO_DEVICE", "cuInit"]),
    ("cuCtxCreate@1:2", ["OUT_OF_MEMORY", "cuCtxCreate"]),
    ("cuCtxCreate@1:hang", ["hang"]),
    ("cuMemAlloc@1:2", ["OUT_OF_MEMORY", "cuMemAlloc"]),
    ("OpenEncodeSessionEx@1:OUT_OF_MEMORY", ["OpenEncodeSessionEx", "session"]),
    ("OpenEncodeSessionEx@1:hang", ["hang"]),
    ("GetEncodeGUIDs@1:GENERIC", ["Codec not supported", "NVENC features"]),
    ("GetEncodePresetConfigEx@1:GENERIC", ["preset configuration"]),
    ("InitializeEncoder@1:INVALID_PARAM", ["InitializeEncoder"]),
    ("CreateBitstreamBuffer@1:OUT_OF_MEMORY", ["CreateBitstreamBuffer"]),
    ("GetSequenceParams@1:GENERIC", ["GetSequenceParams"]),
  ].enumerated().map { index, row in
    Fault(unit: .nvenc, codec: codecs[index % 2], setting: row.0, ending: .fails(row.1))
  }

  /// Where packets come in another order than frames.
  private static let reordered: [Fault] = [
    (Unit.vaapi, "EndPicture@frame13:lost"), (.vaapi, "EndPicture@frame14:garbage"),
    (.nvenc, "LockBitstream@13:LOCK_BUSY"), (.nvenc, "EncodePicture@14:lost"), (.nvenc, "LockBitstream@25:LOCK_BUSY"),
  ].map { unit, setting in
    Fault(
      unit: unit, codec: "h264", setting: setting, ending: .fails(["isn't right", "missing"]),
      device: "b-frames=\(unit == .vaapi ? 1 : 2)")
  }
}
