/// Something that is asked in a process of its own, because asking runs a driver.
package enum ProbeTarget: Sendable, Hashable {
  /// A render node.
  case vaapi(path: String)
  /// NVIDIA's driver with all its GPUs.
  case nvenc

  /// The backend.
  package var backend: Backend {
    switch self {
    case .vaapi: .vaapi
    case .nvenc: .nvenc
    }
  }

  /// The path of the render node.
  var path: String? {
    switch self {
    case .vaapi(let path): path
    case .nvenc: nil
    }
  }

  /// What the target is called in a sentence.
  var name: String {
    switch self {
    case .vaapi(let path): "the driver of \(path)"
    case .nvenc: "NVIDIA's driver"
    }
  }
}

/// What asking a target gave.
package struct ProbeAnswer: Sendable, Hashable, Codable {
  /// The devices.
  package var devices: [EncodingDevice]
  /// Why there is none.
  package var absence: BackendAbsence?
  /// How many devices are being asked, as far as that is known; more of them get more time.
  var expectedDevices: Int
  /// Whether everything was asked and tried.
  var isComplete = false

  init(devices: [EncodingDevice], absence: BackendAbsence? = nil, expectedDevices: Int = 1) {
    self.devices = devices
    self.absence = absence
    self.expectedDevices = max(expectedDevices, devices.count)
  }

  static func absence(_ backend: Backend, _ reason: String) -> ProbeAnswer {
    ProbeAnswer(devices: [], absence: BackendAbsence(backend: backend, reason: reason))
  }
}
