internal import FFmpeg
internal import Media

/// What a job draws with: read and checked before work begins, the same for each attempt.
struct DrawingMaterial: Sendable {
  /// The caller's code.
  var artist: FrameArtist?
  /// The watermark in the size that it is drawn in.
  var watermark: Bitmap?
  /// Text subtitles.
  var script: SubtitleScript?
  /// What a person should know.
  var warnings: [String] = []

  /// Nothing to draw with.
  static let none = DrawingMaterial()

  /// Brings what was looked at into the form that the plan asks for, and reads the subtitles of a track.
  static func prepare(
    _ plan: CompressionPlan, look: DrawingLook, artist: FrameArtist?, control: JobControl
  ) throws -> DrawingMaterial {
    let drawing = plan.video.drawing
    var material = DrawingMaterial()
    if drawing.callsArtist { material.artist = artist }
    if let watermark = drawing.watermark { material.watermark = look.watermark?.resized(to: watermark.size) }
    guard let subtitles = drawing.subtitles, subtitles.isText else { return material }
    let text =
      try look.subtitles
      ?? DrawingLook.Text(
        SubtitleReader(subtitles, control: control, toleratesDamage: plan.damagePolicy == .salvage))
    let script = SubtitleScript(
      text, clock: SubtitleClock(plan.timeline, zero: subtitles.zero), duration: plan.timeline.duration,
      on: plan.video.size)
    material.script = script
    if script.events.isEmpty {
      material.warnings.append("none of the subtitles lies in what is kept, so nothing of them is seen")
    } else {
      try TextPainter.checkFonts(of: script)
    }
    return material
  }
}
