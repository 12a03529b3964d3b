internal import FFmpeg
internal import Jobs
internal import Media

/// Holds a finished file against the plan and the samples that went into it.
struct ImageVerifier {
  /// What a check found.
  struct Result {
    let verification: Verification
    let output: SourcePicture
    /// The structural similarity of what was encoded and what comes out again; 1 when they are the same.
    let similarity: Double
  }

  let plan: ImagePlan
  let source: SourcePicture
  let prepared: PreparedPicture
  let threads: Int

  /// Decodes the file and checks it.
  ///
  /// - Parameters:
  ///   - bytes: The file, read back.
  ///   - path: Where it will be.
  func verify(_ bytes: [UInt8], path: String?) throws(CompressionError) -> Result {
    let found: SourcePicture
    do {
      // The limit concerns what strangers send.
      found = try PictureReader(
        name: "the result", path: path, pixelLimit: .max, decoding: .asCoded(threads: threads)
      ).read(bytes)
    } catch {
      throw CompressionError(
        code: .verificationFailed, message: "the result can't be read back", stage: .verify,
        cause: (error as? CompressionError)?.description ?? "\(error)")
    }
    var checks = CheckList()
    let description = found.description
    checks.equal("format", expected: plan.format.rawValue, found: description.format.rawValue)
    checks.equal("size", expected: "\(plan.size)", found: "\(description.displaySize)")
    checks.equal("orientation", expected: "1", found: "\(found.turn.rawValue)")
    checks.equal("bit depth", expected: "\(plan.layout.bitDepth)", found: "\(description.bitDepth)")
    checkColor(found, &checks)
    checkMetadata(found, &checks)
    checks.equal("transparency", expected: Self.word(prepared.alpha != nil), found: Self.word(found.alpha != nil))
    let similarity = try checkSamples(found, &checks)
    return Result(
      verification: Verification(level: .full, checks: checks.checks), output: found, similarity: similarity)
  }

  private func checkColor(_ found: SourcePicture, _ checks: inout CheckList) {
    checks.equal(
      "color profile", expected: plan.keepsProfile ? "the source's" : "none",
      found: found.metadata.iccProfile.isEmpty
        ? "none" : found.metadata.iccProfile == source.metadata.iccProfile ? "the source's" : "another")
    guard plan.format != .jpeg else { return }
    let color = found.description.color
    checks.equal(
      "color", expected: Self.words(plan.color), found: Self.words(color))
    if plan.writesColor { checks.equal("color in the container", expected: "yes", found: Self.word(found.saysColor)) }
  }

  private func checkMetadata(_ found: SourcePicture, _ checks: inout CheckList) {
    let keeps = plan.metadata == .keep
    let (before, after) = (source.metadata, found.metadata)
    checks.equal("Exif", expected: Self.word(keeps && before.exif != nil), found: Self.word(after.exif != nil))
    let hasDirectory = plan.keepsGainMap
    checks.equal(
      "XMP", expected: Self.word(keeps && before.xmp != nil || hasDirectory), found: Self.word(after.xmp != nil))
    checks.equal("date", expected: keeps ? before.exif?.date ?? "none" : "none", found: after.exif?.date ?? "none")
    checks.equal(
      "place", expected: Self.word(keeps && before.exif?.hasLocation == true),
      found: Self.word(after.exif?.hasLocation == true))
    checks.equal(
      "camera", expected: keeps ? source.description.camera ?? "none" : "none",
      found: found.description.camera ?? "none")
    // In a JPEG file it may have no room.
    if !plan.hasThumbnail || plan.format != .jpeg {
      checks.equal("thumbnail", expected: Self.word(plan.hasThumbnail), found: Self.word(after.hasThumbnail))
    }
    if plan.keepsGainMap { checks.equal("gain map", expected: "yes", found: Self.word(!found.gainMap.isEmpty)) }
  }

  /// Decoded samples have to be near those that were encoded, part by part and as a whole.
  private func checkSamples(_ found: SourcePicture, _ checks: inout CheckList) throws(CompressionError) -> Double {
    let before = prepared.picture
    let after: Frame
    let similarity: Double
    guard before.size == found.picture.size else { return 0 }
    do throws(FFmpegError) {
      // Where libheif decoded, it gave red, green and blue, whatever was encoded.
      let layout = before.pixelFormat ?? .yuv420p
      after =
        found.picture.pixelFormat == layout
        ? found.picture
        : try found.picture.filtered(
          ScaleFilter(from: found.picture.color, to: plan.color, size: before.size, layout: layout).text,
          threads: threads)
      similarity = try before.similarity(to: after, threads: threads)
    } catch {
      throw CompressionError(
        code: .verificationFailed, message: "the result can't be compared with the source", stage: .verify,
        cause: error.description)
    }
    if plan.compression == .lossless {
      checkLossless(before, after, isDirect: found.picture.pixelFormat == before.pixelFormat, &checks)
    } else {
      let least = leastSimilarity
      checks.add(
        Verification.Check(
          name: "similarity", expected: "at least \(least)", found: "\((similarity * 10_000).rounded() / 10_000)",
          passed: similarity >= least))
    }
    if let mine = before.partBrightness, let theirs = after.partBrightness {
      let difference = zip(mine, theirs).map { abs(Int($0) - Int($1)) }.max() ?? 0
      checks.add(
        Verification.Check(
          name: "brightness of parts", expected: "within 64 of 255", found: "\(difference)", passed: difference <= 64))
    }
    let colors = (1..<max(1, before.planeCount)).compactMap { plane -> Int? in
      guard let mine = before.partMeans(of: plane), let theirs = after.partMeans(of: plane) else { return nil }
      return zip(mine, theirs).map { abs(Int($0) - Int($1)) }.max()
    }
    if let difference = colors.max() {
      checks.add(
        Verification.Check(
          name: "color of parts", expected: "within 64 of 255", found: "\(difference)", passed: difference <= 64))
    }
    return similarity
  }

  /// Far below what any picture but noise has at its quality: what is below it is another picture or none.
  private var leastSimilarity: Double {
    guard case .quality(let quality) = plan.compression else { return 1 }
    return quality >= 0.3 ? 0.35 : 0.1
  }

  /// Samples have to be as they were. Where they went by red, green and blue to be compared, rounding may show.
  private func checkLossless(_ before: Frame, _ after: Frame, isDirect: Bool, _ checks: inout CheckList) {
    let allowed = isDirect ? 0 : 3 << (plan.layout.bitDepth - 8)
    let isWide = plan.layout.bitDepth > 8
    var largest = 0
    for plane in 0..<before.planeCount {
      let (mine, theirs) = (before.samples(of: plane), after.samples(of: plane))
      if mine == theirs { continue }
      let step = isWide ? 2 : 1
      for position in stride(from: 0, to: min(mine.count, theirs.count) - step + 1, by: step) {
        let a = mine.integer(at: position, bytes: step, bigEndian: false) ?? 0
        let b = theirs.integer(at: position, bytes: step, bigEndian: false) ?? 0
        largest = max(largest, abs(a - b))
      }
    }
    checks.add(
      Verification.Check(
        name: "largest difference", expected: allowed == 0 ? "0" : "at most \(allowed), by rounding",
        found: "\(largest)", passed: largest <= allowed))
  }

  private static func words(_ color: ColorDescription) -> String {
    "\(color.primaries)/\(color.transfer)/\(color.matrix)/\(color.range == .limited ? "limited" : "full")"
  }

  private static func word(_ value: Bool) -> String { value ? "yes" : "no" }
}
