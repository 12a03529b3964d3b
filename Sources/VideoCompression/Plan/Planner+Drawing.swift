import FoundationEssentials
import Media

extension Planner {
  /// Whether something is drawn into the picture.
  var draws: Bool {
    drawing.hasArtist || request.video.watermark != nil || request.video.burnedSubtitles != nil
  }

  /// What of the wishes is about drawing, for a person.
  var drawingWishes: [String] {
    var wishes: [String] = []
    if request.video.watermark != nil { wishes.append("a watermark is to be drawn into the picture") }
    if request.video.burnedSubtitles != nil { wishes.append("subtitles are to become a part of the picture") }
    if drawing.hasArtist { wishes.append("the caller draws into the frames") }
    return wishes
  }

  /// The index of the subtitle track that becomes a part of the picture; `nil` for none.
  var burnedTrack: Int? {
    guard case .track(let number)? = request.video.burnedSubtitles else { return nil }
    let tracks = source.streams.filter { $0.role == .subtitle }
    return tracks.indices.contains(number - 1) ? tracks[number - 1].index : nil
  }

  /// What is drawn into frames of a size.
  ///
  /// - Parameters:
  ///   - size: The frames' pixels.
  ///   - beginning: The moment of the source's timeline that the recording begins at, uncut.
  func drawingPlan(
    on size: PixelSize, beginning: Double, notes: inout PlanNotes
  ) throws(CompressionError) -> DrawingPlan {
    guard draws else { return .nothing }
    var watermark: WatermarkPlan?
    if let wish = request.video.watermark, let image = drawing.watermarkSize {
      let plan = WatermarkPlan(wish, of: image, on: size)
      if plan.size != image {
        notes.decide("watermark", "\(plan.size)", because: "its picture has \(image), more than the frame's \(size)")
      }
      watermark = plan
    }
    let subtitles = try burnedSubtitles(beginning: beginning)
    let parts = [
      watermark.map { _ in "a watermark" }, subtitles.map { _ in "subtitles" },
      drawing.hasArtist ? "what the caller draws" : nil,
    ].compactMap(\.self)
    notes.decide(
      "drawing", "after scaling, in the machine's memory", because: "the picture gets \(parts.joined(separator: ", "))")
    return DrawingPlan(watermark: watermark, subtitles: subtitles, callsArtist: drawing.hasArtist)
  }

  private func burnedSubtitles(beginning: Double) throws(CompressionError) -> BurnedSubtitlesPlan? {
    let plan: BurnedSubtitlesPlan
    switch request.video.burnedSubtitles {
    case nil: return nil
    case .track(let number):
      let stream = try track(number)
      plan = BurnedSubtitlesPlan(
        path: source.path, streamIndex: stream.index, isOwnFile: false, isText: stream.subtitle?.isText == true, zero: 0
      )
    case .file(let file):
      guard let found = drawing.subtitleFile else { return nil }
      // The times of a file count from what a player shows first.
      plan = BurnedSubtitlesPlan(
        path: file.path, streamIndex: found.streamIndex, isOwnFile: true, isText: found.isText, zero: beginning)
    }
    guard !plan.isText || drawing.canDrawText else {
      throw CompressionError(
        code: .notSupported, message: "text can't be drawn into the picture here: FFmpeg was built without libass",
        remedy: "keep the subtitles as a track", stage: .plan)
    }
    return plan
  }

  private func track(_ number: Int) throws(CompressionError) -> StreamDescription {
    let tracks = source.streams.filter { $0.role == .subtitle }
    guard tracks.indices.contains(number - 1) else {
      let allowed = tracks.isEmpty ? "the source has none" : "allowed: 1 to \(tracks.count)"
      throw CompressionError(
        code: .invalidRequest, message: "there is no subtitle track \(number) to burn", remedy: allowed, stage: .request
      )
    }
    let stream = tracks[number - 1]
    guard stream.isDecodable, !StreamRules.captions.contains(stream.codec) else {
      throw CompressionError(
        code: .notSupported,
        message: "subtitle track \(number) can't be burned: this version can't draw \(stream.nameInWords)",
        stage: .plan)
    }
    return stream
  }
}
