internal import Capabilities

/// What the encoders of some backends can do, as a job needs to know it.
enum MachineLook {
  /// Asks the drivers, or remembers their answers; takes the processor's encoders at their word.
  static func capabilities(of backends: Set<Backend>, probing: ProbePolicy) async throws -> MachineCapabilities {
    let hardware = backends.filter(\.isHardware)
    let found =
      hardware.isEmpty
      ? MachineCapabilities(devices: [])
      : try await MachineProbe.current(backends: hardware, policy: probing, trial: EncoderTrial.run)
    guard backends.contains(.software) else { return found }
    return MachineCapabilities(
      devices: found.devices + [SoftwareListing.device()], absences: found.absences,
      rememberedSince: found.rememberedSince)
  }
}
