import Media

extension StreamRules {
  /// The tracks that are mixed into one, in the order that was asked for; empty when none are.
  var mixedTracks: [MixedTrack] {
    guard let mix = request.audio.mix, !request.audio.leavesOut else { return [] }
    let sounds = source.streams.filter { $0.role == .sound }
    guard mix.inputs.isEmpty else {
      return mix.inputs.compactMap { input in
        guard sounds.indices.contains(input.track - 1) else { return nil }
        return MixedTrack(
          sourceIndex: sounds[input.track - 1].index, volume: input.volume,
          ramps: input.ramps.map { ramp in
            VolumeRamp(from: ramp.from, to: ramp.to, start: beginning + ramp.start, end: beginning + ramp.end)
          })
      }
    }
    let usable = sounds.filter(\.isUsableSound)
    return usable.count < 2 ? [] : usable.map { MixedTrack(sourceIndex: $0.index, volume: 1, ramps: []) }
  }

  /// What happens to a track of the mix: the first becomes the mix, the others go into it.
  func mixedSound(
    _ stream: StreamDescription, of tracks: [MixedTrack], notes: inout PlanNotes
  ) -> StreamPlan {
    let first = tracks[0].sourceIndex
    guard stream.index == first else {
      return stream.planned(.mix(into: first), "mixed into the track of stream \(first), as asked")
    }
    let streams = tracks.compactMap { track in source.streams.first { $0.index == track.sourceIndex } }
    let material = SoundMaterial(streams, what: "sound of stream \(first)")
    let plan = SoundChoice(wishes: request.audio, container: container, encoders: audioEncoders)
      .plan(for: material, mixing: tracks, notes: &notes)
    notes.decide(material.what, plan.inWords, because: "it is encoded after its volume is changed")
    guard tracks.count > 1 else {
      return stream.planned(.encodeAudio(plan), "encoded to \(plan.codec.inWords) with another volume, as asked")
    }
    let names = Set(streams.map { [$0.language, $0.title] })
    if names.count > 1 {
      let name = [stream.language, stream.title].compactMap { $0 }.joined(separator: ", ")
      notes.decide(
        "name of the mixed sound", name.isEmpty ? "none" : name, because: "it is that of the mix's first track")
    }
    let others = tracks.dropFirst().map { "\($0.sourceIndex)" }.joined(separator: ", ")
    return stream.planned(
      .encodeAudio(plan),
      "mixed with stream\(tracks.count > 2 ? "s" : "") \(others) as asked, encoded to \(plan.codec.inWords)")
  }
}

extension Planner {
  /// Says so where a mix was asked for and there is nothing to mix.
  func noteEmptyMix(notes: inout PlanNotes) {
    guard let mix = request.audio.mix, mix.inputs.isEmpty, !request.audio.leavesOut else { return }
    let count = source.streams.filter { $0.role == .sound && $0.isUsableSound }.count
    guard count < 2 else { return }
    notes.decide(
      "mix", "none", because: count == 0 ? "the source has no sound to mix" : "the source has one sound track only")
  }
}
