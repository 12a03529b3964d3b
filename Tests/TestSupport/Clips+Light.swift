import Foundation

// Pictures of known light.
extension Clip {
  /// A patch of one color, as samples of 10 bits in limited range.
  public struct Patch: Sendable, Hashable {
    public let luma: Int
    public let blue: Int
    public let red: Int

    public init(luma: Int, blue: Int = 512, red: Int = 512) {
      self.luma = luma
      self.blue = blue
      self.red = red
    }
  }

  /// Patches of 32 by 32 pixels, ten beside one another and then the next row, in lossless HEVC with 10 bits of BT.2100:
  /// five frames.
  ///
  /// - Parameters:
  ///   - name: Part of the file's name.
  ///   - transfer: FFmpeg's name of the transfer.
  ///   - patches: The colors, up to 50.
  public static func chart(_ name: String, transfer: String, patches: [Patch]) -> Clip {
    Clip("chart-\(name)-\(transfer).mp4") { file in
      let (width, height) = (320, 160)
      var samples: [UInt16] = []
      for (plane, side) in [(0, 32), (1, 16), (2, 16)] {
        for row in 0..<(plane == 0 ? height : height / 2) {
          for column in 0..<(plane == 0 ? width : width / 2) {
            let place = row / side * 10 + column / side
            let patch = place < patches.count ? patches[place] : Patch(luma: 64)
            samples.append(UInt16(plane == 0 ? patch.luma : plane == 1 ? patch.blue : patch.red).littleEndian)
          }
        }
      }
      let frame = samples.withUnsafeBytes { Data($0) }
      let folder = try TemporaryFolder()
      var film = Data()
      for _ in 0..<5 { film += frame }
      try film.write(to: folder.file("chart.yuv"))
      try await ffmpeg(
        [
          "-f", "rawvideo", "-pixel_format", "yuv420p10le", "-video_size", "\(width)x\(height)", "-framerate", "25",
          "-i",
          folder.file("chart.yuv").path, "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1",
          "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-x265-params",
          "log-level=none:lossless=1:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc",
        ], to: file)
    }
  }
}
