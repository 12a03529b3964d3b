/// What a track is for; several may hold at once. C counterpart: `AV_DISPOSITION_*`.
public enum Disposition: String, Sendable, Hashable, Codable, CaseIterable {
  case `default`, dub, original, comment, lyrics, karaoke, forced
  case hearingImpaired, visualImpaired, cleanEffects, attachedPicture, timedThumbnails
  case captions, descriptions, metadata, dependent, stillImage
}
