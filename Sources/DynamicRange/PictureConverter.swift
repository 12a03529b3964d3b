internal import CColorConversion
package import Media

/// The planes of a picture, lent for as long as a conversion takes.
// @unchecked Sendable because threads that share a picture write different rows of it.
@unsafe package struct PicturePlanes: @unchecked Sendable {
  /// The first samples of luma, Cb and Cr; of a layout that interleaves chroma, the last is `nil`.
  let bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?)
  /// Bytes from one row to the next.
  let strides: (Int, Int, Int)

  /// Gathers the planes.
  package init(
    bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?), strides: (Int, Int, Int)
  ) {
    unsafe self.bases = unsafe bases
    unsafe self.strides = strides
  }
}

/// Brings pictures of high dynamic range into another system of color.
///
/// Each pixel's luma and chroma become light of red, green and blue, and light becomes luma and chroma again, of 4:2:0,
/// with ordered dither. What is between is described at ``ConversionFormulas``, whose tables do most of it. The same
/// picture gives the same samples each time, however its rows are shared out.
// @unchecked Sendable because its memory isn't written after it was made.
@safe package final class PictureConverter: @unchecked Sendable {
  private let conversion: swage_color_conversion
  /// All tables, one behind the other.
  private let memory: UnsafeMutableBufferPointer<Float>
  private let layout: SampleLayout
  private let isTargetWide: Bool
  private let chromaOffset: (across: Int32, down: Int32)

  /// Signals from 0 to 1 that are told apart: 16 of each step of 10 bits in limited range, so that grey of up to 14 bits
  /// hits one exactly.
  private static let lightSteps = 876 * 16
  /// Light, as shares of a peak, that is less than a quarter of a step of 10 bits above black: of the perceptual quantizer,
  /// and of the other systems.
  private static let darkest = (pq: 0x1p-42, others: 0x1p-32)

  /// Makes the tables.
  ///
  /// - Parameters:
  ///   - formulas: What is done.
  ///   - format: How samples of the source are laid out.
  ///   - targetFormat: ``PixelFormat/yuv420p`` or ``PixelFormat/yuv420p10``.
  /// - Returns: `nil` for a format that isn't ``Media/PixelFormat/isConvertible``.
  package init?(_ formulas: ConversionFormulas, from format: PixelFormat, to targetFormat: PixelFormat) {
    guard let layout = SampleLayout(format), targetFormat == .yuv420p || targetFormat == .yuv420p10 else { return nil }
    self.layout = layout
    isTargetWide = targetFormat.bitDepth > 8
    chromaOffset = Self.offset(of: formulas.source.chromaLocation)
    var conversion = unsafe swage_color_conversion()
    let isFromHLG = formulas.source.transfer == .hlg
    let highest = isFromHLG ? HybridLogGamma.highestSignal : 1
    unsafe Self.setInput(of: &conversion, formulas, format)
    unsafe Self.setOutput(of: &conversion, formulas, targetFormat)

    let light = (0...Int((highest * Double(Self.lightSteps)).rounded())).map { index in
      Float(formulas.light(of: Double(index) / Double(Self.lightSteps)))
    }
    let dither = (0..<Dither.side * Dither.side).map { place in
      Float(Dither.offset(row: place / Dither.side, column: place % Dither.side))
    }
    // As many bits of each as the steepness of its function needs; that of the tone curve's gain cancels that of light.
    let display = isFromHLG ? NumberTable(Self.darkest.others...2, bits: 8, formulas.displayGain) : nil
    // Of other primaries, a component may be brighter than the brightest of the source's.
    let brightest = 2 * PerceptualQuantizer.peak / formulas.targetPeak
    let tone =
      formulas.curve.bends
      ? NumberTable(formulas.curve.knee / formulas.targetPeak * 0.99...brightest, bits: 11, formulas.toneGain) : nil
    let scene =
      formulas.target.transfer == .hlg
      ? NumberTable(Self.darkest.others...1, bits: 9, HybridLogGamma.sceneGain(atDisplayLuminance:)) : nil
    let signal = NumberTable(
      (formulas.target.transfer == .pq ? Self.darkest.pq : Self.darkest.others)...1, bits: 10, formulas.signal)
    let parts = [light, dither] + [display, tone, scene, signal].map { $0?.values ?? [] }
    unsafe memory = .allocate(capacity: parts.reduce(0) { $0 + $1.count })
    unsafe _ = memory.initialize(fromContentsOf: parts.flatMap(\.self))

    var rest = unsafe UnsafePointer(memory.baseAddress)
    func take(_ count: Int) -> UnsafePointer<Float>? {
      defer { unsafe rest = rest?.advanced(by: count) }
      return count > 0 ? unsafe rest : nil
    }
    func take(_ table: NumberTable?) -> swage_number_table {
      let count = table?.values.count ?? 0
      return unsafe swage_number_table(
        values: take(count), first: table?.first ?? 0, count: Int32(count), shift: Int32(table?.shift ?? 0))
    }
    unsafe conversion.light = unsafe take(light.count)
    unsafe conversion.light_count = Int32(light.count)
    unsafe conversion.dither = unsafe take(dither.count)
    unsafe conversion.display_gain = unsafe take(display)
    unsafe conversion.tone_gain = unsafe take(tone)
    unsafe conversion.scene_gain = unsafe take(scene)
    unsafe conversion.signal = unsafe take(signal)
    unsafe self.conversion = unsafe conversion
  }

  deinit { unsafe memory.deallocate() }

  /// Converts some pairs of rows, each with the row of chroma that belongs to it.
  ///
  /// Calls for different pairs may run at once.
  ///
  /// - Parameters:
  ///   - pairs: Which: rows 0 and 1 are pair 0. A last pair may have one row.
  ///   - source: The picture that is read.
  ///   - target: The picture that is written, of the same size.
  ///   - size: Luma samples.
  package func convert(
    _ pairs: Range<Int>, of source: PicturePlanes, into target: PicturePlanes, size: PixelSize
  ) {
    guard !pairs.isEmpty else { return }
    let isInterleaved = layout.isInterleaved
    let bytes = layout.isWide ? 2 : 1
    let red = unsafe isInterleaved ? source.bases.1.advanced(by: bytes) : source.bases.2 ?? source.bases.1
    var input = unsafe swage_source_picture(
      plane: (UnsafeRawPointer(source.bases.0), UnsafeRawPointer(source.bases.1), UnsafeRawPointer(red)),
      stride: (source.strides.0, source.strides.1, isInterleaved ? source.strides.1 : source.strides.2),
      width: Int32(size.width), height: Int32(size.height),
      chroma_width: Int32(layout.isHalfAcross ? (size.width + 1) / 2 : size.width),
      chroma_height: Int32(layout.isHalfDown ? (size.height + 1) / 2 : size.height), is_wide: layout.isWide ? 1 : 0,
      shift: Int32(layout.shift), step: isInterleaved ? 2 : 1, is_half_across: layout.isHalfAcross ? 1 : 0,
      is_half_down: layout.isHalfDown ? 1 : 0, across_offset: chromaOffset.across, down_offset: chromaOffset.down)
    var output = unsafe swage_target_picture(
      plane: (target.bases.0, target.bases.1, target.bases.2),
      stride: (target.strides.0, target.strides.1, target.strides.2), is_wide: isTargetWide ? 1 : 0)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: swage_conversion_scratch(Int32(size.width))) {
      scratch in
      guard let base = scratch.baseAddress else { return }
      unsafe withUnsafePointer(to: conversion) { conversion in
        unsafe swage_convert_rows(
          conversion, &input, &output, Int32(pairs.lowerBound), Int32(pairs.upperBound), base)
      }
    }
  }
}

