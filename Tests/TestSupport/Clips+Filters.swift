import Foundation

// Pictures that tell what was done to them.
extension Clip {
  private static let lossless = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-pix_fmt", "yuv420p"]

  /// A grey picture with a white box of half its width and half its height in the middle, ten frames.
  public static func box(
    _ size: String, aspect: String = "1/1", format: String = "yuv420p", range: String = "tv", turned: Bool = false
  ) -> Clip {
    let name = "box-\(size)-\(aspect.replacingOccurrences(of: "/", with: "to"))-\(format)-\(range)-\(turned)"
    return Clip("\(name).mp4") { file in
      let picture = "color=c=gray:size=\(size):rate=25,drawbox=x=iw/4:y=ih/4:w=iw/2:h=ih/2:color=white:t=fill"
      let folder = try TemporaryFolder()
      try await ffmpeg(
        [
          "-f", "lavfi", "-i",
          "\(picture),scale=out_range=\(range),format=\(format),setsar=\(aspect)", "-frames:v", "10", "-c:v", "libx264",
          "-preset", "ultrafast", "-qp", "4", "-color_range", range,
        ], to: turned ? folder.file("a.mp4") : file)
      guard turned else { return }
      try await turn(folder.file("a.mp4"), to: file)
    }
  }

  /// A moving picture with soft shapes, without noise, 25 frames.
  public static func soft(depth: Int = 8) -> Clip {
    Clip("soft-\(depth).mp4", ffmpeg: softPicture(depth, noise: 0))
  }

  /// The same with noise of a known deviation, in steps of 8 bits.
  public static func noisy(deviation: Double, depth: Int = 8) -> Clip {
    Clip("noisy-\(deviation)-\(depth).mp4", ffmpeg: softPicture(depth, noise: deviation))
  }

  private static func softPicture(_ depth: Int, noise: Double) -> [String] {
    // The filter's strength is the deviation times the square root of 3, and it knows 8 bits only.
    let strength = Int((noise * 3.0.squareRoot()).rounded())
    let format = depth == 10 ? "yuv420p10le" : "yuv420p"
    let grain = strength > 0 ? ",noise=alls=\(strength):allf=t:all_seed=5" : ""
    return [
      "-f", "lavfi", "-i",
      "mandelbrot=size=320x240:rate=25:start_scale=1.2:end_scale=0.9,format=yuv420p,gblur=sigma=1.5,"
        + "lutyuv=y=40+val*0.7:u=128+(val-128)*0.6:v=128+(val-128)*0.6\(grain),format=\(format)",
      "-frames:v", "25", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "4", "-pix_fmt", format,
    ]
  }

  /// Brightness from 60 to 180 only, as of a film taken in haze.
  public static func flat(range: String = "tv") -> Clip {
    Clip(
      "flat-\(range).mp4",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "gradients=size=320x240:rate=25:c0=black:c1=white:x0=0:y0=0:x1=319:y1=0:nb_colors=2,"
          + "scale=out_range=tv,format=yuv420p,lutyuv=y=60+(val-16)*120/219",
        "-frames:v", "25", "-color_range", range,
      ] + lossless)
  }

  /// Lines of letters that move up now and then, as a terminal shows them.
  public static func terminal(_ size: String, frames: Int = 100) -> Clip {
    Clip("terminal-\(size)-\(frames).mp4") { file in
      let sides = size.split(separator: "x").compactMap { Int($0) }
      let folder = try TemporaryFolder()
      try Terminal(width: sides[0], height: sides[1]).film(frames: frames).write(to: folder.file("t.gray"))
      try await ffmpeg(
        [
          "-f", "rawvideo", "-pixel_format", "gray", "-video_size", size, "-framerate", "25", "-i",
          folder.file("t.gray").path, "-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-pix_fmt", "yuv420p",
        ], to: file)
    }
  }

  /// A picture in which everything moves at once, as from a running hand.
  public static let rush = Clip(
    "rush.mp4",
    ffmpeg: [
      "-f", "lavfi", "-i", "mandelbrot=size=640x480:rate=25:start_scale=1.4:end_scale=0.2,format=yuv420p", "-vf",
      "noise=alls=14:all_seed=3,gblur=sigma=1,crop=320:240:x=mod(n*57\\,320):y=mod(n*43\\,240)", "-frames:v", "150",
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-pix_fmt", "yuv420p",
    ])

  /// Ten bits of one grey, of a transfer of high dynamic range: 75 % of the signal in the left half, 50 % in the right.
  public static func grey(_ transfer: String) -> Clip {
    Clip(
      "grey-\(transfer).mp4",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "color=c=gray:size=320x240:rate=25,format=yuv420p10le,geq=lum='if(lt(X,160),721,502)':cb=512:cr=512",
        "-frames:v", "10", "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "8", "-tag:v",
        "hvc1", "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc",
      ])
  }
}

/// Draws letters that mean nothing.
private struct Terminal {
  let width: Int
  let height: Int

  func film(frames: Int) -> Data {
    var data = Data(capacity: frames * width * height)
    for frame in 0..<frames { data.append(picture(firstLine: frame / 8)) }
    return data
  }

  private func picture(firstLine: Int) -> Data {
    var picture = Data(repeating: 30, count: width * height)
    for line in 0..<(height / 14) {
      let length = 10 + hash(line + firstLine, 0) % max(1, width / 8 - 12)
      for letter in 0..<length where hash(line + firstLine, letter) % 6 != 0 {
        draw(hash(line + firstLine, letter), x: letter * 8 + 4, y: line * 14 + 2, in: &picture)
      }
    }
    return picture
  }

  /// A letter of 5 by 7 pixels, of strokes that are a pixel wide.
  private func draw(_ letter: Int, x: Int, y: Int, in picture: inout Data) {
    for row in 0..<7 {
      for column in 0..<5 {
        let isStroke = column == letter % 5 || row == letter / 5 % 7 || letter / 35 % 2 == 0 && row == column
        if isStroke, x + column < width, y + row < height { picture[(y + row) * width + x + column] = 220 }
      }
    }
  }

  private func hash(_ a: Int, _ b: Int) -> Int {
    var z = UInt64(truncatingIfNeeded: a &* 7919 &+ b &* 104_729 &+ 12_345)
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) >> 3)
  }
}
