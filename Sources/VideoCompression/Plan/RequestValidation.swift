import Media

/// Checks the numbers of a request on their own, before a source is looked at.
enum RequestValidation {
  /// Throws for the first number that is out of range, with what it is and what it may be.
  static func check(_ request: CompressionRequest) throws(CompressionError) {
    try checkVideo(request.video)
    try checkAudio(request.audio)
    try checkTrim(request.trim)
    for entry in request.metadataEntries { try entry.check() }
    try checkTime(request)
    if request.device != nil, request.backend == .software {
      throw CompressionError(
        code: .invalidRequest, message: "the processor is no device to choose",
        remedy: "leave the device out, or ask for hardware", stage: .request)
    }
  }

  private static func checkVideo(_ video: VideoSettings) throws(CompressionError) {
    switch video.rateControl {
    case .quality(let quality):
      try require(quality >= 0 && quality <= 1, "the quality", is: "\(quality)", allowed: "0 to 1")
    case .bitRate(let rate):
      try checkRate(rate, of: "the film")
    case .targetSize(let bytes):
      try require(bytes >= 1_000, "the target size", is: "\(bytes) bytes", allowed: "1000 bytes or more")
    }
    switch video.size {
    case .source: break
    case .longSide(let side): try require(side >= 2, "the longer side", is: "\(side)", allowed: "2 pixels or more")
    case .shortSide(let side): try require(side >= 2, "the shorter side", is: "\(side)", allowed: "2 pixels or more")
    case .exactly(let size, _):
      try checkSide(size.width, "the width")
      try checkSide(size.height, "the height")
    case .scaled(let width, let height):
      if let width { try checkSide(width, "the width") }
      if let height { try checkSide(height, "the height") }
    }
    if let profile = video.profile, let codec = video.codec, !profile.codecs.contains(codec) {
      let allowed = CodecProfile.allCases.filter { $0.codecs.contains(codec) }.map(\.rawValue)
      throw CompressionError(
        code: .invalidRequest, message: "\(codec.inWords) has no profile \(profile.rawValue)",
        remedy: "allowed: \(allowed.joined(separator: ", "))", stage: .request)
    }
    if let watermark = video.watermark {
      let isShare = (0...1).contains(watermark.opacity)
      try require(isShare, "the opacity of the watermark", is: "\(watermark.opacity)", allowed: "0 to 1")
    }
    if let interval = video.keyframeInterval {
      try require(interval >= 1, "the keyframe interval", is: "\(interval)", allowed: "1 frame or more")
    }
  }

  private static func checkSide(_ side: Int, _ name: String) throws(CompressionError) {
    try require((2...32_768).contains(side), name, is: "\(side)", allowed: "2 to 32768 pixels")
  }

  private static func checkAudio(_ audio: AudioSettings) throws(CompressionError) {
    if let rate = audio.bitRate, rate > .bits(0) { try checkRate(rate, of: "the sound") }
    if let channels = audio.channels {
      try require((1...8).contains(channels), "the number of channels", is: "\(channels)", allowed: "1 to 8")
    }
    if let rate = audio.sampleRate {
      try require((8_000...96_000).contains(rate), "the sample rate", is: "\(rate) Hz", allowed: "8000 to 96000 Hz")
    }
    if let mix = audio.mix { try checkMix(mix) }
    guard audio.hasBounds || audio.mix != nil else { return }
    switch audio.treatment {
    case .automatic, .encode: break
    case .copy:
      throw contradiction("copied sound can't get another bit rate, sample rate, number of channels or volume")
    case .none:
      guard audio.leavesOutOnly else {
        throw contradiction("sound that is left out has no bit rate, sample rate, number of channels or volume")
      }
    }
  }

  private static func checkMix(_ mix: AudioMix) throws(CompressionError) {
    var tracks: Set<Int> = []
    for input in mix.inputs {
      let track = input.track
      try require(track >= 1, "the number of a sound track to mix", is: "\(track)", allowed: "1 or more")
      try require(
        tracks.insert(track).inserted, "the number of a sound track to mix", is: "\(track) twice", allowed: "once each")
      try checkVolume(input.volume, of: track)
      var end = 0.0
      for ramp in input.ramps {
        try checkVolume(ramp.from, of: track)
        try checkVolume(ramp.to, of: track)
        try require(
          ramp.start.isFinite && ramp.start >= end, "the start of a volume ramp of sound track \(track)",
          is: "\(ramp.start.inWords) s", allowed: "\(end.inWords) s or more, where the one before it ends")
        try require(
          ramp.end.isFinite && ramp.end > ramp.start, "the end of a volume ramp of sound track \(track)",
          is: "\(ramp.end.inWords) s", allowed: "more than its start, \(ramp.start.inWords) s")
        end = ramp.end
      }
    }
  }

  private static func checkVolume(_ volume: Double, of track: Int) throws(CompressionError) {
    try require(
      volume >= 0 && volume <= 10, "the volume of sound track \(track)", is: "\(volume.inWords)", allowed: "0 to 10")
  }

  private static func checkTrim(_ trim: TimeRange) throws(CompressionError) {
    if let start = trim.start {
      try require(start.isFinite && start >= 0, "the start of the trim", is: "\(start) s", allowed: "0 s or more")
    }
    if let end = trim.end {
      try require(end.isFinite && end > 0, "the end of the trim", is: "\(end) s", allowed: "more than 0 s")
    }
    if let start = trim.start, let end = trim.end {
      try require(
        start < end, "the end of the trim", is: "\(end.inWords) s", allowed: "more than its start, \(start.inWords) s")
    }
  }

  private static func checkRate(_ rate: BitRate, of what: String) throws(CompressionError) {
    try require(rate >= .kilobits(1), "the bit rate of \(what)", is: rate.inWords, allowed: "1 kbit/s or more")
  }

  static func require(
    _ holds: Bool, _ field: String, is actual: String, allowed: String
  ) throws(CompressionError) {
    guard !holds else { return }
    throw CompressionError(
      code: .invalidRequest, message: "\(field) is \(actual)", remedy: "allowed: \(allowed)", stage: .request)
  }

  static func contradiction(_ message: String) -> CompressionError {
    CompressionError(
      code: .invalidRequest, message: message, remedy: "choose automatic treatment or AAC", stage: .request)
  }
}

extension AudioSettings {
  /// Whether a bit rate, a sample rate or a number of channels is asked for.
  var hasBounds: Bool { bitRate != nil || channels != nil || sampleRate != nil }

  /// Whether nothing is asked of the sound that contradicts leaving it out.
  fileprivate var leavesOutOnly: Bool {
    channels == nil && sampleRate == nil && mix == nil && bitRate.map { $0 <= .bits(0) } ?? true
  }
}
