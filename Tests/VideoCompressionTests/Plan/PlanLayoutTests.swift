import Media
import Testing

@testable import VideoCompression

@Suite("A plan's color of the standard range") struct PlanLayoutTests {
  private func plan(
    _ width: Int, _ height: Int, color: ColorDescription = ColorDescription(), format: PixelFormat = .yuv420p,
    codec: String = "h264", _ settings: VideoSettings = .automatic
  ) throws -> CompressionPlan {
    let film = StreamDescription.film(
      codec: codec, size: PixelSize(width: width, height: height), format: format, color: color)
    return try Source(streams: [film]).plan { $0.video(settings) }
  }

  private static func layout(_ name: String, _ subsampling: ChromaSubsampling, _ depth: Int = 8) -> PixelFormat {
    PixelFormat(name: name, bitDepth: depth, chromaSubsampling: subsampling)
  }

  @Test("a film without tags stays without them as long as players take it for the same")
  func untagged() throws {
    #expect(try plan(1280, 720).video.color == ColorDescription())
    #expect(try plan(1920, 1080, .automatic.longSide(1280)).video.color == ColorDescription())
    let small = try plan(720, 576, .automatic.longSide(360))
    #expect(small.video.color == ColorDescription() && small.choices("color") == [])
  }

  @Test("a size that players would take another matrix for gets the source's named, and nothing else")
  func crossing() throws {
    let down = try plan(1920, 1080, .automatic.longSide(640))
    #expect(down.video.color == ColorDescription(matrix: .bt709))
    #expect(down.choices("color") == ["matrix bt709"])
    let up = try plan(640, 480, .automatic.scale(width: 1440, height: nil))
    #expect(up.video.color == ColorDescription(matrix: .smpte170m))
    // Film cut to its picture: VLC's and the browsers' guess stays, mpv's doesn't.
    #expect(try plan(1280, 536, .automatic.longSide(640)).video.color.matrix == .bt709)
    // 720 lines for 600: mpv's and VLC's guess stays, the browsers' doesn't.
    #expect(try plan(960, 720, .automatic.shortSide(600)).video.color.matrix == .bt709)
  }

  @Test("turning the pixels counts as another size") func turned() throws {
    let film = StreamDescription.film(size: PixelSize(width: 854, height: 480), orientation: .right)
    #expect(try Source(streams: [film]).plan().video.color.matrix == .unspecified)
    let baked = try Source(streams: [film]).plan { $0.video(.automatic.rotation(.bake)) }
    #expect(baked.video.size == PixelSize(width: 480, height: 854) && baked.video.color.matrix == .smpte170m)
  }

  @Test("tags are kept at any size", arguments: [1, 5, 6, 9])
  func tagged(matrix: Int) throws {
    let color = ColorDescription(
      primaries: ColorPrimaries(rawValue: 12), transfer: TransferCharacteristics(rawValue: 13),
      matrix: MatrixCoefficients(rawValue: matrix), range: .full, chromaLocation: .center)
    for settings in [VideoSettings.automatic, .automatic.longSide(320), .video(.h264).longSide(320)] {
      let plan = try plan(1280, 720, color: color, settings)
      #expect(plan.video.color == color && plan.choices("color") == [] && plan.choices("chroma location") == [])
    }
  }

  @Test(
    "chroma of other layouts comes to the left, with a word",
    arguments: [
      layout("yuvj422p", .yuv422), layout("yuv444p", .yuv444), layout("yuv411p", .yuv411), layout("rgb24", .rgb),
      layout("yuv440p", .yuv440), layout("yuv410p", .yuv410),
    ])
  func otherLayouts(format: PixelFormat) throws {
    let plan = try plan(640, 480, color: ColorDescription(chromaLocation: .center), format: format)
    #expect(plan.video.color.chromaLocation == .left && plan.choices("chroma location") == ["left"])
  }

  @Test("red, green and blue become limited range of the matrix that is named, else of the size's")
  func rgb() throws {
    let rgb = Self.layout("gbrp", .rgb)
    let high = try plan(1280, 720, color: ColorDescription(range: .full), format: rgb)
    #expect(high.video.color.matrix == .bt709 && high.video.color.range == .limited)
    #expect(try plan(640, 480, format: rgb).video.color.matrix == .smpte170m)
    #expect(try plan(640, 480, color: ColorDescription(matrix: .bt709), format: rgb).video.color.matrix == .bt709)
    #expect(
      try plan(640, 480, color: ColorDescription(primaries: .bt2020, matrix: .rgb), format: rgb).video.color.matrix
        == .bt2020NonConstant)
  }

  @Test("gray without a word on range is full where the codec has no word for it")
  func gray() throws {
    let gray = Self.layout("gray", .gray)
    #expect(try plan(640, 480, format: gray, codec: "ffv1").video.color.range == .full)
    #expect(try plan(640, 480, format: gray, codec: "h264").video.color.range == .unspecified)
    #expect(
      try plan(640, 480, color: ColorDescription(range: .limited), format: gray, codec: "ffv1").video.color.range
        == .limited)
  }

  @Test("what encoders don't take is written over their streams")
  func signal() {
    let known = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .full)
    #expect(ColorSignal(known, codec: .hevc, writesChromaLocation: false).filter == nil)
    var color = known
    color.primaries = ColorPrimaries(rawValue: 22)
    color.chromaLocation = .center
    let signal = ColorSignal(color, codec: .h264, writesChromaLocation: true)
    #expect(signal.filter == "h264_metadata=colour_primaries=22" && signal.encoded.primaries == .unspecified)
    #expect(signal.encoded.matrix == .bt709 && signal.encoded.chromaLocation == .center)
    let forgetful = ColorSignal(color, codec: .hevc, writesChromaLocation: false)
    #expect(forgetful.filter == "hevc_metadata=colour_primaries=22:chroma_sample_loc_type=1")
  }
}
