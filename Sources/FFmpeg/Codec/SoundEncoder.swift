internal import CFFmpeg
package import Media

/// What encodes sound, whichever library it comes from. Its time stamps count samples.
package protocol SoundEncoder: AnyObject {
  /// Seconds a tick of the frames' and packets' time stamps.
  var timeBase: Rational { get }
  /// What a muxer has to know of the stream.
  var parameters: CodecParameters { get }
  /// Samples in each channel that a frame must have, but for the last; 0 when any number will do.
  var frameSize: Int { get }
  /// FFmpeg's name of the sample format that frames must have.
  var sampleFormat: String { get }

  /// Gives it a frame, right behind the one before.
  func send(_ frame: Frame) throws(FFmpegError)
  /// Says that no frame follows, so that it gives what it holds back.
  func finish() throws(FFmpegError)
  /// Asks for a packet.
  func receive() throws(FFmpegError) -> Received<Packet>
}

extension Encoder: SoundEncoder {}

/// A kind of AAC.
package enum AACProfile: Sendable {
  /// Low complexity.
  case lowComplexity
  /// With spectral band replication.
  case highEfficiency
  /// With spectral band replication and parametric stereo.
  case highEfficiency2

  /// FFmpeg's number, which is the audio object type of ISO/IEC 14496-3 less one.
  var number: Int32 {
    switch self {
    case .lowComplexity: FF_PROFILE_AAC_LOW
    case .highEfficiency: FF_PROFILE_AAC_HE
    case .highEfficiency2: FF_PROFILE_AAC_HE_V2
    }
  }

  /// The audio object type of ISO/IEC 14496-3.
  var objectType: UInt32 { UInt32(number + 1) }
}

/// What a sound encoder is opened with.
package struct AudioEncoderSettings: Sendable {
  /// FFmpeg's name of the encoder, or ``FDKLibrary/name`` for the library that is loaded at run time.
  package var encoder: String
  package var sampleRate: Int
  /// FFmpeg's name of the channel layout.
  package var channelLayout: String
  package var bitRate: BitRate
  /// The kind of AAC; `nil` for the encoder's usual one, and for other codecs.
  package var profile: AACProfile?
  /// The encoder's private options by name.
  package var options: [String: String]

  package init(
    encoder: String, sampleRate: Int, channelLayout: String, bitRate: BitRate, profile: AACProfile? = nil,
    options: [String: String] = [:]
  ) {
    self.encoder = encoder
    self.sampleRate = sampleRate
    self.channelLayout = channelLayout
    self.bitRate = bitRate
    self.profile = profile
    self.options = options
  }

  /// Opens the encoder.
  package func open() throws(FFmpegError) -> any SoundEncoder {
    encoder == FDKLibrary.name ? try FDKEncoder(self) : try Encoder(self)
  }
}
