import Capabilities
import FFmpeg
import FoundationEssentials
import Media
import Testing

@testable import VideoCompression

@Suite("Drawing into frames") struct DrawStageTests {
  static let layouts: [PixelFormat] = [.yuv420p, .nv12, .yuv420p10, .p010]
  private static let size = PixelSize(width: 32, height: 16)

  /// What an artist sees of the samples at a place.
  struct Seen: Sendable, Equatable {
    var luma: UInt16 = 0
    var cb: UInt16 = 0
    var cr: UInt16 = 0
  }

  private static func plan(_ layout: PixelFormat) throws -> CompressionPlan {
    let film = StreamDescription.film(
      size: size, format: layout.bitDepth > 8 ? .yuv420p10 : .yuv420p, timeBase: Rational(1, 25_000))
    var facts = DrawingFacts()
    facts.hasArtist = true
    let request = CompressionRequest(from: URL(filePath: "/films/in"), to: .file(URL(filePath: "/films/out.mp4")))
    return try Planner(
      request: request, source: Source(streams: [film]).description, machine: MachineCapabilities(.x26x),
      destination: "/films/out.mp4", replacesSource: false, drawing: facts
    ).plan()
  }

  private static func painter(_ layout: PixelFormat, _ artist: @escaping FrameArtist) throws -> FramePainter {
    var material = DrawingMaterial()
    material.artist = artist
    return try FramePainter(
      plan: try plan(layout), layout: layout, film: size, material: material, control: JobControl())
  }

  /// A frame of one color, in steps of 8 bits.
  private static func frame(_ layout: PixelFormat, luma: UInt8, cb: UInt8, cr: UInt8) throws -> Frame {
    let planar = try Frame(size: size, format: layout.bitDepth > 8 ? .yuv420p10 : .yuv420p) { plane, _ in
      ArraySlice(repeating: [luma, cb, cr][plane], count: 64)
    }
    guard layout.isInterleaved else { return planar }
    let graph = try FilterGraph(
      input: .video(
        size: size, pixelFormat: layout.bitDepth > 8 ? .yuv420p10 : .yuv420p, pixelAspect: Rational(1, 1),
        timeBase: Rational(1, 25)),
      description: "format=\(layout.name)")
    planar.presentationTime = 0
    try graph.send(planar)
    try graph.finish()
    guard case .ready(let frame) = try graph.receive() else { throw CancellationError() }
    return frame
  }

  private static func seen(in frame: Frame, _ layout: PixelFormat, column: Int = 5, row: Int = 3) throws -> Seen {
    let seen = Lock(Seen())
    var painter = try painter(layout) { frame in
      let luma = frame.withLuma { $0[column, row] }
      let (cb, cr) = frame.withChroma { ($0[column / 2, row / 2], $0[column / 2, row / 2, 1]) }
      seen.withLock { $0 = Seen(luma: luma, cb: cb, cr: cr) }
    }
    _ = try painter.paint(try frame.copy())
    return seen.withLock { $0 }
  }

  @Test("an artist sees the same samples in every layout, in their natural range", arguments: layouts)
  func samples(layout: PixelFormat) throws {
    let scale: UInt16 = layout.bitDepth > 8 ? 4 : 1
    let frame = try Self.frame(layout, luma: 200, cb: 100, cr: 150)
    #expect(try Self.seen(in: frame, layout) == Seen(luma: 200 * scale, cb: 100 * scale, cr: 150 * scale))
  }

