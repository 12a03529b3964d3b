import Swage

/// The facts of one stream of a file, for people.
enum StreamFacts {
  /// Adds a section for a stream.
  static func add(_ stream: StreamDescription, to sheet: inout FactSheet) {
    sheet.heading("\(title(of: stream.role)) (stream \(stream.index))")
    var codec = Words.codec(stream.codec)
    if let profile = stream.profile { codec += ", \(profile)" }
    if let tag = stream.codecTag { codec += " ('\(tag)')" }
    sheet.add("Codec", stream.isDecodable || stream.kind == .data ? codec : codec + ", no decoder here")
    if let video = stream.video { add(video, to: &sheet) }
    if let audio = stream.audio {
      let layout = audio.channelLayout.isEmpty ? "" : " (\(audio.channelLayout))"
      sheet.add("Channels", "\(audio.channels)\(layout)")
      sheet.add("Sample rate", "\(audio.sampleRate) Hz")
    }
    sheet.add("Kind", stream.subtitle.map { $0.isText ? "text" : "pictures" })
    addTimes(of: stream, to: &sheet)
    sheet.add("Bit rate", stream.bitRate.map { Format.bitRate($0.bitsPerSecond) })
    sheet.add("Language", stream.language)
    sheet.add("Title", stream.title)
    sheet.add("Purpose", stream.disposition.map(\.rawValue).joined(separator: ", "))
    // Language and title stand above already.
    let tags = stream.metadata.filter { $0.key != "language" && $0.key != "title" }
    sheet.add("Tags", tags.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
  }

  private static func title(of role: StreamDescription.Role) -> String {
    switch role {
    case .film: "Film"
    case .secondaryVideo: "Further video"
    case .coverArt: "Cover"
    case .sound: "Sound"
    case .subtitle: "Subtitles"
    case .chapterNames: "Chapter names"
    case .data: "Data"
    case .attachment: "Attachment"
    }
  }

  private static func add(_ video: VideoDescription, to sheet: inout FactSheet) {
    var picture = "\(video.displaySize)"
    if video.displaySize != video.size { picture += " shown, \(video.size) stored" }
    if let turn = Words.orientation(video.orientation) { picture += ", \(turn)" }
    if video.pixelAspect.value != 1 { picture += ", pixel aspect \(video.pixelAspect)" }
    sheet.add("Picture", picture)
    sheet.add("Frames", frames(of: video))
    sheet.add(
      "Pixels", video.pixelFormat.map { "\($0.name), \($0.bitDepth) bits" + (video.hasAlpha ? ", with alpha" : "") })
    switch video.scan {
    case .progressive: break
    case .topFieldFirst: sheet.add("Scan", "interlaced, top field first")
    case .bottomFieldFirst: sheet.add("Scan", "interlaced, bottom field first")
    }
    sheet.add("Color", Words.color(video.color))
    addHDR(video.hdr, to: &sheet)
  }

  private static func frames(of video: VideoDescription) -> String {
    let rate = "\(Words.count(video.frameCount, "frame")), \(Format.trimmed(video.frameRate)) fps"
    guard video.isVariableFrameRate else { return "\(rate), constant" }
    guard let shortest = video.shortestStep, let longest = video.longestStep else { return "\(rate), variable" }
    let (low, high) = (Format.trimmed(shortest * 1000, decimals: 1), Format.trimmed(longest * 1000, decimals: 1))
    return "\(rate), variable (\(low) to \(high) ms)"
  }

  private static func addHDR(_ hdr: HDRDescription, to sheet: inout FactSheet) {
    var name = Words.hdr(hdr.kind)
    if let vision = hdr.dolbyVision {
      let record = "profile \(vision.profile), level \(vision.level), compatibility \(vision.baseLayerCompatibility)"
      name += hdr.kind == .dolbyVision ? " \(record)" : " with Dolby Vision \(record)"
    }
    if hdr.dolbyVisionFrames > 0 { name += " in \(Words.count(hdr.dolbyVisionFrames, "frame"))" }
    if hdr.hasHDR10Plus {
      name += (hdr.kind == .hdr10Plus ? "" : " with HDR10+") + " in \(Words.count(hdr.hdr10PlusFrames, "frame"))"
    }
    sheet.add("Range", name)
    sheet.add("Mastering", hdr.masteringDisplay.map(Words.masteringDisplay))
    sheet.add(
      "Light",
      hdr.contentLight.map {
        "at most \($0.maximumContentLight) cd/m², frame average at most \($0.maximumFrameAverageLight) cd/m²"
      })
    sheet.add(
      "Surroundings",
      hdr.ambientViewing.map { ambient in
        let light = "\(Format.trimmed(Double(ambient.illuminance) / 10_000)) lux"
        let (x, y) = (Double(ambient.light.x) / 50_000, Double(ambient.light.y) / 50_000)
        return "\(light), white \(Format.fixed(x, decimals: 4)) \(Format.fixed(y, decimals: 4))"
      })
  }

  private static func addTimes(of stream: StreamDescription, to sheet: inout FactSheet) {
    sheet.add("Length", stream.duration.map(Format.duration))
    if let declared = stream.declaredDuration, let found = stream.duration, (declared - found).magnitude >= 0.0005 {
      sheet.add("Promised", Format.duration(declared))
    }
    sheet.add("Starts at", stream.startTime.flatMap { $0 == 0 ? nil : Format.duration($0) })
    sheet.add("Edit list", edits(of: stream))
    let hidden = stream.hiddenPacketCount > 0 ? ", \(stream.hiddenPacketCount) more hidden by an edit list" : ""
    sheet.add("Packets", "\(stream.packetCount)\(hidden), \(Format.bytes(stream.byteCount))")
    sheet.add("Time base", "\(stream.timeBase)")
  }

  /// An edit list in words; `nil` for none and for the usual one, which shows the whole track from its beginning.
  private static func edits(of stream: StreamDescription) -> String? {
    guard stream.editList.contains(where: { $0.mediaTime != 0 }) else { return nil }
    return stream.editList.map { entry in
      let length = Format.duration(entry.duration)
      return entry.mediaTime.map { "\(length) of the media from \(Format.duration($0))" } ?? "\(length) of nothing"
    }.joined(separator: ", then ")
  }
}
