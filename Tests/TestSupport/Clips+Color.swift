import Foundation

extension Clip {
  /// Grey from black on the left to white on the right, 512 pixels wide.
  ///
  /// - Parameters:
  ///   - isFull: Whether black is 0.
  ///   - isTagged: Whether primaries, transfer and matrix are told beside the range.
  public static func greyRamp(isFull: Bool, isTagged: Bool = true) -> Clip {
    let luma = isFull ? "X*255/511" : "16+X*219/511"
    return Clip(
      "ramp-\(isFull)-\(isTagged).mp4",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "nullsrc=size=512x128:rate=25:duration=0.4,format=yuv420p,geq=lum='\(luma)':cb=128:cr=128", "-c:v", "libx264",
        "-preset", "ultrafast", "-qp", "2", "-pix_fmt", "yuv420p", "-color_range", isFull ? "pc" : "tv",
      ] + (isTagged ? ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"] : []))
  }

  /// A film in H.264 whose stream says of color just what is given, by the code points of ITU-T H.273.
  public static func tagged(
    primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, isFull: Bool = false, location: Int = 0
  ) -> Clip {
    Clip("tags-\(primaries)-\(transfer)-\(matrix)-\(isFull)-\(location).mkv") { file in
      try await ffmpeg(
        [
          "-i", try await bare.file.path, "-c", "copy", "-bsf:v",
          "h264_metadata=colour_primaries=\(primaries):transfer_characteristics=\(transfer):matrix_coefficients=\(matrix)"
            + ":video_full_range_flag=\(isFull ? 1 : 0):chroma_sample_loc_type=\(location)",
        ], to: file)
    }
  }

  private static let bare = Clip(
    "untagged.mp4",
    ffmpeg: picture("320x180", rate: 25, seconds: 0.4) + [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "6", "-pix_fmt", "yuv420p",
    ])

  /// HEVC whose stream says nothing of color, in a file whose box says BT.709.
  public static let boxedColor = Clip("boxed-color.mp4") { file in
    let silent = Clip(
      "silent-hevc.mp4",
      ffmpeg: picture("320x180", rate: 25, seconds: 0.4) + [
        "-vf", "scale=out_color_matrix=bt709,format=yuv420p", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "6",
        "-x265-params", "log-level=none", "-tag:v", "hvc1",
      ])
    try await ffmpeg(
      [
        "-i", try await silent.file.path, "-c", "copy", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-colorspace", "bt709",
      ], to: file)
  }

  /// A soft, colored picture without loss, whose samples mean what is said, tagged or not.
  ///
  /// - Parameters:
  ///   - layout: FFmpeg's name of the layout.
  ///   - meaning: What the samples mean.
  ///   - tags: Options that tag it.
  ///   - size: Stored pixels.
  public static func soft(_ layout: String, _ meaning: ColorMeaning, tags: [String], size: String) -> Clip {
    let isRGB = ["rgb24", "gbrp10le"].contains(layout)
    // Alpha is added behind the conversion, and the name that says full range stands for the same samples.
    let planar = ["yuvj420p": "yuv420p", "nv12": "yuv420p", "yuva420p": "yuv420p"][layout] ?? layout
    let convert =
      isRGB
      ? "format=\(layout)"
      : "zscale=m=\(meaning.matrix):r=\(meaning.isFull ? "full" : "limited"):c=\(meaning.location),format=\(planar)"
    let arrange = planar == layout || layout == "yuvj420p" ? "" : ",scale=in_range=tv:out_range=tv,format=\(layout)"
    // Newer versions of the command tell what their own filters did.
    let untold =
      tags.contains("-colorspace") ? "" : ",setparams=color_primaries=unknown:color_trc=unknown:colorspace=unknown"
    let codec = ["nv12": "rawvideo", "rgb24": "png", "yuvj420p": "ffv1"][layout] ?? "ffv1"
    let name =
      "soft-\(layout)-\(meaning.matrix)-\(meaning.isFull)-\(meaning.location)-\(size)-\(tags.joined(separator: "_"))"
    return Clip(
      name + ".mkv",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "testsrc2=size=\(size):rate=25:duration=0.2,format=gbrp,gblur=sigma=4,\(convert)\(arrange)\(untold)", "-c:v",
        codec,
      ] + tags)
  }
}
