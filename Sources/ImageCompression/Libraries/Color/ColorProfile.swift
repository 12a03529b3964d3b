internal import CLittleCMS

/// An owner of a `cmsHPROFILE`: what the numbers of a picture mean, as an ICC profile (ICC.1) says.
@safe final class ColorProfile {
  /// The space of the numbers.
  enum Space: Sendable {
    case rgb, cmyk, gray, lab, other
  }

  fileprivate let handle: cmsHPROFILE

  /// Reads a profile; `nil` when it is none. C function: `cmsOpenProfileFromMem`.
  init?(_ bytes: [UInt8]) {
    let opened = unsafe bytes.withUnsafeBytes {
      unsafe cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number(clamping: $0.count))
    }
    guard let opened = unsafe opened else { return nil }
    unsafe handle = unsafe opened
  }

  private init(owning handle: cmsHPROFILE) { unsafe self.handle = unsafe handle }

  deinit { unsafe cmsCloseProfile(handle) }

  /// The profile of sRGB (IEC 61966-2-1). C function: `cmsCreate_sRGBProfile`.
  static func sRGB() throws(ColorFailure) -> ColorProfile {
    guard let made = unsafe cmsCreate_sRGBProfile() else { throw ColorFailure(text: "no profile of sRGB can be made") }
    return unsafe ColorProfile(owning: made)
  }

  /// The space of the numbers. C function: `cmsGetColorSpace`.
  var space: Space {
    switch unsafe cmsGetColorSpace(handle) {
    case cmsSigRgbData: .rgb
    case cmsSigCmykData: .cmyk
    case cmsSigGrayData: .gray
    case cmsSigLabData: .lab
    default: .other
    }
  }

  /// What the profile is called; `nil` when it doesn't say. C function: `cmsGetProfileInfoASCII`.
  var name: String? {
    let count = unsafe cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0)
    guard count > 1, count < 1 << 16 else { return nil }
    var text = [CChar](repeating: 0, count: Int(count))
    guard unsafe cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, count) > 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Converts samples to sRGB by relative colorimetry with black points brought together, as browsers show pictures.
  ///
  /// C functions: `cmsCreateTransform`, `cmsDoTransform`.
  ///
  /// - Parameters:
  ///   - samples: Pixels behind one another, in the layout that the space has.
  ///   - layout: What a pixel is.
  /// - Returns: Red, green and blue, a byte each.
  func convertToSRGB(_ samples: [UInt8], _ layout: Layout) throws(ColorFailure) -> [UInt8] {
    let target = try Self.sRGB()
    guard
      let transform = unsafe cmsCreateTransform(
        handle, layout.format, target.handle, swage_format_rgb8, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION))
    else { throw ColorFailure(text: "the profile doesn't fit the picture") }
    defer { unsafe cmsDeleteTransform(transform) }
    let count = samples.count / layout.bytesPerPixel
    var result = [UInt8](repeating: 0, count: count * 3)
    unsafe samples.withUnsafeBytes { source in
      unsafe result.withUnsafeMutableBytes { target in
        unsafe cmsDoTransform(transform, source.baseAddress, target.baseAddress, cmsUInt32Number(clamping: count))
      }
    }
    return result
  }

  /// How a pixel's numbers lie behind one another.
  enum Layout: Sendable {
    /// Cyan, magenta, yellow and black, inverted.
    case invertedCMYK
    /// Brightness.
    case gray

    var bytesPerPixel: Int { self == .gray ? 1 : 4 }
    fileprivate var format: cmsUInt32Number {
      self == .gray ? swage_format_gray8 : swage_format_cmyk8_inverted
    }
  }
}

/// Colors couldn't be converted.
struct ColorFailure: Error, Sendable, CustomStringConvertible {
  let text: String
  var description: String { text }
}
