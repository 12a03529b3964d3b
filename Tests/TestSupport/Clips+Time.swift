import Foundation

// Clips whose frames or sounds tell when they were made.
extension Clip {
  /// Frames that show their own number in eight stripes, black and white, the lowest bit on the left.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, such as `30` or `30000/1001`.
  ///   - count: How many frames.
  public static func numbered(rate: String, count: Int, options: [String] = [], ending: String = "mp4") -> Clip {
    let name = rate.replacingOccurrences(of: "/", with: "-")
    return Clip(
      "numbered-\(name)-\(count)\(options.joined()).\(ending)",
      ffmpeg: ["-f", "lavfi", "-i", "color=black:size=320x96:rate=\(rate),\(stripes)", "-frames:v", "\(count)"]
        + options
        + wasteful + ["-bf", "2"])
  }

  /// Ten seconds of numbered frames with a keyframe at the beginning only, and pictures that none refers to between
  /// others.
  public static func oneKeyframe(_ codec: String) -> Clip {
    let encoding =
      switch codec {
      case "h264": ["libx264", "-preset", "veryfast", "-x264-params", "keyint=999:scenecut=0:bframes=3:b-adapt=0"]
      case "hevc": ["libx265", "-x265-params", "log-level=none:keyint=999:scenecut=0:bframes=3:b-adapt=0"]
      default: [codec, "-g", "999", "-sc_threshold", "1000000000", "-bf", "2"]
      }
    return Clip(
      "one-keyframe-\(codec).mp4",
      ffmpeg: ["-f", "lavfi", "-i", "color=black:size=320x96:rate=25,\(stripes)", "-frames:v", "250", "-c:v"] + encoding
        + ["-pix_fmt", "yuv420p", "-b:v", "2M"])
  }

  static let stripes = (0..<8).map { bit in
    "drawbox=x=\(bit * 40):w=40:h=96:color=white:t=fill:enable='gte(mod(floor(n/\(1 << bit)),2),1)'"
  }.joined(separator: ",")

  /// A white flash and a beep together, each 0.2 s long, at some times; 60 frames a second.
  public static func flashes(at times: [Double], seconds: Double = 8) -> Clip {
    let moments = times.map { "between(t,\($0),\($0 + 0.2))" }.joined(separator: "+")
    return Clip(
      "flashes-\(times.map { "\($0)" }.joined(separator: "-"))-\(seconds).mp4",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "testsrc2=size=320x180:rate=60:duration=\(seconds),drawbox=color=white:t=fill:enable='\(moments)'", "-f",
        "lavfi", "-i", "aevalsrc='if(\(moments),0.8*sin(2*PI*1000*t),0)':d=\(seconds):s=48000",
      ] + wasteful + aac)
  }

  /// C13: begins at 3 s.
  public static let beginsAtThree = Clip(
    "begins-at-three.mkv",
    ffmpeg: picture("320x240", seconds: 6) + tone(seconds: 6) + wasteful + aac + ["-output_ts_offset", "3"])

  /// Four scenes of two seconds, 25 frames a second, with a flash in the second.
  public static let scenes = Clip(
    "scenes.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=2", "-f", "lavfi", "-i",
      "mandelbrot=size=320x180:rate=25,trim=duration=2,drawbox=color=white:t=fill:enable='between(t,1,1.1)'", "-f",
      "lavfi", "-i", "smptebars=size=320x180:rate=25:duration=2", "-f", "lavfi", "-i",
      "life=size=320x180:rate=25:mold=10:ratio=0.2:seed=7,trim=duration=2", "-filter_complex",
      "[0]format=yuv420p[a];[1]format=yuv420p[b];[2]format=yuv420p[c];[3]format=yuv420p[d];[a][b][c][d]concat=n=4",
    ] + wasteful)

  /// Four seconds still, then four seconds moving.
  public static let halfStill = Clip(
    "half-still.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i",
      "testsrc2=size=320x180:rate=30:duration=8,loop=loop=119:size=1:start=0,trim=duration=8,setpts=N/30/TB",
    ] + wasteful)
}
