internal import FFmpeg
internal import FoundationEssentials
internal import Media

/// Finds out what this machine can encode: asks each device, tries what it lists, and remembers the answers.
package struct MachineProbe: Sendable {
  /// Where drivers are asked.
  var policy: ProbePolicy
  /// Whether answers of before are left alone.
  var refresh: Bool
  /// What to ask.
  var backends: Set<Backend>
  /// Where to look, and where answers are kept.
  var environment: Environment
  /// Seconds that a device gets.
  var secondsPerDevice = DeviceProbe.secondsPerDevice

  /// What this machine can encode, the best first: NVIDIA's GPUs, render nodes, the processor.
  ///
  /// Takes a tenth of a second or so where the answers are known. Where they aren't, every device is asked at the same
  /// time, for at most two seconds each.
  ///
  /// - Parameters:
  ///   - backends: What to ask. The drivers of the others aren't touched.
  ///   - refresh: Whether to ask again although the answers are known.
  ///   - policy: Where drivers are asked.
  ///   - trial: What tries an encoder. Runs in this process for the processor's own encoders and for drivers that are
  ///     asked here; another process has its own.
  /// - Throws: `CancellationError` when the task was cancelled.
  package static func current(
    backends: Set<Backend> = Set(Backend.allCases), refresh: Bool = false, policy: ProbePolicy = .automatic,
    trial: @escaping Trial
  ) async throws -> MachineCapabilities {
    let probe = MachineProbe(policy: policy, refresh: refresh, backends: backends, environment: .current)
    let interruption = Interruption()
    let capabilities = await withTaskCancellationHandler {
      await WorkThread.run { probe.run(interruption: interruption, trial: trial) }
    } onCancel: {
      interruption.interrupt()
    }
    try Task.checkCancellation()
    return capabilities
  }

  /// One device or driver to ask.
  private struct Question {
    let name: String
    let target: ProbeTarget
    let fingerprint: Fingerprint
  }

  /// An answer, and when it was given.
  private struct Result {
    let answer: ProbeAnswer
    let date: Date?
  }

  /// As ``current(backends:refresh:policy:trial:)``, on the calling thread.
  func run(interruption: Interruption = Interruption(), trial: @escaping Trial) -> MachineCapabilities {
    var absences: [BackendAbsence] = []
    let questions = questions(&absences)
    let cache = CapabilityCache(environment)
    let known = refresh ? [] : cache.entries()
    var results: [Result?] = questions.map { question in
      known.last { $0.name == question.name && $0.fingerprint == question.fingerprint }
        .map { Result(answer: $0.answer, date: $0.date) }
    }
    let open = questions.indices.filter { results[$0] == nil }
    var new: [CapabilityCache.Entry] = []
    for (index, (answer, lifetime)) in zip(open, ask(open.map { questions[$0].target }, interruption, trial)) {
      results[index] = Result(answer: answer, date: nil)
      guard lifetime > 0 else { continue }
      new.append(
        CapabilityCache.Entry(
          name: questions[index].name, fingerprint: questions[index].fingerprint, date: Date(), lifetime: lifetime,
          answer: answer))
    }
    cache.add(new)
    let found = results.compactMap(\.self)
    return MachineCapabilities(
      devices: found.flatMap(\.answer.devices), absences: found.compactMap(\.answer.absence) + absences,
      rememberedSince: found.compactMap(\.date).min(),
      // Quick enough not to be remembered; no driver has a part in it.
      audioEncoders: backends.contains(.software) ? SoundListing.encoders(proving: Set(AudioCodec.allCases)) : [])
  }

  private func questions(_ absences: inout [BackendAbsence]) -> [Question] {
    var questions: [Question] = []
    if backends.contains(.nvenc) {
      questions.append(Question(name: "nvenc", target: .nvenc, fingerprint: .nvenc(environment)))
    }
    if backends.contains(.vaapi) {
      let (paths, absence) = RenderNodes.find(environment)
      questions += paths.map { path in
        Question(
          name: "vaapi \(path)", target: .vaapi(path: path), fingerprint: .vaapi(node: path, environment))
      }
      if paths.isEmpty { absences.append(BackendAbsence(backend: .vaapi, reason: absence)) }
    }
    if backends.contains(.software) {
      questions.append(Question(name: "software", target: .software, fingerprint: .software))
    }
    return questions
  }

  /// Asks what isn't known; gives for each target the answer and how long that holds.
  private func ask(
    _ targets: [ProbeTarget], _ interruption: Interruption, _ trial: @escaping Trial
  ) -> [(answer: ProbeAnswer, lifetime: Double)] {
    let hasDrivers = targets.contains { $0 != .software }
    return ProbeRunner.run(
      targets, in: hasDrivers ? policy.place(environment) : .thread, trial: trial, secondsPerDevice: secondsPerDevice,
      isInterrupted: { interruption.isInterrupted }
    ).map { ($0.answer, CapabilityCache.lifetime(of: $0.answer, $0.ending)) }
  }
}
