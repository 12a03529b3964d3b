import Media

/// How a stored picture becomes the stored frame of the result, before any turn: a part of it is scaled and put into
/// the frame.
struct PictureGeometry: Hashable {
  /// The part of the picture that is left; `nil` for all of it.
  let crop: PixelRectangle?
  /// Where in the frame the picture stands; the whole frame when there are no bars.
  let place: PixelRectangle
  /// The frame, and its pixels' aspect.
  let frame: PictureSize

  /// Fits a picture to a wish about its displayed size.
  ///
  /// A wish for a limit keeps the pixels' aspect; one for a size makes pixels square.
  ///
  /// - Parameters:
  ///   - source: Pixels as they are stored.
  ///   - pixelAspect: Width to height of a pixel.
  ///   - isTurned: Whether showing the picture swaps its sides.
  ///   - wish: The wish.
  init(of source: PixelSize, pixelAspect: Rational, isTurned: Bool, for wish: Sizing) {
    let aspect = pixelAspect.isPositive ? pixelAspect.value : 1
    let shape = Double(source.width) * aspect / Double(source.height)
    switch wish {
    case .source, .longSide, .shortSide, .scaled(width: nil, height: nil):
      self.init(filling: PictureSize(fitting: source, pixelAspect: pixelAspect, into: wish))
    case .scaled(let width, let height):
      self.init(filling: .square(Self.scaled(shape, isTurned ? (height, width) : (width, height))))
    case .exactly(let size, let mode):
      let frame = (isTurned ? size.transposed : size).even
      switch mode {
      case .stretch:
        self.init(filling: .square(frame))
      case .fit:
        let inner = Self.largest(shape, within: frame)
        self.init(crop: nil, place: PixelRectangle(inner, centeredIn: frame), frame: .square(frame))
      case .fill:
        let part = Self.largest(Double(frame.width) / Double(frame.height) / aspect, within: source.even)
        // A side of one pixel can't be cut.
        let isWhole = part == source.even || source.shortSide < 2
        self.init(
          crop: isWhole ? nil : PixelRectangle(part, centeredIn: source),
          place: PixelRectangle(frame, centeredIn: frame), frame: .square(frame))
      }
    }
  }

  private init(filling frame: PictureSize) {
    self.init(crop: nil, place: PixelRectangle(frame.size, centeredIn: frame.size), frame: frame)
  }

  private init(crop: PixelRectangle?, place: PixelRectangle, frame: PictureSize) {
    self.crop = crop
    self.place = place
    self.frame = frame
  }

  /// Whether there are bars beside the picture.
  var hasBars: Bool { place.size != frame.size }

  /// The size of a picture of a shape (width to height), of which one side at least is given.
  private static func scaled(_ shape: Double, _ sides: (width: Int?, height: Int?)) -> PixelSize {
    let width = sides.width.map { Double($0) } ?? Double(sides.height ?? 2) * shape
    let height = sides.height.map { Double($0) } ?? Double(sides.width ?? 2) / shape
    return PixelSize(
      width: sides.width == nil ? width.evenNearest : width.evenBelow,
      height: sides.height == nil ? height.evenNearest : height.evenBelow)
  }

  /// The largest even size of a shape (stored width to height) within another: the first within 0.5 % of the shape of
  /// those that leave a few pixels, else the nearest to it.
  private static func largest(_ shape: Double, within bound: PixelSize) -> PixelSize {
    let isWide = shape * Double(bound.height) >= Double(bound.width)
    let candidates = stride(from: 0, through: 8, by: 2).map { less -> PixelSize in
      if isWide {
        let width = max(2, bound.width - less)
        return PixelSize(width: width, height: min((Double(width) / shape).evenNearest, bound.height))
      }
      let height = max(2, bound.height - less)
      return PixelSize(width: min((Double(height) * shape).evenNearest, bound.width), height: height)
    }
    let error = { (size: PixelSize) in abs(Double(size.width) / Double(size.height) / shape - 1) }
    return candidates.first { error($0) <= 0.005 } ?? candidates.min { error($0) < error($1) } ?? bound
  }
}

extension PictureSize {
  /// A frame of square pixels.
  static func square(_ size: PixelSize) -> PictureSize { PictureSize(size: size, pixelAspect: Rational(1, 1)) }
}
