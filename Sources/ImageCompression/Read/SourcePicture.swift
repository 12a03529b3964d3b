internal import FFmpeg
internal import Media

/// A picture that was read and decoded, with everything that belongs to it.
struct SourcePicture {
  /// What the file is.
  let description: ImageDescription
  /// The samples, in the layout and turn that they are stored in.
  let picture: Frame
  /// Transparency of the same size; `nil` when there is none or all of it is opaque.
  let alpha: Frame?
  /// Whether colors are already multiplied by transparency.
  let isPremultiplied: Bool
  /// The turn that the samples still need to be upright.
  let turn: Orientation
  /// What the file says beside the samples.
  let metadata: PictureMetadata
  /// Other pictures and films in the file: what they are, and their names.
  let companions: [(kind: ImagePart.Kind, name: String?)]
  /// A gain map as a JPEG file (ISO 21496-1, or Adobe's before it); empty when there is none that can be carried.
  let gainMap: [UInt8]
  /// The ICC profile's own space; `nil` without a profile.
  let profileSpace: ColorProfile.Space?
  /// Whether the container says by code points what the samples mean.
  let saysColor: Bool
  /// What a person should know.
  let warnings: [String]
}
