internal import FFmpeg
internal import Media

/// Reads a subtitle stream by itself, beside what the job reads.
final class SubtitleReader {
  private let demuxer: Demuxer
  private let decoder: SubtitleDecoder
  private let stream: InputStream
  private let control: JobControl
  private let toleratesDamage: Bool

  /// The stream's styles.
  var header: String { decoder.header }
  /// Whether lines have the fields that the header names: only a script does. Elsewhere they have those of Matroska's
  /// specification, whatever a header says.
  let hasOwnFields: Bool
  /// The size that places of pictures refer to, as far as it is known.
  var canvas: PixelSize? { decoder.canvas }
  /// The fonts that the file brings along.
  let fonts: [AttachedFont]

  /// Opens a file and its stream's decoder.
  ///
  /// - Parameters:
  ///   - plan: Where the subtitles are.
  ///   - toleratesDamage: Whether packets that don't decode are left out.
  init(_ plan: BurnedSubtitlesPlan, control: JobControl, toleratesDamage: Bool) throws {
    self.control = control
    self.toleratesDamage = toleratesDamage
    do {
      demuxer = try Demuxer(
        path: plan.path, interruption: control.interruption, as: plan.isOwnFile ? .subtitles : .recording)
      guard demuxer.streams.indices.contains(plan.streamIndex) else {
        throw FFmpegError(function: "the stream of subtitles", code: FFmpegError.invalidData)
      }
      stream = demuxer.streams[plan.streamIndex]
      decoder = try SubtitleDecoder(stream.parameters, timeBase: stream.timeBase)
    } catch let error as FFmpegError {
      try control.check()
      throw Self.unreadable(plan.path, error)
    }
    hasOwnFields = plan.isOwnFile && ["ass", "ssa"].contains(stream.parameters.codecName)
    fonts = demuxer.streams.compactMap(AttachedFont.init)
    demuxer.keepOnly([stream.index])
  }

  /// What the stream shows next; `nil` at its end.
  func next() throws -> DecodedSubtitle? {
    while true {
      try control.check()
      let packet: Packet?
      do {
        packet = try demuxer.read()
      } catch {
        try control.check()
        guard toleratesDamage else { throw CompressionError.reading(error, path: "of the subtitles", stage: .read) }
        return nil
      }
      guard let packet else { return nil }
      // What was read to get to know the streams comes all the same.
      guard packet.streamIndex == stream.index else { continue }
      do {
        if let subtitle = try decoder.decode(packet) { return subtitle }
      } catch {
        if toleratesDamage { continue }
        throw Self.undecodable(packet, stream, error)
      }
    }
  }

  static func unreadable(_ path: String, _ error: FFmpegError) -> CompressionError {
    CompressionError(
      code: .invalidRequest, message: "\(path) can't be read as subtitles",
      remedy: "give SubRip, WebVTT, Advanced SubStation Alpha or another kind that FFmpeg reads", stage: .request,
      cause: error.logLine ?? error.text)
  }

  private static func undecodable(_ packet: Packet, _ stream: InputStream, _ error: FFmpegError) -> CompressionError {
    let place = packet.presentationTime.map {
      " at \(DamageSearch.seconds(Timestamp.seconds($0, in: stream.timeBase)))"
    }
    if error.logLine?.contains("UTF-8") == true {
      return CompressionError(
        code: .invalidRequest, message: "the subtitles aren't in UTF-8: the one\(place ?? "") isn't",
        remedy: "convert them, such as with iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW", stage: .decode)
    }
    return CompressionError(
      code: .sourceDamaged, message: "a subtitle\(place ?? "") doesn't decode",
      remedy: "use --salvage to keep what is readable", stage: .decode, cause: "\(error)")
  }
}

/// A font that a file brings along for its subtitles.
struct AttachedFont: Sendable {
  let name: String
  let data: [UInt8]

  /// The font in a stream; `nil` when it holds something else.
  init?(_ stream: InputStream) {
    guard stream.parameters.kind == .attachment else { return nil }
    let type = stream.metadata["mimetype"]?.lowercased() ?? ""
    let file = stream.metadata["filename"] ?? ""
    let isFont =
      ["ttf", "otf"].contains(stream.parameters.codecName) || type.contains("font") || type.contains("opentype")
      || [".ttf", ".otf", ".ttc"].contains { file.lowercased().hasSuffix($0) }
    guard isFont, !stream.parameters.extradata.isEmpty else { return nil }
    // The name is only a label, and must not end the line that it stands in.
    name = String(file.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }.map(Character.init))
    data = stream.parameters.extradata
  }
}
