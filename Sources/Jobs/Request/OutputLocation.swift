public import FoundationEssentials

/// Where the result goes. Nothing exists there before the result is complete and checked.
public enum OutputLocation: Sendable, Hashable, Codable {
  /// Beside the source, as `NAME-compressed.mp4` or the next free number.
  case besideSource
  /// Exactly this file; one that exists is replaced, unless it is the source.
  case file(URL)
  /// In this folder, named as beside the source.
  case directory(URL)
  /// In the place of the source, which stays until the checked result is there.
  case replaceSource
}

/// What happens when the result isn't smaller than the source.
public enum SizePolicy: String, Sendable, Hashable, Codable {
  /// The source is kept instead; the outcome says so.
  case neverLarger
  /// The result is delivered all the same.
  case allowLarger
}

/// What happens when the source is damaged or ends early.
public enum DamagePolicy: String, Sendable, Hashable, Codable {
  /// The job fails with what was expected and what was found.
  case refuse
  /// The readable part is compressed; the outcome says so.
  case salvage
}

/// How thoroughly a result is checked before it is published.
public enum VerificationLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every packet is read and every fact compared; pictures at the start, middle and end are decoded.
  case structure
  /// As `structure`, and every picture and sound is decoded.
  case full
}

/// Whether dates, places, names and titles are kept.
public enum MetadataPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// What a reader finds in the source it finds in the result; the file's modification time is kept too.
  case keep
  /// None of it is written. What is needed to play the file right (language, purpose of tracks) stays.
  case strip
}
