internal import CFFmpeg

/// What is wrong with an option for an encoder.
package enum EncoderOptionProblem: Sendable, Hashable {
  /// The encoder has no such option; these it has.
  case unknown(name: String, known: [String])
  /// The option doesn't take the value.
  case unfit(name: String, value: String, reason: String)
}

extension Encoder {
  /// Holds options against what an encoder knows, without opening it: names, and whether values are of the right kind
  /// and in range.
  ///
  /// C functions: `av_opt_find`, `av_opt_set`, `av_opt_next`.
  ///
  /// - Parameters:
  ///   - options: Values by name.
  ///   - encoder: FFmpeg's name of the encoder.
  /// - Returns: The first problem by the options' names; `nil` when there is none.
  /// - Throws: ``FFmpegError`` when there is no such encoder.
  package static func problem(
    with options: [String: String], for encoder: String
  ) throws(FFmpegError) -> EncoderOptionProblem? {
    guard let codec = unsafe avcodec_find_encoder_by_name(encoder) else {
      throw FFmpegError(function: "avcodec_find_encoder_by_name(\(encoder))", code: FFmpegError.encoderNotFound)
    }
    var context =
      try unsafe check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer<AVCodecContext>?
    defer { unsafe avcodec_free_context(&context) }
    guard let object = unsafe context else { return nil }
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      let found = unsafe av_opt_find(object, name, nil, 0, AV_OPT_SEARCH_CHILDREN)
      let flags = unsafe found?.pointee.flags ?? 0
      guard flags & AV_OPT_FLAG_ENCODING_PARAM != 0, flags & AV_OPT_FLAG_VIDEO_PARAM != 0 else {
        return unsafe .unknown(name: name, known: known(object))
      }
      do throws(FFmpegError) {
        try check("av_opt_set", unsafe av_opt_set(object, name, value, AV_OPT_SEARCH_CHILDREN))
      } catch {
        return .unfit(name: name, value: value, reason: error.logLine ?? error.text)
      }
    }
    return nil
  }

  /// The names of the encoder's own options.
  private static func known(_ object: UnsafeMutablePointer<AVCodecContext>) -> [String] {
    guard let own = unsafe object.pointee.priv_data else { return [] }
    var names: [String] = []
    var option: UnsafePointer<AVOption>?
    while true {
      unsafe option = unsafe av_opt_next(own, option)
      guard let found = unsafe option else { return names.sorted() }
      // Named values of an option stand among the options.
      guard unsafe found.pointee.type != AV_OPT_TYPE_CONST else { continue }
      unsafe names.append(String(cString: found.pointee.name))
    }
  }
}
