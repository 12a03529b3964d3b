import FFmpeg
import Media
import VideoCompression

extension MicroBenchmark {
  private static let hd = PixelSize(width: 1920, height: 1080)
  private static let reduced = PixelSize(width: 1280, height: 720)

  /// Scaling, tone mapping, and looking at pictures.
  static let picturesAndColor = [
    MicroBenchmark(
      name: "scaler set-up", work: "make the filters for 1920x1080 to 1280x720 and scale the first frame"
    ) {
      let frame = try Samples.frame(hd, .yuv420p)
      return { try Turning(scaler()).turn(frame) }
    },
    MicroBenchmark(name: "scaling", work: "scale a frame of 8 bits from 1920x1080 to 1280x720") {
      let frame = try Samples.frame(hd, .yuv420p)
      let transformer = Turning(scaler())
      return { try transformer.turn(frame) }
    },
    MicroBenchmark(name: "tone mapping", work: "bring a 1920x1080 frame of the perceptual quantizer to BT.709") {
      let frame = try Samples.frame(hd, .yuv420p10)
      let transformer = Turning(toneMapper())
      return { try transformer.turn(frame) }
    },
    MicroBenchmark(name: "picture measures", work: "measure brightness, edges, noise and movement of a 1920x1080 frame")
    {
      let (frame, previous) = (try Samples.frame(hd, .yuv420p), try Samples.frame(hd, .yuv420p, seed: 2))
      return {
        guard frame.measures(after: previous) != nil else { throw BenchmarkError("the frame can't be measured") }
      }
    },
    MicroBenchmark(name: "similarity", work: "structural similarity of two 1920x1080 frames") {
      let (frame, other) = (try Samples.frame(hd, .yuv420p), try Samples.frame(hd, .yuv420p, seed: 2))
      return { _ = try frame.similarity(to: other) }
    },
  ]

  private static func scaler() -> FilmTransformer {
    let color = ColorDescription(
      primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left)
    return transformer([.scale(reduced, .yuv420p)], to: reduced, color)
  }

  private static func toneMapper() -> FilmTransformer {
    let source = ColorDescription(
      primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .limited, chromaLocation: .topLeft)
    let target = ColorDescription(
      primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .limited, chromaLocation: .left)
    let conversion = ColorConversion(source: source, target: target, peak: 1000)
    return transformer([.convertColor(conversion, .yuv420p)], to: hd, target)
  }

  private static func transformer(
    _ steps: [TransformStep], to size: PixelSize, _ color: ColorDescription
  ) -> FilmTransformer {
    let plan = VideoPlan(
      streamIndex: 0, steps: steps, size: size, pixelAspect: Rational(1, 1), orientation: .up, pixelFormat: .yuv420p,
      color: color, frameRate: Rational(30, 1), timeBase: Rational(1, 30), keyframeInterval: nil, speed: .balanced,
      frameCount: 300)
    return FilmTransformer(plan: plan, layout: .yuv420p, threads: 1)
  }

  /// A transformer that gets the same frame again and again, each time a tick later.
  private final class Turning {
    private var transformer: FilmTransformer
    private var time: Int64 = 0

    init(_ transformer: FilmTransformer) { self.transformer = transformer }

    func turn(_ frame: Frame) throws {
      try transformer.give(frame, at: time)
      time += 1
    }
  }
}

extension FilmTransformer {
  /// Transforms a frame, which stays as it is.
  fileprivate mutating func give(_ frame: Frame, at time: Int64) throws {
    let copy = try frame.copy()
    copy.presentationTime = time
    copy.duration = 1
    guard try add(copy).count == 1 else { throw BenchmarkError("a frame was held back") }
  }
}