  @Test("what an artist draws is in the frame, and nothing else changes", arguments: layouts)
  func draws(layout: PixelFormat) throws {
    let scale: UInt16 = layout.bitDepth > 8 ? 4 : 1
    let frame = try Self.frame(layout, luma: 200, cb: 100, cr: 150)
    var painter = try Self.painter(layout) { frame in
      let deep = frame.bitDepth > 8
      frame.withLuma { luma in
        #expect(luma.width == 32 && luma.height == 16 && luma.components == 1)
        luma.fill(columns: 4..<6, rows: -5..<4, with: deep ? 77 * 4 : 77)
        luma[31, 15] = 5000
      }
      frame.withChroma { chroma in
        #expect(chroma.width == 16 && chroma.height == 8 && chroma.components == 2)
        chroma.fill(columns: 2..<3, rows: 1..<2, with: deep ? 40 * 4 : 40, deep ? 60 * 4 : 60)
      }
    }
    #expect(try painter.paint(frame) === frame, "nobody else sees it")
    #expect(try Self.seen(in: frame, layout) == Seen(luma: 77 * scale, cb: 40 * scale, cr: 60 * scale))
    #expect(
      try Self.seen(in: frame, layout, column: 6, row: 3) == Seen(luma: 200 * scale, cb: 100 * scale, cr: 150 * scale))
    #expect(
      try Self.seen(in: frame, layout, column: 5, row: 4) == Seen(luma: 200 * scale, cb: 100 * scale, cr: 150 * scale))
    // A value that is too large becomes the largest.
    #expect(try Self.seen(in: frame, layout, column: 31, row: 15).luma == UInt16(1 << layout.bitDepth - 1))
  }

  @Test("memory is laid out as documented, and too large values in it become the largest", arguments: layouts)
  func memory(layout: PixelFormat) throws {
    let isDeep = layout.bitDepth > 8
    let frame = try Self.frame(layout, luma: 200, cb: 100, cr: 150)
    let width = isDeep ? 2 : 1
    var painter = try Self.painter(layout) { frame in
      let luma = frame.withLuma { luma in
        unsafe luma.withUnsafeMutableBytes { bytes, bytesPerRow in
          let first = unsafe Self.sample(bytes, 0, isDeep)
          for index in 0..<width { unsafe bytes[3 * bytesPerRow + 5 * width + index] = isDeep ? 255 : 9 }
          return first
        }
      }
      let chroma = frame.withChroma { chroma in
        unsafe chroma.withUnsafeMutableBytes { bytes, _ in
          unsafe [Self.sample(bytes, 0, isDeep), Self.sample(bytes, 1, isDeep)]
        }
      }
      #expect([luma] + chroma == (isDeep ? [800, 400, 600] : [200, 100, 150]))
    }
    #expect(try painter.paint(frame) === frame, "nobody else sees it")
    #expect(try Self.seen(in: frame, layout).luma == (isDeep ? 1023 : 9))
  }

  private static func sample(_ bytes: UnsafeMutableRawBufferPointer, _ index: Int, _ isDeep: Bool) -> Int {
    isDeep
      ? Int(unsafe bytes.load(fromByteOffset: index * 2, as: UInt16.self))
      : Int(unsafe bytes.load(fromByteOffset: index, as: UInt8.self))
  }

  @Test("a frame that repeats another gets a copy of its own to draw on", arguments: layouts)
  func repeats(layout: PixelFormat) throws {
    let original = try Self.frame(layout, luma: 50, cb: 100, cr: 150)
    let frames = [try original.copy(), try original.copy(), try original.copy()]
    for (time, frame) in frames.enumerated() { frame.presentationTime = Int64(time) * 1000 }
    let calls = Lock<[Double]>([])
    var painter = try Self.painter(layout) { frame in
      let number = UInt16(frame.index + 1) * 20
      calls.withLock { $0.append(frame.presentationTime) }
      frame.withLuma { luma in
        #expect(luma[5, 3] == (luma.bitDepth > 8 ? 200 : 50), "someone has drawn here before")
        luma[5, 3] = number
      }
      frame.withChroma { $0[2, 1] = number + 1 }
    }
    let drawn = try frames.map { try painter.paint($0) }
    for (index, frame) in drawn.enumerated() {
      #expect(frame.presentationTime == Int64(index) * 1000)
      let seen = try Self.seen(in: frame, layout)
      #expect(seen.luma == UInt16(index + 1) * 20 && seen.cb == UInt16(index + 1) * 20 + 1)
    }
    #expect(try Self.seen(in: original, layout).luma == (layout.bitDepth > 8 ? 200 : 50))
    #expect(calls.withLock { $0 } == [0, 0.04, 0.08])
  }

  @Test("the stage hands frames on in order and ends with its input", .timeLimit(.minutes(1))) func stage() throws {
    let (input, output) = (Channel<Frame>(capacity: 2), Channel<Frame>(capacity: 2))
    let order = Lock<[Int]>([])
    var material = DrawingMaterial()
    material.artist = { frame in
      let index = frame.index
      order.withLock { $0.append(index) }
    }
    let stage = DrawStage(
      plan: try Self.plan(.yuv420p), layout: .yuv420p, film: Self.size, material: material, input: input,
      output: output, control: JobControl())
    let thread = StageThread { _ = try? stage.run() }
    let feeder = StageThread {
      for time in 0..<10 {
        guard let frame = try? Self.frame(.yuv420p, luma: UInt8(time), cb: 128, cr: 128) else { return }
        frame.presentationTime = Int64(time)
        _ = input.send(frame)
      }
      input.finish()
    }
    var times: [Int64] = []
    while let frame = output.receive() { times.append(frame.presentationTime ?? -1) }
    thread.join()
    feeder.join()
    #expect(times == Array(0..<10) && order.withLock { $0 } == Array(0..<10))
  }

  @Test("what an artist throws ends the stage as it is, and its output") func throwing() throws {
    struct Refusal: Error {}
    let (input, output) = (Channel<Frame>(capacity: 2), Channel<Frame>(capacity: 2))
    var material = DrawingMaterial()
    material.artist = { _ in throw Refusal() }
    _ = input.send(try Self.frame(.yuv420p, luma: 0, cb: 128, cr: 128))
    let stage = DrawStage(
      plan: try Self.plan(.yuv420p), layout: .yuv420p, film: Self.size, material: material, input: input,
      output: output, control: JobControl())
    let failure = #expect(throws: ArtistFailure.self) { _ = try stage.run() }
    #expect(failure?.error is Refusal && output.receive() == nil)
  }
}
