import Capabilities
import FoundationEssentials
import Media
import TestSupport
import VideoCompression

/// A random request for a random source: mostly sensible, sometimes not.
struct RandomJob: CustomStringConvertible {
  let request: CompressionRequest
  let source: SourceDescription
  let film: VideoDescription
  let destination: String
  let replacesSource: Bool
  let analysis: ContentAnalysis?

  init(using random: inout SeededGenerator) {
    let stream = Self.film(using: &random)
    let others = Self.others(using: &random)
    let at = Int.random(in: 0...others.count, using: &random)
    // The film may stand anywhere among the streams.
    let streams = (others[..<at] + [stream] + others[at...]).enumerated().map { $1.moved(to: $0) }
    let chapters = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let start = Double.random(in: -1...12, using: &random)
      return Chapter(start: start, end: start + .random(in: -1...5, using: &random), title: nil)
    }
    let damage = Damage(kind: .endsEarly, streamIndex: nil, expected: "20 s", found: "8 s")
    source = SourceDescription(
      path: "/films/in", byteCount: .random(in: 100...10_000_000, using: &random),
      container: [.mp4, .mov, .mkv, .mpegts, .avi, .boxes(brand: "isom", isFragmented: true)].pick(&random),
      startTime: [0, 0, 1.5, -0.3].pick(&random), duration: .random(in: 0.04...20, using: &random),
      streams: streams, chapters: chapters, metadata: [:], isEncrypted: false,
      damage: Int.random(in: 0..<30, using: &random) == 0 ? [damage] : [])
    film = stream.video ?? Self.noVideo
    destination = ["out.mp4", "out.mov", "out.mkv", "out.webm", "out"].pick(&random)
    replacesSource = Int.random(in: 0..<8, using: &random) == 0
    request = Self.request(using: &random)
    analysis = Self.analysis(using: &random)
  }

  var description: String {
    "\(film.size) \(film.pixelAspect) \(film.orientation) to \(request.video.size) \(request.video.rotation), "
      + "\(source.container.formatName) to \(destination), trim \(request.trim)"
  }

  func plan() throws(CompressionError) -> CompressionPlan {
    try Planner(
      request: request, source: source, machine: MachineCapabilities(.x26x), destination: destination,
      replacesSource: replacesSource, analysis: analysis
    ).plan()
  }

  /// Whether the request names a size rather than a limit.
  var isSizeCertain: Bool {
    switch request.video.size {
    case .source, .longSide, .shortSide, .scaled(width: nil, height: nil): false
    case .exactly, .scaled: true
    }
  }

  /// Whether the same job gives the same plan again.
  func repeatsItself(_ plan: CompressionPlan) -> Bool { (try? self.plan()) == plan }

  private static let noVideo = VideoDescription(
    size: PixelSize(width: 0, height: 0), displaySize: PixelSize(width: 0, height: 0), pixelAspect: Rational(1, 1),
    orientation: .up, frameCount: 0, frameRate: 0, nominalFrameRate: nil, isVariableFrameRate: false,
    shortestStep: nil, longestStep: nil, pixelFormat: nil, scan: .progressive, color: ColorDescription(), hdr: .sdr,
    hasAlpha: false)

  private static func film(using random: inout SeededGenerator) -> StreamDescription {
    let largest = [40, 2_000, 8_000].pick(&random)
    let formats: [PixelFormat?] = [
      .yuv420p, .yuvj420p, .yuv420p10, .yuv444, nil, PixelFormat(name: "gbrp", bitDepth: 8, chromaSubsampling: .rgb),
    ]
    let transfers: [TransferCharacteristics] = [.unspecified, .bt709, .pq, .hlg, TransferCharacteristics(rawValue: 99)]
    return .film(
      codec: ["h264", "hevc", "vp9", "prores", "mpeg4"].pick(&random),
      size: PixelSize(
        width: .random(in: 1...largest, using: &random), height: .random(in: 1...largest, using: &random)),
      aspect: [Rational(1, 1), Rational(1, 1), Rational(2, 1), Rational(10, 11), Rational(63, 44), Rational(3, 4)]
        .pick(&random),
      orientation: Orientation.allCases.pick(&random), format: formats.pick(&random),
      scan: [.progressive, .progressive, .topFieldFirst].pick(&random),
      color: ColorDescription(transfer: transfers.pick(&random), matrix: [.bt709, .rgb].pick(&random)),
      frames: .random(in: 1...5_000, using: &random), rate: [0, 0.5, 23.976, 25, 1_000, .nan].pick(&random),
      nominal: [nil, Rational(24_000, 1_001), Rational(90_000, 1), Rational(0, 0)].pick(&random),
      timeBase: [Rational(1, 90_000), Rational(1, 25), Rational(1_001, 30_000), Rational(0, 1)].pick(&random),
      start: [nil, 0, 1, -0.4].pick(&random), duration: [nil, 0, 5, 10].pick(&random),
      bytes: .random(in: 0...8_000_000, using: &random), hidden: [0, 3].pick(&random))
  }

  private static func analysis(using random: inout SeededGenerator) -> ContentAnalysis? {
    guard Bool.random(using: &random) else { return nil }
    let black = Double.random(in: -0.1...1, using: &random)
    return ContentAnalysis(
      places: .random(in: 1...8, using: &random), noise: .random(in: 0...40, using: &random),
      motion: .random(in: 0...1, using: &random), screenLikelihood: .random(in: 0...1, using: &random), black: black,
      white: .random(in: max(black, 0)...1.1, using: &random))
  }

  /// A certain size, mostly of a sensible shape.
  private static func certainSize(using random: inout SeededGenerator) -> Sizing {
    let side = { (random: inout SeededGenerator) in Int.random(in: 1...3_000, using: &random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .scaled(width: [nil, side(&random)].pick(&random), height: [nil, side(&random)].pick(&random))
    default: return .exactly(PixelSize(width: side(&random), height: side(&random)), ScaleMode.allCases.pick(&random))
    }
  }

  private static func others(using random: inout SeededGenerator) -> [StreamDescription] {
    let kinds: [StreamDescription] = [
      .sound(0), .sound(0, codec: "vorbis", start: -0.7), .sound(0, codec: "pcm_s16le", channels: 7, layout: "6.1"),
      .sound(0, codec: "none", tag: "apac", channels: 4, isDecodable: false), .sound(0, codec: "amr_nb", channels: 1),
      .sound(0, channels: 0, layout: ""), .sound(0, codec: "dts", channels: 16, sampleRate: 5_000, duration: nil),
      .subtitles(0, codec: "subrip"), .subtitles(0, codec: "mov_text", disposition: [.default]),
      .subtitles(0, codec: "hdmv_pgs_subtitle", isText: false), .subtitles(0, codec: "eia_608"),
      .film(role: .secondaryVideo, codec: "hevc"), .film(role: .coverArt, codec: "png"),
      .other(0, .data, .data, tag: "mebx"), .other(0, .data, .data, tag: "gpmd"), .other(0, .data, .chapterNames),
      .other(0, .attachment, .attachment, codec: "ttf"),
    ]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in kinds.pick(&random) }
  }

  private static func request(using random: inout SeededGenerator) -> CompressionRequest {
    let settings: [VideoSettings] = [.automatic, .automatic, .video(.h264), .video(.hevc)]
    var video = settings.pick(&random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: video = video.longSide(.random(in: 1...3_000, using: &random))
    case 1: video = video.shortSide(.random(in: 1...1_500, using: &random))
    case 2: video = video.bitRate(.kilobits(.random(in: 0.5...9_000, using: &random)))
    case 3: video = video.quality(.random(in: -0.02...1.02, using: &random)).keyframeInterval(60)
    case 4, 5: video = video.size(certainSize(using: &random))
    default: break
    }
    video = video.noiseReduction(NoiseReduction.allCases.pick(&random)).levels([.keep, .automatic].pick(&random))
      .content([.ignore, .analyze].pick(&random)).color(ColorPolicy.allCases.pick(&random))
    let sounds: [AudioSettings] = [
      .automatic, .copy, .none, .audio(.aac), .automatic.channels(1), .audio(.aac).sampleRate(11_000),
      .automatic.bitRate(.kilobits(500)),
    ]
    var request = CompressionRequest(
      from: URL(filePath: "/films/in"), video: video.rotation([.keep, .bake].pick(&random))
    )
    .audio(sounds.pick(&random)).tracks([.all, .first].pick(&random)).metadata([.keep, .strip].pick(&random))
    .sizePolicy([.neverLarger, .neverLarger, .allowLarger].pick(&random))
    .damagePolicy([.refuse, .salvage].pick(&random))
    if Int.random(in: 0..<4, using: &random) == 0 {
      let start = Double.random(in: -0.2...6, using: &random)
      request = request.trim(
        from: [nil, start].pick(&random), to: [nil, start + .random(in: -0.2...12, using: &random)].pick(&random))
    }
    return timed(request, using: &random)
  }

  private static func timed(
    _ request: CompressionRequest, using random: inout SeededGenerator
  ) -> CompressionRequest {
    var request = request
    switch Int.random(in: 0..<8, using: &random) {
    case 0: request = request.video(request.video.fps(.random(in: 0...60, using: &random)))
    case 1:
      request = request.video(
        request.video.maximumFPS(
          Rational(.random(in: 1...60_000, using: &random), 1_001),
          by: [.evenly, .randomly(seed: 3), .sceneAware].pick(&random)))
    default: break
    }
    for _ in 0..<[0, 0, 0, 1, 3].pick(&random) {
      let start = Double.random(in: 0...5, using: &random)
      request = request.speed(
        Rational(.random(in: 1...12, using: &random), .random(in: 1...4, using: &random)),
        from: [nil, start].pick(&random),
        to: [nil, start + .random(in: 0...6, using: &random)].pick(&random))
    }
    return request.interpolation([.none, .motion].pick(&random)).pitch([.keep, .follow].pick(&random))
  }
}

extension Array {
  fileprivate func pick(_ random: inout SeededGenerator) -> Element {
    self[Int.random(in: 0..<count, using: &random)]
  }
}

extension StreamDescription {
  /// The same stream at another place of the file.
  fileprivate func moved(to index: Int) -> StreamDescription {
    StreamDescription(
      index: index, kind: kind, role: role, codec: codec, codecTag: codecTag, profile: profile,
      isDecodable: isDecodable, timeBase: timeBase, startTime: startTime, duration: duration,
      declaredDuration: declaredDuration, packetCount: packetCount, hiddenPacketCount: hiddenPacketCount,
      byteCount: byteCount, language: language, title: title, disposition: disposition, metadata: metadata,
      editList: editList, video: video, audio: audio, subtitle: subtitle)
  }
}
