import Swage

extension Made {
  static let plan = CompressionPlan(
    source: "/clips/holiday.mov", destination: "/clips/holiday-compressed.mp4", replacesSource: false,
    container: .mp4,
    attempts: [
      PlannedAttempt(
        condition: .unlessSucceeded,
        film: .encode(
          PlannedEncoder(
            backend: .software, encoder: "libx265", device: nil, codec: .hevc,
            rate: .quality(0.7, ceiling: .megabits(18)), layout: .yuv420p,
            limits: EncoderLimits(
              minimumSize: PixelSize(width: 16, height: 16), maximumSize: PixelSize(width: 8192, height: 8192)))),
        reason: "the only encoder here"),
      PlannedAttempt(condition: .ifNotSmaller, film: .copyPackets, reason: "MP4 holds less overhead"),
    ],
    video: VideoPlan(
      streamIndex: 0, steps: [.deinterlace, .orient(.right), .scale(PixelSize(width: 720, height: 1280), .yuv420p)],
      size: PixelSize(width: 720, height: 1280), pixelAspect: Rational(1, 1), orientation: .up,
      pixelFormat: .yuv420p, color: ColorDescription(primaries: .bt709),
      hdr: HDRPlan(
        kind: .hdr10, masteringDisplay: display, contentLight: light, ambientViewing: ambient, preferredTransfer: .hlg,
        dolbyVision: DolbyVisionConfiguration(profile: 8, level: 4, baseLayerCompatibility: 4), carriesHDR10Plus: true,
        losses: [HDRLoss(what: "Dolby Vision", reason: "only HEVC carries it here")]),
      frameRate: Rational(30000, 1001),
      timeBase: Rational(1, 30000), keyframeInterval: nil, speed: .balanced, frameCount: 600),
    streams: [
      StreamPlan(sourceIndex: 0, kind: .video, action: .film, reason: "the only video"),
      StreamPlan(
        sourceIndex: 1, kind: .audio,
        action: .encodeAudio(
          AudioPlan(
            codec: .aac, encoder: "aac", bitRate: .kilobits(96), channels: 1, channelLayout: "mono", sampleRate: 44100)),
        reason: "MP4 doesn't take PCM"),
      StreamPlan(sourceIndex: 2, kind: .subtitle, action: .convertSubtitles(to: .movText), reason: "for MP4"),
      StreamPlan(sourceIndex: 3, kind: .data, action: .drop, reason: "no place in MP4"),
    ],
    timeline: TimelinePlan(origin: 0.5, start: 1.5, end: nil, duration: 19.02), chapters: [], metadata: .keep,
    sizeLimit: 48_200_000, whenNotSmaller: .keepSource, damagePolicy: .refuse, verification: .structure,
    decisions: [Decision(what: "codec", choice: "hevc", reason: "nothing else was asked for")], warnings: [])

  static let inspected = SourceDescription(
    path: "/clips/holiday.mov", byteCount: 48_200_000,
    container: ContainerDescription(
      formatName: "mov,mp4", longName: "QuickTime / MOV", majorBrand: "qt  ", indexFirst: false),
    startTime: 0, duration: 20.02,
    streams: [
      stream(0, .video, .film, "hevc", tag: "hvc1", video: picture),
      stream(
        1, .audio, .sound, "aac", tag: "mp4a",
        audio: AudioDescription(channels: 2, channelLayout: "stereo", sampleRate: 48000)),
      stream(2, .data, .data, "none", tag: "mebx"),
    ],
    chapters: [Chapter(start: 0, end: 10, title: "Beach")],
    metadata: ["location": "+52.5+13.4/", "creation_time": "2024-05-01T10:00:00Z"], isEncrypted: false,
    damage: [Damage(kind: .endsEarly, streamIndex: nil, expected: "20.000 s", found: "8.967 s")])

  private static let display = MasteringDisplay(
    red: .init(x: 34000, y: 16000), green: .init(x: 13250, y: 34500), blue: .init(x: 7500, y: 3000),
    white: .init(x: 15635, y: 16450), maximumLuminance: 10_000_000, minimumLuminance: 50)
  private static let light = ContentLightLevel(maximumContentLight: 1000, maximumFrameAverageLight: 400)
  private static let ambient = AmbientViewingEnvironment(
    illuminance: 3_140_000, light: .init(x: 15635, y: 16450))

  private static let picture = VideoDescription(
    size: PixelSize(width: 1920, height: 1080), displaySize: PixelSize(width: 1080, height: 1920),
    pixelAspect: Rational(1, 1), orientation: .right, frameCount: 600, frameRate: 29.97,
    nominalFrameRate: Rational(30, 1), isVariableFrameRate: true, shortestStep: 0.02, longestStep: 0.05,
    pixelFormat: .yuv420p10, scan: .progressive,
    color: ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NonConstant, range: .limited),
    hdr: HDRDescription(
      kind: .dolbyVision, masteringDisplay: display, contentLight: light, ambientViewing: ambient,
      preferredTransfer: .hlg,
      dolbyVision: DolbyVisionConfiguration(profile: 8, level: 4, baseLayerCompatibility: 4)),
    hasAlpha: false)

  private static func stream(
    _ index: Int, _ kind: StreamKind, _ role: StreamDescription.Role, _ codec: String, tag: String?,
    video: VideoDescription? = nil, audio: AudioDescription? = nil
  ) -> StreamDescription {
    StreamDescription(
      index: index, kind: kind, role: role, codec: codec, codecTag: tag, profile: nil, isDecodable: kind != .data,
      timeBase: Rational(1, 600), startTime: 0, duration: 20, declaredDuration: 20, packetCount: 600,
      hiddenPacketCount: 0, byteCount: 1_000_000, language: kind == .audio ? "eng" : nil, title: nil,
      disposition: [.default], metadata: [:], editList: [], video: video, audio: audio, subtitle: nil)
  }
}