extension PictureConverter {
  /// How far chroma samples of 4:2:0 lie behind the first of their luma samples, in halves of the distance of luma
  /// samples. What nothing is said of is taken for left, as ITU-T H.265 does.
  private static func offset(of location: ChromaLocation) -> (across: Int32, down: Int32) {
    switch location {
    case .unspecified, .left: (0, 1)
    case .center: (1, 1)
    case .topLeft: (0, 0)
    case .top: (1, 0)
    // Lower by half of that than in the middle; the nearest that rows are mixed for.
    case .bottomLeft: (0, 1)
    case .bottom: (1, 1)
    }
  }

  private static func setInput(
    of conversion: inout swage_color_conversion, _ formulas: ConversionFormulas, _ format: PixelFormat
  ) {
    let weights = formulas.sourceWeights
    let green = 1 - weights.red - weights.blue
    let scale = SampleScale(formulas.source.range, bitDepth: format.bitDepth)
    let steps = Double(lightSteps)
    unsafe conversion.luma_scale = Float(steps / scale.luma)
    // Half a step more, because indices are rounded down.
    unsafe conversion.luma_offset = Float(0.5 - steps * scale.black / scale.luma)
    unsafe conversion.chroma_middle = Float(scale.middle)
    let chroma = steps / scale.chroma
    unsafe conversion.cr_red = Float(2 * (1 - weights.red) * chroma)
    unsafe conversion.cb_blue = Float(2 * (1 - weights.blue) * chroma)
    unsafe conversion.cr_green = Float(-2 * weights.red * (1 - weights.red) / green * chroma)
    unsafe conversion.cb_green = Float(-2 * weights.blue * (1 - weights.blue) / green * chroma)
    let luminance = formulas.sourcePrimaries.luminance
    unsafe conversion.source_red = Float(luminance[0])
    unsafe conversion.source_blue = Float(luminance[2])
  }

