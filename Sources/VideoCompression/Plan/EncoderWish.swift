package import Capabilities

/// Which encoder a request asks for.
package struct EncoderWish: Sendable, Hashable {
  /// The kind of encoder.
  package let backend: BackendChoice
  /// The video unit: a render node's path, or the number of a GPU; `nil` for any.
  package let device: String?
  /// What happens when it can't be used.
  package let fallback: FallbackPolicy

  package init(backend: BackendChoice = .automatic, device: String? = nil, fallback: FallbackPolicy = .refuse) {
    self.backend = backend
    self.device = device
    self.fallback = fallback
  }

  /// Whether a video unit was asked for by its kind or name.
  package var namesUnit: Bool { backend != .automatic && backend != .software || device != nil }

  /// The kinds of encoder that it lets in; the drivers of the others needn't be asked.
  package var backends: Set<Backend> { Set(Backend.allCases.filter { backend.names($0) || fallback == .allow }) }

  /// Whether it lets a device's encoders in.
  package func allows(_ kind: Backend, device found: String?) -> Bool {
    guard backend.names(kind) || fallback == .allow else { return false }
    guard kind.isHardware, let device else {
      // Whoever names a device without a backend means that device.
      return kind.isHardware || device == nil || fallback == .allow
    }
    return found == device || found == nil
  }

  /// What was looked for in vain, where nothing of the kind was found: it helps more than that there is no encoder.
  package func absences(on machine: MachineCapabilities) -> [String] {
    var reasons = machine.absences.filter { backend.names($0.backend) && backend != .automatic }.map(\.reason)
    if let device {
      let found = machine.devices.compactMap(\.path)
      reasons.append("there is no device \(device); found: \(found.isEmpty ? "none" : found.joined(separator: ", "))")
    }
    return reasons
  }
}

extension BackendChoice {
  /// Whether a kind of encoder is what was asked for.
  package func names(_ backend: Backend) -> Bool {
    switch self {
    case .automatic: true
    case .software: backend == .software
    case .vaapi: backend == .vaapi
    case .nvenc: backend == .nvenc
    }
  }
}
