internal import FFmpeg
package import Media

/// What encodes sound here: FFmpeg's encoders, and a library that it may be built without.
package enum SoundListing {
  /// A value for each codec.
  ///
  /// - Parameter proving: The codecs whose encoder is tried, which takes some hundredths of a second for each. The
  ///   others are taken at their word.
  package static func encoders(proving: Set<AudioCodec> = []) -> [AudioEncoderCapability] {
    AudioCodec.allCases.map { codec in
      let listed = encoder(for: codec)
      guard listed.state == .listed, proving.contains(codec) else { return listed }
      return AudioEncoderCapability(codec: codec, encoder: listed.encoder, state: SoundTrial(listed).run())
    }
  }

  private static func encoder(for codec: AudioCodec) -> AudioEncoderCapability {
    let names = names(of: codec)
    for name in names where FFmpegLibrary.hasEncoder(name) {
      return AudioEncoderCapability(codec: codec, encoder: name, state: .listed)
    }
    guard codec.isHighEfficiency else {
      return AudioEncoderCapability(
        codec: codec, encoder: names[0],
        state: .refused(reason: "the FFmpeg that Swage is linked with has no \(names[0])"),
        remedy: "install an FFmpeg that is built with \(names[0])")
    }
    switch FDKLibrary.search {
    case .found: return AudioEncoderCapability(codec: codec, encoder: FDKLibrary.name, state: .listed)
    case .failed(let reason):
      return AudioEncoderCapability(
        codec: codec, encoder: FDKLibrary.name, state: .refused(reason: reason),
        remedy: "install libfdk-aac2 (on Debian from its non-free section: sudo apt install libfdk-aac2)")
    }
  }

  private static func names(of codec: AudioCodec) -> [String] {
    switch codec {
    case .aac: ["aac"]
    case .heAAC, .heAACv2: ["libfdk_aac"]
    case .mp3: ["libmp3lame"]
    case .opus: ["libopus"]
    }
  }
}
