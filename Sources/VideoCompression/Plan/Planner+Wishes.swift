import Media

/// The explicit wishes that the source, as it is, doesn't meet; each named for a person.
struct UnmetWishes {
  /// Those about the film's packets.
  var film: [String] = []
  /// Those about the kind of file.
  var container: [String] = []
  /// Those about the other streams and the tags.
  var rest: [String] = []

  var all: [String] { film + container + rest }
  var isEmpty: Bool { all.isEmpty }
}

extension Planner {
  /// Holds the source against every explicit wish.
  func unmetWishes(of film: Film, as video: VideoPlan, in container: Container, cut: Cut) -> UnmetWishes {
    var unmet = UnmetWishes()
    unmet.film = unmetFilmWishes(of: film, as: video)
    if cut.isTrimmed { unmet.film.append("only a part is to be kept") }
    if cut.changesSpeed { unmet.film.append("it is to be shown faster or slower") }
    if !source.damage.isEmpty { unmet.film.append("the film is to be readable to its end") }
    if Container(of: source.container) != container {
      unmet.container.append("the output is to be \(container == .mp4 ? "an" : "a") \(container.inWords) file")
    }
    unmet.rest = unmetSoundWishes()
    if request.tracks == .first, hasSeveral(.sound) || hasSeveral(.subtitle) {
      unmet.rest.append("only the first track of each kind is to be kept")
    }
    if case .targetSize(let bytes) = request.video.rateControl, source.byteCount > bytes {
      unmet.film.append("the file is to have at most \(bytes) bytes")
    }
    if request.metadata == .strip { unmet.rest.append("dates, places and names are to be left out") }
    let tags = Dictionary(source.metadata.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { a, _ in a })
    for entry in request.metadataEntries where (tags[entry.key.lowercased()] ?? "") != entry.value {
      unmet.rest.append("the entry \(entry.key) is to be set")
    }
    return unmet
  }

  private func unmetFilmWishes(of film: Film, as video: VideoPlan) -> [String] {
    var unmet: [String] = []
    let wishes = request.video
    if let codec = wishes.codec, codec.rawValue != film.stream.codec {
      unmet.append("the film is to be \(codec.inWords)")
    }
    if wishes.size.isCertain {
      if film.video.displaySize != video.displaySize {
        unmet.append("the picture is to be \(video.displaySize)")
      }
    } else if PictureSize(fitting: film.video.size, pixelAspect: film.video.pixelAspect, into: wishes.size).size
      != film.video.size.even
    {
      unmet.append("the picture is to be smaller")
    }
    if wishes.rotation == .bake, film.video.orientation != .up {
      unmet.append("the picture is to be turned upright")
    }
    for step in video.steps {
      switch step {
      case .denoise: unmet.append("noise is to be filtered out")
      case .levels: unmet.append("brightness is to be stretched")
      case .convertColor(let conversion, _) where wishes.color != .automatic:
        unmet.append(
          conversion.isToStandardRange
            ? "the film is to have the standard dynamic range" : "the film is to be \(conversion.targetInWords)")
      case .convertColor, .deinterlace, .crop, .scale, .pad, .orient, .interpolate: break
      }
    }
    if case .bitRate(let rate) = wishes.rateControl, film.bitRate.map({ $0 > rate }) ?? true {
      unmet.append("the film is to have \(rate.inWords)")
    }
    if let profile = wishes.profile, !profile.covers(film.stream.profile) {
      unmet.append("the film is to have the profile \(profile.rawValue)")
    }
    if let level = wishes.level, film.video.level.map({ $0 > level }) ?? true {
      unmet.append("the film is to have the level \(level)")
    }
    if !wishes.encoderOptions.isEmpty { unmet.append("the encoder's own options are to be set") }
    if let wish = unmetRate(of: film) { unmet.append(wish) }
    unmet += drawingWishes
    if let interval = wishes.keyframeInterval { unmet.append("keyframes are to be at most \(interval) frames apart") }
    return unmet
  }

  private func unmetSoundWishes() -> [String] {
    let sounds = source.streams.filter { $0.role == .sound }
    var unmet: [String] = []
    switch request.audio.treatment {
    case _ where request.audio.leavesOut:
      if !sounds.isEmpty { unmet.append("the sound is to be left out") }
      return unmet
    case .encode(let codec) where !sounds.allSatisfy(codec.isCodec):
      unmet.append("the sound is to be \(codec.inWords)")
    case .automatic, .copy, .encode, .none:
      break
    }
    if let mix = request.audio.mix, !sounds.isEmpty, !mix.inputs.isEmpty || sounds.count > 1 {
      unmet.append(
        mix.inputs.count == 1 ? "the sound is to have another volume" : "several sound tracks are to become one")
    }
    if !sounds.allSatisfy(request.audio.isMet) {
      unmet.append("the sound is to have another bit rate, sample rate or number of channels")
    }
    return unmet
  }

  private func hasSeveral(_ role: StreamDescription.Role) -> Bool {
    source.streams.filter { $0.role == role }.count > 1
  }
}
