import Media

/// The stored size and pixel aspect that fit a picture into a limit.
///
/// Sides are even, because 4:2:0 halves them. Nothing is enlarged, except that a side of one pixel becomes two. A wish for
/// a certain size is none for a limit: ``PictureGeometry`` knows those.
struct PictureSize: Hashable {
  /// Pixels as they are stored.
  let size: PixelSize
  /// Width to height of a pixel.
  let pixelAspect: Rational

  /// Fits a picture into a limit of its displayed size. A turn by a quarter doesn't matter: it swaps the sides of
  /// the display, not which is longer.
  init(fitting source: PixelSize, pixelAspect: Rational, into limit: Sizing) {
    let aspect = pixelAspect.isPositive ? pixelAspect.reduced : Rational(1, 1)
    let display = Display(width: Double(source.width) * aspect.value, height: Double(source.height))
    guard let bound = display.bound(exceededBy: limit) else {
      self.init(size: source.even, pixelAspect: aspect)
      return
    }
    let size = Self.scaled(display, aspect: aspect.value, bound: bound, atMost: source.even)
    self.init(size: size, pixelAspect: Self.aspect(of: size, keeping: aspect, display: display, bound: bound))
  }

  init(size: PixelSize, pixelAspect: Rational) {
    self.size = size
    self.pixelAspect = pixelAspect
  }

  /// The picture as it is shown before a turn.
  private struct Display {
    let width: Double
    let height: Double

    /// A side and the number of pixels that it may have.
    struct Bound {
      let side: WritableSide
      let pixels: Int
      /// Whether the other side has the same limit.
      let isOfBoth: Bool
    }

    enum WritableSide { case width, height }

    func bound(exceededBy limit: Sizing) -> Bound? {
      switch limit {
      case .source, .exactly, .scaled:
        return nil
      case .longSide(let pixels):
        guard max(width, height).rounded() > Double(pixels) else { return nil }
        return Bound(side: width >= height ? .width : .height, pixels: pixels, isOfBoth: true)
      case .shortSide(let pixels):
        guard min(width, height).rounded() > Double(pixels) else { return nil }
        return Bound(side: width >= height ? .height : .width, pixels: pixels, isOfBoth: false)
      }
    }
  }

  private static func scaled(
    _ display: Display, aspect: Double, bound: Display.Bound, atMost largest: PixelSize
  ) -> PixelSize {
    let limit = Double(bound.pixels)
    let otherLimit = bound.isOfBoth ? limit : .infinity
    switch bound.side {
    case .width:
      let width = min(limit / aspect, Double(largest.width)).evenBelow
      let exact = Double(width) * aspect * display.height / display.width
      return PixelSize(width: width, height: min(exact.evenForShape, otherLimit.evenBelow, largest.height))
    case .height:
      let height = min(limit, Double(largest.height)).evenBelow
      let exact = Double(height) * display.width / display.height / aspect
      return PixelSize(width: min(exact.evenNearest, (otherLimit / aspect).evenBelow, largest.width), height: height)
    }
  }

  /// The source's pixel aspect where the shape stays within 0.5 %, else the one that makes the shape exact; never
  /// one that makes the display exceed the limit.
  private static func aspect(
    of size: PixelSize, keeping aspect: Rational, display: Display, bound: Display.Bound
  ) -> Rational {
    let width = Double(size.width)
    let height = Double(size.height)
    let exact = display.width / display.height * height / width
    let largest = bound.isOfBoth || bound.side == .width ? Double(bound.pixels) / width : .infinity
    if abs(aspect.value / exact - 1) <= 0.005, aspect.value <= largest { return aspect }
    if exact <= largest, exact.isUsableAspect { return Rational(approximating: exact) }
    return aspect.value <= largest ? aspect : Rational(approximating: largest)
  }
}

extension PixelSize {
  /// The size with each side even: one pixel less where it is odd, two where it is one.
  var even: PixelSize { PixelSize(width: Double(width).evenBelow, height: Double(height).evenBelow) }
}

extension Double {
  /// The largest even number that isn't above this one, at least 2. A hair below a whole number counts as it.
  var evenBelow: Int {
    guard self < 1e6 else { return 1_000_000 }
    return max(2, Int((self + 1e-6).rounded(.down)) & ~1)
  }

  /// The even number nearest to this one, at least 2.
  var evenNearest: Int { ((self / 2).rounded() * 2).evenBelow }

  /// The even height that serves a shape best: the nearest within 0.5 %, else the one below, because narrower pixels
  /// that make up for it keep the display within its limit and wider ones don't.
  fileprivate var evenForShape: Int { Double(evenNearest) > self * 1.005 ? evenBelow : evenNearest }

  /// Whether encoders and containers can note a pixel of this width to height.
  fileprivate var isUsableAspect: Bool { self > 1.0 / 16 && self < 16 }
}

extension Rational {
  /// The fraction with a denominator up to 1000 that is nearest to a positive number.
  init(approximating value: Double) {
    let candidates = (1...1_000).map { denominator in
      Rational(Int32(max(1, (value * Double(denominator)).rounded())), Int32(denominator))
    }
    self = candidates.min { abs($0.value - value) < abs($1.value - value) } ?? Rational(1, 1)
  }
}
