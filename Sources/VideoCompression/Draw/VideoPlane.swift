/// A plane of a frame's samples, to look at and to draw into. It can't be kept: it is only lent to a closure.
///
/// Samples are in their natural range, 0 to 255 in 8 bits and 0 to 1023 in 10 bits, on every backend.
@safe public struct VideoPlane: ~Copyable {
  /// Samples in a row of each component.
  public let width: Int
  /// Rows.
  public let height: Int
  /// 1 in the plane of luma; 2 in that of chroma: Cb and Cr side by side.
  public let components: Int
  /// Bits of a sample: 8 or 10.
  public let bitDepth: Int

  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int

  init(
    base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int, components: Int, bitDepth: Int
  ) {
    unsafe self.base = unsafe base
    self.bytesPerRow = bytesPerRow
    self.width = width
    self.height = height
    self.components = components
    self.bitDepth = bitDepth
  }

  /// The largest sample: 255 or 1023.
  public var maximum: UInt16 { UInt16(1 << bitDepth - 1) }

  /// A sample of 8 bits in the plane's depth: itself, or four times as much.
  public func scaled(_ sample: UInt8) -> UInt16 { UInt16(sample) << (bitDepth - 8) }

  /// A sample. A place outside the plane is a programming error; a value above ``maximum`` becomes that.
  ///
  /// - Parameters:
  ///   - column: From 0, left to right.
  ///   - row: From 0, top to bottom.
  ///   - component: 0, or 1 for Cr in the plane of chroma.
  public subscript(column: Int, row: Int, component: Int = 0) -> UInt16 {
    get {
      let offset = offset(column, row, component)
      return bitDepth > 8
        ? unsafe base.load(fromByteOffset: offset, as: UInt16.self)
        : unsafe UInt16(base.load(fromByteOffset: offset, as: UInt8.self))
    }
    set {
      let offset = offset(column, row, component)
      let value = min(newValue, maximum)
      if bitDepth > 8 {
        unsafe base.storeBytes(of: value, toByteOffset: offset, as: UInt16.self)
      } else {
        unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
      }
    }
  }

  /// Fills a rectangle; what of it lies outside the plane is left out.
  ///
  /// - Parameters:
  ///   - columns: From the first to the one before the end.
  ///   - rows: From the first to the one before the end.
  ///   - values: The sample, or in the plane of chroma Cb and Cr. One value serves for both, none fills with 0.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, with values: UInt16...) {
    let columns = columns.clamped(to: 0..<width)
    for row in rows.clamped(to: 0..<height) {
      for column in columns {
        for component in 0..<components {
          self[column, row, component] = values.isEmpty ? 0 : values[min(component, values.count - 1)]
        }
      }
    }
  }

  /// Lends the plane's memory, for code that draws much.
  ///
  /// In 8 bits a sample is a byte. In 10 bits it is two bytes in the machine's order with the value in the lower ten bits;
  /// what is above 1023 afterwards becomes 1023. Samples of two components alternate: Cb, Cr, Cb, Cr.
  ///
  /// - Parameter body: Gets the memory and the bytes from the beginning of one row to that of the next, which may be more
  ///   than a row has. The memory is only valid within the closure.
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (_ bytes: UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Result
  ) rethrows -> Result {
    let rowBytes = width * components * (bitDepth > 8 ? 2 : 1)
    let count = height > 0 ? (height - 1) * bytesPerRow + rowBytes : 0
    return unsafe try body(UnsafeMutableRawBufferPointer(start: base, count: count), bytesPerRow)
  }

  private func offset(_ column: Int, _ row: Int, _ component: Int) -> Int {
    precondition(
      column >= 0 && column < width && row >= 0 && row < height && component >= 0 && component < components,
      "a sample outside the plane")
    return row * bytesPerRow + (column * components + component) * (bitDepth > 8 ? 2 : 1)
  }
}