  private static func setOutput(
    of conversion: inout swage_color_conversion, _ formulas: ConversionFormulas, _ format: PixelFormat
  ) {
    if let matrix = formulas.primariesMatrix?.rows {
      unsafe conversion.changes_primaries = 1
      unsafe conversion.red_green = Float(matrix[0][1])
      unsafe conversion.red_blue = Float(matrix[0][2])
      unsafe conversion.green_red = Float(matrix[1][0])
      unsafe conversion.green_blue = Float(matrix[1][2])
      unsafe conversion.blue_red = Float(matrix[2][0])
      unsafe conversion.blue_green = Float(matrix[2][1])
    }
    let luminance = formulas.targetPrimaries.luminance
    unsafe conversion.target_red = Float(luminance[0])
    unsafe conversion.target_blue = Float(luminance[2])
    let weights = formulas.targetWeights
    unsafe conversion.luma_red = Float(weights.red)
    unsafe conversion.luma_blue = Float(weights.blue)
    let scale = SampleScale(formulas.target.range, bitDepth: format.bitDepth)
    unsafe conversion.white_scale = Float(scale.luma)
    unsafe conversion.black_offset = Float(scale.black + 0.5)
    unsafe conversion.blue_scale = Float(scale.chroma / (2 * (1 - weights.blue)))
    unsafe conversion.red_scale = Float(scale.chroma / (2 * (1 - weights.red)))
    unsafe conversion.middle_offset = Float(scale.middle + 0.5)
  }
}

/// Which numbers are black, white and no color (ITU-R BT.2100, table 9).
package struct SampleScale: Sendable {
  /// The sample of black.
  package let black: Double
  /// Steps from black to white.
  package let luma: Double
  /// The sample of no color.
  package let middle: Double
  /// Steps from the most of one color to the most of the opposite one.
  package let chroma: Double

  /// The numbers of a range; what nothing is said of is taken for limited.
  package init(_ range: ColorRange, bitDepth: Int) {
    let unit = Double(1 << (bitDepth - 8))
    middle = 128 * unit
    if range == .full {
      (black, luma, chroma) = (0, 256 * unit - 1, 256 * unit - 1)
    } else {
      (black, luma, chroma) = (16 * unit, 219 * unit, 224 * unit)
    }
  }
}
