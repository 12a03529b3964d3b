import Swage

/// A change of the volume of one sound track, as `--volume-ramp` has it.
struct TrackRamp: Sendable, Equatable {
  let track: Int
  let ramp: VolumeRamp
}

extension ValueKind<AudioMix> {
  /// `all`, or numbers of sound tracks separated by commas, each with a volume behind a colon where that isn't 1.
  static func mix(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      if text == "all" { return .all }
      var inputs: [AudioMix.Input] = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = item.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let track = Int(parts[0]), track >= 1 else {
          throw InvalidValue("'\(text)' is no list of sound tracks; write all, or numbers such as 1,2 or 1,2:0.3")
        }
        if inputs.contains(where: { $0.track == track }) { throw InvalidValue("track \(track) is named twice") }
        inputs.append(AudioMix.Input(track: track, volume: parts.count == 2 ? try volume(parts[1]) : 1))
      }
      return AudioMix(inputs)
    }
  }
}

extension ValueKind<TrackRamp> {
  /// `TRACK:START..END:FROM-TO`; times are written as for `--trim`.
  static func volumeRamp(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder) { text throws(InvalidValue) in
      // Times may have colons of their own, so the first and the last one part.
      guard let first = text.firstIndex(of: ":"), let last = text.lastIndex(of: ":"), first < last,
        let track = Int(text[..<first]), track >= 1,
        let times = ValueKind<TimeRange>.sides(of: String(text[text.index(after: first)..<last]))
      else {
        throw InvalidValue("'\(text)' is no ramp; write TRACK:START..END:FROM-TO, such as 2:5..8:1-0.2")
      }
      let volumes = text[text.index(after: last)...].split(separator: "-", omittingEmptySubsequences: false)
      guard volumes.count == 2 else {
        throw InvalidValue("'\(text[text.index(after: last)...])' in '\(text)' is no pair of volumes, such as 1-0.2")
      }
      guard let start = try ValueKind<TimeRange>.time(times.left), let end = try ValueKind<TimeRange>.time(times.right)
      else { throw InvalidValue("'\(text)' needs both a start and an end") }
      guard start < end else { throw InvalidValue("'\(text)' ends before it has begun") }
      let ramp = VolumeRamp(from: try volume(volumes[0]), to: try volume(volumes[1]), start: start, end: end)
      return TrackRamp(track: track, ramp: ramp)
    }
  }
}

/// A volume from 0 to 10.
private func volume(_ text: Substring) throws(InvalidValue) -> Double {
  guard let value = Number.decimal(text) else {
    throw InvalidValue("'\(text)' is no volume; write a number, such as 0.5")
  }
  guard (0...10).contains(value) else { throw InvalidValue("the volume \(text) is out of range; allowed is 0 to 10") }
  return value
}
