internal import Capabilities
internal import Media

/// What the encoders of some backends can do, as a job needs to know it.
enum MachineLook {
  /// Asks the drivers, or remembers their answers; takes the processor's encoders at their word, but for those of
  /// sound that are to be tried.
  static func capabilities(
    of backends: Set<Backend>, probing: ProbePolicy, trying sound: Set<AudioCodec> = []
  ) async throws -> MachineCapabilities {
    let hardware = backends.filter(\.isHardware)
    let found =
      hardware.isEmpty
      ? MachineCapabilities(devices: [])
      : try await MachineProbe.current(backends: hardware, policy: probing, trial: EncoderTrial.run)
    return MachineCapabilities(
      devices: found.devices + (backends.contains(.software) ? [SoftwareListing.device()] : []),
      absences: found.absences, rememberedSince: found.rememberedSince,
      audioEncoders: SoundListing.encoders(proving: sound))
  }
}
