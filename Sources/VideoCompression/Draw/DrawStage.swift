internal import FFmpeg
internal import Media

/// The stage that draws into each frame between the transformer and the encoder: watermark, subtitles, and then what the
/// caller's code draws on top.
struct DrawStage {
  let plan: CompressionPlan
  /// How samples are laid out when they reach the encoder.
  let layout: PixelFormat
  /// The source's stored pixels.
  let film: PixelSize
  let material: DrawingMaterial
  let input: Channel<Frame>
  let output: Channel<Frame>
  let control: JobControl

  /// Draws to the end. Whatever happens, the channel behind is finished.
  ///
  /// - Returns: What a person should know.
  func run() throws -> [String] {
    defer { output.finish() }
    let missingBefore = LogCapture.missingGlyphs
    var painter = try FramePainter(plan: plan, layout: layout, film: film, material: material, control: control)
    while let frame = input.receive() {
      try control.check()
      let drawn: Frame
      do {
        drawn = try painter.paint(frame)
      } catch let error as FFmpegError {
        throw CompressionError.transforming(error, what: "drawing into the picture")
      }
      guard output.send(drawn) else { return [] }
    }
    guard material.script != nil, LogCapture.missingGlyphs > missingBefore else { return [] }
    return ["the subtitles have characters that no font here has; they are drawn as boxes"]
  }
}

/// Draws into frames, one after the other.
struct FramePainter {
  private let video: VideoPlan
  private let layout: PixelFormat
  private let color: ColorDescription
  private let artist: FrameArtist?
  private let watermark: Overlay?
  private let text: TextPainter?
  private let pictures: PicturePainter?
  private let canvas: FrameCanvas?
  private let pool: PicturePool
  private let control: JobControl
  private var index = 0

  /// Prepares for a plan.
  init(
    plan: CompressionPlan, layout: PixelFormat, film: PixelSize, material: DrawingMaterial, control: JobControl
  ) throws {
    let video = plan.video
    let color = video.color.resolved(for: video.size)
    let coding = SampleCoding(color: color, bitDepth: layout.bitDepth)
    self.video = video
    self.layout = layout
    self.color = color
    self.control = control
    pool = try PicturePool(size: video.size, format: layout)
    artist = material.artist
    canvas = material.artist.map { _ in FrameCanvas(size: video.size, layout: layout) }
    watermark = video.drawing.watermark.flatMap { place in
      material.watermark.map {
        Overlay($0, x: place.x, y: place.y, on: video.size, opacity: place.opacity, coding: coding)
      }
    }
    text = try material.script.flatMap {
      $0.events.isEmpty ? nil : try TextPainter($0, on: video.size, coding: coding)
    }
    if let subtitles = video.drawing.subtitles, !subtitles.isText {
      let reader = try SubtitleReader(
        subtitles, control: control, toleratesDamage: plan.damagePolicy == .salvage)
      pictures = PicturePainter(
        reader, clock: SubtitleClock(plan.timeline, zero: subtitles.zero), film: film, on: video.size, coding: coding)
    } else {
      pictures = nil
    }
  }

  /// Draws into the next frame.
  ///
  /// - Returns: The frame, or a copy where somebody else sees it, too.
  mutating func paint(_ original: Frame) throws -> Frame {
    var frame = original
    let ticks = frame.presentationTime ?? 0
    let seconds = Timestamp.seconds(ticks, in: video.timeBase)
    var overlays = watermark.map { [$0] } ?? []
    if let text { overlays += try text.overlays(at: seconds) }
    if let pictures { overlays += try pictures.overlays(at: seconds) }
    if !overlays.isEmpty || artist != nil { frame = try pool.owned(frame) }
    for overlay in overlays { overlay.blend(into: frame, layout: layout) }
    defer { index += 1 }
    guard let artist, let canvas else { return frame }
    try canvas.draw(into: frame) {
      do {
        try artist(
          VideoFrame(
            canvas, index: index, ticks: ticks, timeBase: video.timeBase, color: color, control: control))
      } catch {
        throw ArtistFailure(error: error)
      }
    }
    return frame
  }
}
