internal import Jobs
internal import Media

/// Decides what becomes of the parts beside the picture.
struct PartsPlan {
  let planner: ImagePlanner
  let hasThumbnail: Bool
  let keepsProfile: Bool

  private var source: SourceFacts { planner.source }
  private var isJPEG: Bool { planner.format == .jpeg }
  private var isStripped: Bool { planner.settings.metadata == .strip }

  /// Every part of the source, in the order of the kinds.
  func parts() -> [ImagePart] {
    var parts: [ImagePart] = []
    let metadata = source.metadata
    if metadata.exif != nil {
      parts.append(
        isStripped
          ? stripped(.exif)
          : ImagePart(
            kind: .exif, action: source.description.format == .tiff ? .converted : .kept,
            reason: "orientation and size are those of the result"))
    }
    if metadata.xmp != nil { parts.append(keep(.xmp, "orientation and size are those of the result")) }
    if !metadata.extendedXMP.isEmpty { parts.append(onlyInJPEG(.extendedXMP)) }
    if !metadata.photoshop.isEmpty { parts.append(onlyInJPEG(.photoshop, metadata.hasIPTC ? "IPTC" : nil)) }
    if !metadata.comments.isEmpty {
      let isOther = source.description.format != .jpeg
      parts.append(isOther && !isStripped ? lost(.comment, "texts of PNG have no place") : onlyInJPEG(.comment))
    }
    if !metadata.otherSegments.isEmpty { parts.append(onlyInJPEG(.otherSegments)) }
    if let profile = profile() { parts.append(profile) }
    if metadata.hasThumbnail { parts.append(thumbnail()) }
    if source.hasAlpha {
      parts.append(
        isJPEG
          ? ImagePart(kind: .alpha, action: .converted, reason: "JPEG has no transparency; the picture is put on white")
          : ImagePart(kind: .alpha, action: .kept, reason: "\(planner.format.rawValue.uppercased()) has it, too"))
    }
    return parts + source.companions.map(companion)
  }

  /// Whether a source says something that can tell of a person.
  static func identifies(_ source: SourceFacts) -> Bool {
    let metadata = source.metadata
    return metadata.exif != nil || metadata.xmp != nil || !metadata.extendedXMP.isEmpty || !metadata.photoshop.isEmpty
      || !metadata.comments.isEmpty || !metadata.otherSegments.isEmpty || metadata.hasThumbnail
      || source.companions.contains { $0.kind != .gainMap }
  }

  /// A part in a few words.
  static func words(_ part: ImagePart) -> String {
    let kind =
      switch part.kind {
      case .exif: "Exif"
      case .xmp: "XMP"
      case .extendedXMP: "extended XMP"
      case .photoshop: "Photoshop's data"
      case .comment: "the comment"
      case .otherSegments: "other programs' data"
      case .colorProfile: "the color profile"
      case .thumbnail: "the thumbnail"
      case .alpha: "transparency"
      case .gainMap: "the gain map"
      case .depthMap: "the depth map"
      case .auxiliaryImage: "an auxiliary picture"
      case .motionVideo: "the film of a motion photo"
      case .otherPictures: "another picture of the file"
      }
    return part.name.map { "\(kind) (\($0))" } ?? kind
  }

  private func stripped(_ kind: ImagePart.Kind, _ name: String? = nil) -> ImagePart {
    ImagePart(kind: kind, name: name, action: .dropped, reason: "metadata is stripped")
  }

  private func lost(_ kind: ImagePart.Kind, _ reason: String, _ name: String? = nil) -> ImagePart {
    ImagePart(kind: kind, name: name, action: .dropped, reason: reason)
  }

  private func keep(_ kind: ImagePart.Kind, _ reason: String) -> ImagePart {
    isStripped ? stripped(kind) : ImagePart(kind: kind, action: .kept, reason: reason)
  }

  private func onlyInJPEG(_ kind: ImagePart.Kind, _ name: String? = nil) -> ImagePart {
    if isStripped { return stripped(kind, name) }
    return isJPEG
      ? ImagePart(kind: kind, name: name, action: .kept, reason: "the result is JPEG, too")
      : lost(kind, "only JPEG has a place for it", name)
  }

  private func profile() -> ImagePart? {
    guard let name = source.description.colorProfile, let space = source.profileSpace else { return nil }
    if keepsProfile { return ImagePart(kind: .colorProfile, name: name, action: .kept, reason: "byte for byte") }
    let reason =
      switch space {
      case .cmyk, .gray: "the picture was converted to sRGB by it"
      case .rgb: "the picture was brought to standard dynamic range, in sRGB"
      case .lab, .other: "it is for another space than the picture's"
      }
    return ImagePart(
      kind: .colorProfile, name: name, action: space == .lab || space == .other ? .dropped : .converted, reason: reason)
  }

  private func thumbnail() -> ImagePart {
    if isStripped { return stripped(.thumbnail) }
    return hasThumbnail
      ? ImagePart(kind: .thumbnail, action: .regenerated, reason: "it shows the result")
      : ImagePart(
        kind: .thumbnail, action: .converted,
        reason: isJPEG ? "there is no Exif to put it in" : "the picture itself is small enough")
  }

  private func companion(_ found: (kind: ImagePart.Kind, name: String?)) -> ImagePart {
    switch found.kind {
    case .gainMap where source.hasGainMap && isJPEG:
      ImagePart(
        kind: .gainMap, name: found.name, action: source.turn == .up ? .kept : .converted,
        reason: source.turn == .up ? "byte for byte" : "turned with the picture")
    case .gainMap:
      lost(.gainMap, "the libraries that write the result can't write one; its SDR picture is kept", found.name)
    case .motionVideo: lost(.motionVideo, "the result is a picture", found.name)
    case .otherPictures: lost(.otherPictures, "the result holds the file's main picture", found.name)
    default: lost(found.kind, "libheif has no way to write it", found.name)
    }
  }
}
