/// Several sound tracks that become one.
public struct AudioMix: Sendable, Hashable, Codable {
  /// A sound track of the source and how loud it is.
  public struct Input: Sendable, Hashable, Codable {
    /// The track's number among the source's sound tracks, from 1.
    public let track: Int
    /// How loud it is where no ramp says otherwise: 0 is silent, 1 as it was, at most 10.
    public let volume: Double
    /// Changes of its volume, in the order of time.
    public let ramps: [VolumeRamp]

    /// Makes an input.
    public init(track: Int, volume: Double = 1, ramps: [VolumeRamp] = []) {
      self.track = track
      self.volume = volume
      self.ramps = ramps
    }
  }

  /// The tracks; empty means every sound track of the source as loud as it is.
  public let inputs: [Input]

  /// Every sound track of the source, as loud as it is.
  public static let all = AudioMix([])

  /// Makes a mix.
  public init(_ inputs: [Input]) { self.inputs = inputs }
}

/// A steady change of volume.
public struct VolumeRamp: Sendable, Hashable, Codable {
  /// When it begins, in seconds of the source's timeline.
  public let start: Double
  /// When it has ended, in seconds of the source's timeline; the volume stays there until the next ramp.
  public let end: Double
  /// The volume at its beginning: 0 is silent, 1 as it was, at most 10.
  public let from: Double
  /// The volume at its end.
  public let to: Double

  /// Makes a ramp.
  public init(from: Double, to: Double, start: Double, end: Double) {
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}
