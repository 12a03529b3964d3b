import Capabilities
import FoundationEssentials
import Media
import VideoCompression

/// What a test says about a source; everything else is that of a plain 720p clip of ten seconds.
struct Source {
  var kind = ContainerDescription.mp4
  var byteCount: Int64 = 5_000_000
  var start = 0.0
  var duration = 10.0
  var streams: [StreamDescription] = [.film(), .sound(1)]
  var chapters: [Chapter] = []
  var isEncrypted = false
  var damage: [Damage] = []

  var description: SourceDescription {
    SourceDescription(
      path: "/films/in", byteCount: byteCount, container: kind, startTime: start, duration: duration,
      streams: streams, chapters: chapters, metadata: [:], isEncrypted: isEncrypted, damage: damage)
  }

  /// A request without wishes for this source.
  var request: CompressionRequest {
    CompressionRequest(from: URL(filePath: "/films/in"), to: .file(URL(filePath: "/films/out.mp4")))
  }

  /// The plan of a request for this source.
  func plan(
    _ change: (CompressionRequest) -> CompressionRequest = { $0 }, to destination: String = "/films/out.mp4",
    with capabilities: [EncoderCapability] = .x26x, replacing: Bool = false, seeing analysis: ContentAnalysis? = nil
  ) throws(CompressionError) -> CompressionPlan {
    let request = CompressionRequest(from: URL(filePath: "/films/in"), to: .file(URL(filePath: destination)))
    return try Planner(
      request: change(request), source: description, machine: MachineCapabilities(capabilities),
      destination: destination,
      replacesSource: replacing, analysis: analysis
    ).plan()
  }

  /// The error of a request for this source; `nil` when there is a plan.
  func refusal(
    _ change: (CompressionRequest) -> CompressionRequest = { $0 }, to destination: String = "/films/out.mp4",
    with capabilities: [EncoderCapability] = .x26x
  ) -> CompressionError? {
    do {
      _ = try plan(change, to: destination, with: capabilities)
      return nil
    } catch {
      return error
    }
  }
}

extension ContainerDescription {
  static let mp4 = ContainerDescription.boxes(brand: "isom")
  static let mov = ContainerDescription.boxes(brand: "qt  ")
  static let mkv = ContainerDescription.other("matroska,webm")
  static let mpegts = ContainerDescription.other("mpegts")
  static let avi = ContainerDescription.other("avi")

  static func boxes(brand: String?, isFragmented: Bool = false) -> ContainerDescription {
    ContainerDescription(
      formatName: "mov,mp4,m4a,3gp,3g2,mj2", longName: "QuickTime / MOV", majorBrand: brand, indexFirst: true,
      isFragmented: isFragmented)
  }

  static func other(_ name: String) -> ContainerDescription {
    ContainerDescription(formatName: name, longName: name, majorBrand: nil, indexFirst: nil)
  }
}

extension StreamDescription {
  static func film(
    _ index: Int = 0, role: Role = .film, codec: String = "h264", size: PixelSize = PixelSize(width: 1280, height: 720),
    aspect: Rational = Rational(1, 1), orientation: Orientation = .up, format: PixelFormat? = .yuv420p,
    scan: ScanType = .progressive, color: ColorDescription = ColorDescription(), hdr: HDRDescription = .sdr,
    hasAlpha: Bool = false, frames: Int = 250, rate: Double = 25, nominal: Rational? = Rational(25, 1),
    timeBase: Rational = Rational(1, 12_800), start: Double? = 0, duration: Double? = 10, bytes: Int64 = 4_000_000,
    hidden: Int = 0, isDecodable: Bool = true
  ) -> StreamDescription {
    let width = Int((Double(size.width) * aspect.value).rounded())
    let shown = PixelSize(width: width, height: size.height)
    let video = VideoDescription(
      size: size, displaySize: orientation.swapsSides ? shown.transposed : shown, pixelAspect: aspect,
      orientation: orientation, frameCount: frames, frameRate: rate, nominalFrameRate: nominal,
      isVariableFrameRate: false, shortestStep: nil, longestStep: nil, pixelFormat: format, scan: scan, color: color,
      hdr: hdr, hasAlpha: hasAlpha)
    return stream(
      index, .video, role, codec: codec, isDecodable: isDecodable, timeBase: timeBase, start: start,
      duration: duration, packets: frames, hidden: hidden, bytes: bytes, video: video)
  }

