import Media

extension StreamRules {
  /// What happens to a subtitle track.
  func subtitles(_ stream: StreamDescription, notes: inout PlanNotes) -> StreamPlan {
    if changesSpeed, Self.selfTimed.contains(stream.codec) {
      let reason = "its pictures tell by themselves how long they are shown, which another speed would make wrong"
      notes.warn("subtitle track \(stream.index) is left out: \(reason)")
      return stream.planned(.drop, reason)
    }
    if container.takesSubtitles(stream.codec) {
      return stream.planned(.copy, "\(container.inWords) holds \(stream.nameInWords)")
    }
    let isText = stream.subtitle?.isText == true
    if isText, stream.isDecodable, !Self.captions.contains(stream.codec) {
      let format = container.ownSubtitleFormat
      let reason = "\(container.inWords) can't hold \(stream.nameInWords), but \(format.rawValue)"
      notes.decide("subtitles of stream \(stream.index)", format.rawValue, because: reason)
      return stream.planned(.convertSubtitles(to: format), reason)
    }
    let isCarryable = !stream.isDecodable || Self.captions.contains(stream.codec)
    if isCarryable, obstacleToCarrying == nil {
      return stream.planned(.carryTrack, "carried over as it is: \(stream.nameInWords) can't be converted")
    }
    let kind = isText || isCarryable ? "\(stream.nameInWords)" : "subtitles that are pictures (\(stream.nameInWords))"
    let obstacle = isCarryable && container.isISOBaseMedia ? obstacleToCarrying : nil
    let reason = obstacle ?? "\(container.inWords) can't hold \(kind)"
    notes.warn("subtitle track \(stream.index) is left out: \(reason)")
    return stream.planned(.drop, reason)
  }

  // Kinds whose packets hold times that nobody here rewrites.
  private static let selfTimed: Set<String> = ["dvd_subtitle", "dvb_subtitle"]
  // Closed captions: commands to a decoder's screen rather than lines of text.
  static let captions: Set<String> = ["eia_608", "eia_708"]
}
