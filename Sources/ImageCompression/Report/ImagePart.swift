/// A part of a picture file beside the picture itself, and what became of it.
public struct ImagePart: Sendable, Hashable, Codable {
  /// What a part can be. Kinds may be added.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Exif: date, place, camera and the circumstances of the recording.
    case exif
    /// XMP: titles, authors and what programs noted.
    case xmp
    /// XMP that didn't fit into one segment of a JPEG file.
    case extendedXMP
    /// Photoshop's resources, in which IPTC is.
    case photoshop
    /// Comments of JPEG, and texts of PNG.
    case comment
    /// Segments that only some programs know.
    case otherSegments
    /// An ICC profile.
    case colorProfile
    /// A small version of the picture.
    case thumbnail
    /// Transparency.
    case alpha
    /// How much brighter a display of high dynamic range may show each place.
    case gainMap
    /// How far away each place is.
    case depthMap
    /// Another picture that belongs to the picture, by its type.
    case auxiliaryImage
    /// The film of a motion photo.
    case motionVideo
    /// Further pictures: of a burst, a stereo pair, a page, an animation.
    case otherPictures
  }

  /// What can become of a part.
  public enum Action: String, Sendable, Hashable, Codable {
    /// It is in the result as it was, but for what has to agree with the result (orientation, size).
    case kept
    /// Its content is in the result in another form.
    case converted
    /// It was made anew from the result.
    case regenerated
    /// It isn't in the result.
    case dropped
  }

  /// What the part is.
  public let kind: Kind
  /// More about it, such as the name of a profile or the type of an auxiliary picture; `nil` when there is nothing to say.
  public let name: String?
  /// What became of it.
  public let action: Action
  /// Why, in a sentence for a person.
  public let reason: String

  package init(kind: Kind, name: String? = nil, action: Action, reason: String) {
    self.kind = kind
    self.name = name
    self.action = action
    self.reason = reason
  }
}
