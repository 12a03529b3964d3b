import Foundation
import TestSupport

extension Clip {
  /// A second of 25 frames without sound, for jobs that are to fail on the way.
  static let short = Clip("short-film.mp4", ffmpeg: soft("320x180", frames: 25) + packed())

  /// The same in ten bits.
  static let shortTenBit = Clip(
    "short-film-10.mp4", ffmpeg: soft("320x180", frames: 25, depth: 10) + packed(depth: 10))

  /// Larger than many devices take: two frames.
  static let huge = Clip(
    "huge.mp4",
    ffmpeg: ["-f", "lavfi", "-i", "testsrc2=size=7680x4320:rate=25", "-frames:v", "2"] + packed(quality: 20))

  /// Perceptual quantizer, without metadata of a display.
  static let pq = Clip(
    "pq.mp4",
    ffmpeg: soft("320x180", frames: 25, depth: 10) + [
      "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-tag:v", "hvc1",
      "-x265-params", "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
      "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
    ])

  /// A film to judge quality by: moving, with soft shapes and some grain, almost without loss.
  static func grain(_ size: String, depth: Int) -> Clip {
    Clip("grain-\(size)-\(depth).mp4", ffmpeg: soft(size, frames: 12, depth: depth) + packed(depth: depth))
  }

  private static func soft(_ size: String, frames: Int, depth: Int = 8) -> [String] {
    let picture = "testsrc2=size=\(size):rate=25,format=yuv420p,noise=c0s=8:allf=t:all_seed=7"
    return ["-f", "lavfi", "-i", "\(picture),format=\(layout(depth)),gblur=sigma=1.2", "-frames:v", "\(frames)"]
  }

  private static func layout(_ depth: Int) -> String { depth == 10 ? "yuv420p10le" : "yuv420p" }

  private static func packed(depth: Int = 8, quality: Int = 4) -> [String] {
    [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "\(quality)", "-pix_fmt", layout(depth),
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
    ]
  }
}
