import Media

extension Planner {
  /// The film, if the source has one that can be encoded.
  func usableFilm(notes: inout PlanNotes) throws(CompressionError) -> Film {
    guard !source.isEncrypted else { throw .encrypted(source.path) }
    guard let stream = source.film, let video = stream.video else {
      throw CompressionError(code: .noVideo, message: "the source \(source.path) has no moving picture", stage: .plan)
    }
    guard stream.isDecodable else {
      let codec = stream.nameInWords
      throw CompressionError(
        code: .decoderNotFound, message: "no decoder here knows the film's codec, \(codec)", stage: .plan)
    }
    try acceptDamage(notes: &notes)
    guard video.frameCount > 0, video.size.shortSide > 0 else {
      throw CompressionError(code: .noVideo, message: "the film's track holds no picture", stage: .plan)
    }
    try checkDolbyVision(of: video)
    return Film(stream: stream, video: video)
  }

  /// The kind of file that is written.
  func container(notes: inout PlanNotes) -> Container {
    let named = Container(path: destination)
    let ofSource = Container(of: source.container)
    let container = request.container ?? (replacesSource ? ofSource ?? named : named) ?? .mp4
    if request.container == nil, named != container {
      let reason =
        replacesSource && container == ofSource
        ? "the source, which it replaces, is of this kind" : "the output's name asks for no kind that can be written"
      notes.decide("container", container.rawValue, because: reason)
    }
    if named != container, !(replacesSource && container == ofSource && named != nil) {
      notes.warn("the output will be a \(container.inWords) file, which its name doesn't tell")
    }
    return container
  }

  private func acceptDamage(notes: inout PlanNotes) throws(CompressionError) {
    guard let first = source.damage.first else { return }
    guard request.damagePolicy == .salvage else {
      throw CompressionError(
        code: .sourceDamaged, message: first.inWords, remedy: "--salvage compresses what can be read", stage: .plan)
    }
    for damage in source.damage {
      notes.warn("\(damage.inWords); only what can be read is compressed")
    }
  }

  private func checkDolbyVision(of video: VideoDescription) throws(CompressionError) {
    guard let dolby = video.hdr.dolbyVision, dolby.profile == 5, dolby.baseLayerCompatibility == 0 else { return }
    throw CompressionError(
      code: .notSupported,
      message:
        "the film is Dolby Vision of profile 5, whose colors are wrong without metadata that this version drops",
      stage: .plan)
  }
}

extension Damage {
  /// The damage as a sentence with what was expected and what was found.
  fileprivate var inWords: String {
    let place = streamIndex.map { "stream \($0)" } ?? "the source"
    let what =
      switch kind {
      case .endsEarly: "ends early"
      case .corruptPackets: "has damaged packets"
      case .undecodable: "doesn't decode"
      }
    return "\(place) \(what): expected \(expected), found \(found)"
  }
}

extension StreamDescription {
  /// The codec's name for a sentence; the container's four characters where FFmpeg has none.
  var nameInWords: String { codec == "none" || codec.isEmpty ? codecTag ?? "unknown" : codec }
}
