internal import Jobs
internal import Media
internal import VideoCompression

/// Everything that was decided about a picture, before anything is done.
struct ImagePlan: Sendable {
  /// What becomes of transparency.
  enum AlphaPlan: Sendable {
    /// There is none.
    case none
    /// It is encoded beside the picture.
    case keep
    /// The picture is put on white.
    case flatten
  }

  /// The kind of file.
  let format: ImageFormat
  /// Pixels of the result, upright.
  let size: PixelSize
  /// The turn that makes the source upright.
  let turn: Orientation
  /// The layout that the encoder gets.
  let layout: PixelFormat
  /// What the samples of the source mean.
  let sourceColor: ColorDescription
  /// What the encoder's samples mean.
  let color: ColorDescription
  /// Whether the container says so by code points.
  let writesColor: Bool
  /// Whether the source's ICC profile goes into the result.
  let keepsProfile: Bool
  /// Whether the picture's gray is brought from its profile to sRGB.
  let convertsGray: Bool
  /// Whether high dynamic range is brought to the standard one.
  let isToneMapped: Bool
  /// What becomes of transparency.
  let alpha: AlphaPlan
  /// What decides how much data the picture gets.
  let compression: ImageQuality
  /// Whether a small version is made.
  let hasThumbnail: Bool
  /// Whether the source's gain map goes into the result.
  let keepsGainMap: Bool
  /// Whether dates, places and names are kept.
  let metadata: MetadataPolicy
  /// What codes the picture, in the order in which it is tried; at least one.
  let attempts: [PictureAttempt]
  /// The encoders that would have come before.
  let refusals: [EncoderRefusal]
  /// What becomes of each part beside the picture.
  let parts: [ImagePart]
  /// What was chosen and why.
  let decisions: [Decision]
  /// What a person should know.
  let warnings: [String]
  /// The wishes that the source itself doesn't meet, so that it can't stand in for the result.
  let unmetWishes: [String]
}
