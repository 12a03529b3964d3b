/// Something that is asked what it encodes.
package enum ProbeTarget: Sendable, Hashable {
  /// A render node.
  case vaapi(path: String)
  /// NVIDIA's driver with all its GPUs.
  case nvenc
  /// The processor, which needs no driver and so no process of its own.
  case software

  /// The backend.
  package var backend: Backend {
    switch self {
    case .vaapi: .vaapi
    case .nvenc: .nvenc
    case .software: .software
    }
  }

  /// The path of the render node.
  var path: String? {
    switch self {
    case .vaapi(let path): path
    case .nvenc, .software: nil
    }
  }

  /// What the target is called in a sentence.
  var name: String {
    switch self {
    case .vaapi(let path): "the driver of \(path)"
    case .nvenc: "NVIDIA's driver"
    case .software: "the processor's encoders"
    }
  }

  /// The arguments that make `swage` ask the target; `nil` when it is asked in this process always.
  var arguments: [String]? {
    switch self {
    case .vaapi(let path): ["probe-device", "vaapi", "--device", path]
    case .nvenc: ["probe-device", "nvenc"]
    case .software: nil
    }
  }
}

/// What asking a target gave.
package struct ProbeAnswer: Sendable, Hashable, Codable {
  /// The devices.
  package var devices: [EncodingDevice]
  /// Why there is none.
  package var absence: BackendAbsence?
  /// How many of the devices, from the first, were asked and tried to the end; each has a time of its own.
  var finishedDevices = 0
  /// Whether everything was asked and tried.
  var isComplete = false

  init(devices: [EncodingDevice], absence: BackendAbsence? = nil) {
    self.devices = devices
    self.absence = absence
  }

  static func absence(_ backend: Backend, _ reason: String) -> ProbeAnswer {
    ProbeAnswer(devices: [], absence: BackendAbsence(backend: backend, reason: reason))
  }
}
