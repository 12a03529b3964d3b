internal import FoundationEssentials

extension CompressionRequest: CustomStringConvertible {
  /// Every wish on a line of its own, for logs.
  public var description: String {
    var rows = WishRows()
    rows.add("source", source.path)
    rows.add("output", output)
    rows.add("container", container)
    rows.add("trim", trim)
    rows.add("speed", speed)
    rows.add("pitch", pitch)
    rows.add("interpolation", interpolation)
    rows.add("tracks", tracks)
    rows.add("metadata", metadata)
    rows.add("metadata entries", metadataEntries)
    rows.add("backend", backend)
    rows.add("device", device)
    rows.add("fallback", fallback)
    rows.add("size policy", sizePolicy)
    rows.add("damage policy", damagePolicy)
    rows.add("stream loss", streamLoss)
    rows.add("verification", verification)
    video.describe(in: &rows)
    audio.describe(in: &rows)
    return rows.text
  }
}

extension VideoSettings {
  fileprivate func describe(in rows: inout WishRows) {
    rows.add("video codec", codec)
    rows.add("video profile", profile)
    rows.add("video level", level)
    rows.add("video rate control", rateControl)
    rows.add("video bit rate policy", bitRatePolicy)
    rows.add("video speed", speed)
    rows.add("video size", size)
    rows.add("video rotation", rotation)
    rows.add("video keyframe interval", keyframeInterval)
    rows.add("video frame rate", frameRate)
    rows.add("video noise reduction", noiseReduction)
    rows.add("video levels", levels)
    rows.add("video content", content)
    rows.add("video color", color)
    rows.add("video watermark", watermark)
    rows.add("video burned subtitles", burnedSubtitles)
    rows.add("video encoder options", encoderOptions)
  }
}

extension AudioSettings {
  fileprivate func describe(in rows: inout WishRows) {
    rows.add("audio treatment", treatment)
    rows.add("audio bit rate", bitRate)
    rows.add("audio channels", channels)
    rows.add("audio sample rate", sampleRate)
    rows.add("audio mix", mix)
  }
}

/// Lines of a name and a value.
private struct WishRows {
  private(set) var text = ""

  /// Adds a line; a wish that is `nil` is left to Swage.
  mutating func add<Value>(_ name: String, _ value: Value?) {
    text += "\(name): \(value.map { "\($0)" } ?? "automatic")\n"
  }
}
