public import Media

/// The facts of a file that a report shows, read from the file.
public struct FileSummary: Sendable, Hashable, Codable {
  /// The path.
  public let path: String
  /// The size in bytes.
  public let bytes: Int64
  /// The duration in seconds.
  public let duration: Double
  /// The film; `nil` when there is none.
  public let video: Video?
  /// The sound tracks.
  public let audio: [Audio]

  package init(path: String, bytes: Int64, duration: Double, video: Video?, audio: [Audio]) {
    self.path = path
    self.bytes = bytes
    self.duration = duration
    self.video = video
    self.audio = audio
  }

  /// The facts of a film.
  public struct Video: Sendable, Hashable, Codable {
    /// FFmpeg's name of the codec.
    public let codec: String
    /// Stored width in pixels.
    public let width: Int
    /// Stored height in pixels.
    public let height: Int
    /// Displayed width in pixels.
    public let displayWidth: Int
    /// Displayed height in pixels.
    public let displayHeight: Int
    /// The clockwise turn for display, in degrees.
    public let rotation: Int
    /// Whether the picture is mirrored left to right before the turn.
    public let mirrored: Bool
    /// Frames that are presented.
    public let frames: Int
    /// Frames a second.
    public let frameRate: Double
    /// Whether the steps between frames differ.
    public let variableFrameRate: Bool
    /// FFmpeg's name of the pixel format; `nil` when unknown.
    public let pixelFormat: String?
    /// What the samples mean.
    public let color: ColorDescription
    /// High dynamic range.
    public let hdr: HDRKind
    /// Bits per second.
    public let bitRate: BitRate?

    package init(
      codec: String, width: Int, height: Int, displayWidth: Int, displayHeight: Int, rotation: Int, mirrored: Bool,
      frames: Int, frameRate: Double, variableFrameRate: Bool, pixelFormat: String?, color: ColorDescription,
      hdr: HDRKind, bitRate: BitRate?
    ) {
      self.codec = codec
      self.width = width
      self.height = height
      self.displayWidth = displayWidth
      self.displayHeight = displayHeight
      self.rotation = rotation
      self.mirrored = mirrored
      self.frames = frames
      self.frameRate = frameRate
      self.variableFrameRate = variableFrameRate
      self.pixelFormat = pixelFormat
      self.color = color
      self.hdr = hdr
      self.bitRate = bitRate
    }
  }

  /// The facts of a sound track.
  public struct Audio: Sendable, Hashable, Codable {
    /// FFmpeg's name of the codec, or the container's four characters where FFmpeg has none.
    public let codec: String
    /// The codec's profile in words, such as `LC` or `HE-AAC`; `nil` when it has none or it isn't known.
    public let profile: String?
    /// The number of channels.
    public let channels: Int
    /// FFmpeg's name of the channel layout.
    public let channelLayout: String
    /// Samples a second.
    public let sampleRate: Int
    /// ISO 639-2 language; `nil` when undetermined.
    public let language: String?
    /// The duration in seconds.
    public let duration: Double?
    /// Bits per second.
    public let bitRate: BitRate?

    package init(
      codec: String, profile: String? = nil, channels: Int, channelLayout: String, sampleRate: Int, language: String?,
      duration: Double?, bitRate: BitRate?
    ) {
      self.profile = profile
      self.codec = codec
      self.channels = channels
      self.channelLayout = channelLayout
      self.sampleRate = sampleRate
      self.language = language
      self.duration = duration
      self.bitRate = bitRate
    }
  }
}
