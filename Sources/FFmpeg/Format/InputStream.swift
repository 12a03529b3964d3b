internal import CFFmpeg
package import Media

/// What a container says of one of its streams, as values.
package struct InputStream: Sendable {
  /// The position in the file, from 0.
  package let index: Int
  /// The container's own number of the stream, such as the track ID of an ISO base media file.
  package let id: Int
  /// Seconds a tick.
  package let timeBase: Rational
  /// The first time stamp, in ticks; `nil` when the container doesn't say.
  package let startTime: Int64?
  /// How long it lasts, in ticks; `nil` when the container doesn't say.
  package let duration: Int64?
  /// The average rate of frames that the container tells; `nil` when it doesn't.
  package let averageFrameRate: Rational?
  /// What a decoder has to know.
  package let parameters: CodecParameters
  /// The container's word on pixel aspect, else the codec's; `nil` when neither speaks.
  package let pixelAspect: Rational?
  /// How the picture is turned for display.
  package let orientation: Orientation
  /// The tags.
  package let metadata: [String: String]
  /// What the track is for.
  package let disposition: [Disposition]
  /// What the samples mean as the container tells it, whatever the stream says.
  package let color: ColorDescription
  /// High dynamic range as the container tells it.
  package let hdr: HDRSideData
  /// A cover picture that the demuxer keeps with the stream.
  package let attachedPicture: Packet?

  init(
    _ stream: UnsafeMutablePointer<AVStream>, in format: UnsafeMutablePointer<AVFormatContext>, color: ColorDescription
  ) throws(FFmpegError) {
    self.color = color
    let s = unsafe stream.pointee
    index = unsafe Int(s.index)
    id = unsafe Int(s.id)
    timeBase = unsafe Rational(s.time_base)
    startTime = unsafe timestamp(s.start_time)
    duration = unsafe timestamp(s.duration).flatMap { $0 > 0 ? $0 : nil }
    let rate = unsafe Rational(s.avg_frame_rate)
    averageFrameRate = rate.isPositive ? rate : nil
    parameters = try unsafe CodecParameters(copying: s.codecpar)
    let aspect = unsafe Rational(av_guess_sample_aspect_ratio(format, stream, nil))
    pixelAspect = aspect.isPositive ? aspect : nil
    orientation = unsafe Self.orientation(of: stream)
    metadata = unsafe Options.values(of: s.metadata)
    disposition = unsafe Disposition.decode(s.disposition)
    hdr = unsafe HDRSideData(stream: stream)
    if unsafe s.disposition & AV_DISPOSITION_ATTACHED_PIC != 0, unsafe s.attached_pic.size > 0 {
      let picture = try Packet()
      try unsafe check("av_packet_ref", av_packet_ref(picture.handle, &stream.pointee.attached_pic))
      attachedPicture = picture
    } else {
      attachedPicture = nil
    }
  }

  private static func orientation(of stream: UnsafePointer<AVStream>) -> Orientation {
    var size = 0
    guard let data = unsafe swage_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
      return .up
    }
    return unsafe data.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
      // Mirrored when the determinant of the turning part is negative; `av_display_rotation_get` is counter-clockwise
      // and reads the first column, which mirroring left to right negates.
      let determinant =
        unsafe Double(matrix[0]) * Double(matrix[4]) - Double(matrix[1]) * Double(matrix[3])
      let mirrored = determinant < 0
      var upright = (0..<9).map { unsafe matrix[$0] }
      if mirrored {
        upright[0] = -upright[0]
        upright[1] = -upright[1]
      }
      let degrees = unsafe av_display_rotation_get(upright)
      guard degrees.isFinite else { return .up }
      return Orientation(clockwiseDegrees: -Int(degrees.rounded()), mirrored: mirrored)
    }
  }
}

extension Disposition {
  private static let flags: [(Disposition, Int32)] = [
    (.default, AV_DISPOSITION_DEFAULT), (.dub, AV_DISPOSITION_DUB), (.original, AV_DISPOSITION_ORIGINAL),
    (.comment, AV_DISPOSITION_COMMENT), (.lyrics, AV_DISPOSITION_LYRICS), (.karaoke, AV_DISPOSITION_KARAOKE),
    (.forced, AV_DISPOSITION_FORCED), (.hearingImpaired, AV_DISPOSITION_HEARING_IMPAIRED),
    (.visualImpaired, AV_DISPOSITION_VISUAL_IMPAIRED), (.cleanEffects, AV_DISPOSITION_CLEAN_EFFECTS),
    (.attachedPicture, AV_DISPOSITION_ATTACHED_PIC), (.timedThumbnails, AV_DISPOSITION_TIMED_THUMBNAILS),
    (.captions, AV_DISPOSITION_CAPTIONS), (.descriptions, AV_DISPOSITION_DESCRIPTIONS),
    (.metadata, AV_DISPOSITION_METADATA), (.dependent, AV_DISPOSITION_DEPENDENT),
    (.stillImage, AV_DISPOSITION_STILL_IMAGE),
  ]

  static func decode(_ bits: Int32) -> [Disposition] { flags.filter { bits & $0.1 != 0 }.map(\.0) }

  static func encode(_ dispositions: [Disposition]) -> Int32 {
    flags.reduce(0) { dispositions.contains($1.0) ? $0 | $1.1 : $0 }
  }
}
