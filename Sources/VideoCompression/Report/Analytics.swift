public import Media

/// Figures of a job: bytes, seconds, bits per second, pixels; all measured on the files.
public struct Analytics: Sendable, Hashable, Codable {
  /// The source's size in bytes.
  public let originalFileSize: Int64
  /// The result's size in bytes.
  public let compressedFileSize: Int64
  /// The source's size over the result's.
  public let compressionRatio: Double
  /// Wall-clock seconds from the start of the job to publishing.
  public let processingTime: Double
  /// The source's displayed pixels.
  public let originalDimensions: PixelSize
  /// The result's displayed pixels.
  public let compressedDimensions: PixelSize
  /// The source's video bit rate.
  public let originalVideoBitrate: BitRate?
  /// The result's video bit rate.
  public let compressedVideoBitrate: BitRate?
  /// The bit rate of the source's first sound track.
  public let originalAudioBitrate: BitRate?
  /// The bit rate of the result's first sound track.
  public let compressedAudioBitrate: BitRate?
  /// Frames that were decoded.
  public let framesDecoded: Int
  /// Frames that were encoded.
  public let framesEncoded: Int
  /// Encoded frames over the seconds of the encoding phase.
  public let framesPerSecond: Double
  /// The process's largest resident memory so far, in bytes.
  public let peakMemory: Int64

  package init(
    originalFileSize: Int64, compressedFileSize: Int64, processingTime: Double, originalDimensions: PixelSize,
    compressedDimensions: PixelSize, originalVideoBitrate: BitRate?, compressedVideoBitrate: BitRate?,
    originalAudioBitrate: BitRate?, compressedAudioBitrate: BitRate?, framesDecoded: Int, framesEncoded: Int,
    framesPerSecond: Double, peakMemory: Int64
  ) {
    self.originalFileSize = originalFileSize
    self.compressedFileSize = compressedFileSize
    self.compressionRatio = compressedFileSize > 0 ? Double(originalFileSize) / Double(compressedFileSize) : 0
    self.processingTime = processingTime
    self.originalDimensions = originalDimensions
    self.compressedDimensions = compressedDimensions
    self.originalVideoBitrate = originalVideoBitrate
    self.compressedVideoBitrate = compressedVideoBitrate
    self.originalAudioBitrate = originalAudioBitrate
    self.compressedAudioBitrate = compressedAudioBitrate
    self.framesDecoded = framesDecoded
    self.framesEncoded = framesEncoded
    self.framesPerSecond = framesPerSecond
    self.peakMemory = peakMemory
  }
}