  static func sound(
    _ index: Int, codec: String = "aac", tag: String? = nil, channels: Int = 2, layout: String = "stereo",
    sampleRate: Int = 48_000, start: Double? = 0, duration: Double? = 10, packets: Int = 470, bytes: Int64 = 160_000,
    isDecodable: Bool = true, disposition: [Disposition] = []
  ) -> StreamDescription {
    stream(
      index, .audio, .sound, codec: codec, tag: tag, isDecodable: isDecodable, start: start, duration: duration,
      packets: packets, bytes: bytes, disposition: disposition,
      audio: AudioDescription(channels: channels, channelLayout: layout, sampleRate: sampleRate))
  }

  static func subtitles(
    _ index: Int, codec: String, isText: Bool = true, isDecodable: Bool = true, disposition: [Disposition] = []
  ) -> StreamDescription {
    stream(
      index, .subtitle, .subtitle, codec: codec, isDecodable: isDecodable, disposition: disposition,
      subtitle: SubtitleDescription(isText: isText))
  }

  static func other(
    _ index: Int, _ kind: StreamKind, _ role: Role, codec: String = "none", tag: String? = nil
  ) -> StreamDescription {
    stream(index, kind, role, codec: codec, tag: tag, isDecodable: false)
  }

  private static func stream(
    _ index: Int, _ kind: StreamKind, _ role: Role, codec: String, tag: String? = nil, isDecodable: Bool,
    timeBase: Rational = Rational(1, 48_000), start: Double? = 0, duration: Double? = 10, packets: Int = 10,
    hidden: Int = 0, bytes: Int64 = 1_000, disposition: [Disposition] = [], video: VideoDescription? = nil,
    audio: AudioDescription? = nil, subtitle: SubtitleDescription? = nil
  ) -> StreamDescription {
    StreamDescription(
      index: index, kind: kind, role: role, codec: codec, codecTag: tag, profile: nil, isDecodable: isDecodable,
      timeBase: timeBase, startTime: start, duration: duration, declaredDuration: duration, packetCount: packets,
      hiddenPacketCount: hidden, byteCount: bytes, language: nil, title: nil, disposition: disposition, metadata: [:],
      editList: [], video: video, audio: audio, subtitle: subtitle)
  }
}

extension EncoderCapability {
  static let hevc = encoder("libx265", .hevc, depths: [8, 10], from: 16)
  static let h264 = encoder("libx264", .h264, depths: [8], from: 2)

  static func encoder(
    _ name: String, _ codec: VideoCodec, depths: [Int], from minimum: Int, to maximum: Int = 16_384,
    backend: Backend = .software
  ) -> EncoderCapability {
    EncoderCapability(
      backend: backend, encoder: name, device: nil, codec: codec, bitDepths: depths,
      limits: EncoderLimits(
        minimumSize: PixelSize(width: minimum, height: minimum),
        maximumSize: PixelSize(width: maximum, height: maximum),
        rateControls: [.constantQuantizer, .variable]))
  }
}

extension AudioEncoderCapability {
  /// One for every codec.
  static let all = AudioCodec.allCases.map { codec in
    AudioEncoderCapability(codec: codec, encoder: "an encoder of \(codec.rawValue)", state: .proved(seconds: 0))
  }
}

extension [EncoderCapability] {
  static let x26x: [EncoderCapability] = [.hevc, .h264]
}

extension CompressionPlan {
  /// What happens to a stream.
  func action(_ index: Int) -> StreamPlan.Action? { streams.first { $0.sourceIndex == index }?.action }
  /// Why it happens.
  func reason(_ index: Int) -> String? { streams.first { $0.sourceIndex == index }?.reason }
  /// The choices about something.
  func choices(_ what: String) -> [String] { decisions.filter { $0.what == what }.map(\.choice) }
  /// The encoder of the first attempt.
  var encoder: PlannedEncoder? {
    guard case .encode(let encoder)? = attempts.first?.film else { return nil }
    return encoder
  }
  /// The rates of all attempts that encode.
  var rates: [PlannedRate] {
    attempts.compactMap { attempt in
      guard case .encode(let encoder) = attempt.film else { return nil }
      return encoder.rate
    }
  }
  /// The displayed sides before a turn, as a player shows them.
  var displayedSides: [Double] { [Double(video.size.width) * video.pixelAspect.value, Double(video.size.height)] }
}

extension MachineCapabilities {
  /// A machine with these encoders, each on a device of its own.
  init(_ encoders: [EncoderCapability], problems: [EncodingDevice] = []) {
    let devices = encoders.map { encoder in
      EncodingDevice(
        backend: encoder.backend, path: encoder.device, name: nil, driver: nil,
        encoders: encoder.bitDepths.map {
          DeviceEncoder(
            encoder: encoder.encoder, codec: encoder.codec, bitDepth: $0, limits: encoder.limits,
            state: .proved(seconds: 0))
        }, decoding: encoder.decoding)
    }
    self.init(devices: problems + devices, audioEncoders: AudioEncoderCapability.all)
  }
}
