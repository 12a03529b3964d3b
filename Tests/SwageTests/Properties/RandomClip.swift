import Foundation
import TestSupport

/// A small film of a random kind, made by the `ffmpeg` command.
struct RandomClip: Sendable, CustomStringConvertible {
  let clip: Clip
  let arguments: [String]

  var description: String { clip.name + ": " + arguments.joined(separator: " ") }

  /// The film of a seed.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let form = Self.forms.randomElement(using: &random) ?? Self.forms[0]
    let side = { (random: inout SeededGenerator) in Int.random(in: 8...80, using: &random) * 4 }
    var size = (side(&random), side(&random))
    if form.takesOddSizes, Int.random(in: 0..<4, using: &random) == 0 { size = (size.0 + 1, size.1 + 1) }
    let rate = form.rates.randomElement(using: &random) ?? "25"
    let seconds = Double(Int.random(in: 3...20, using: &random)) / 10
    let picture = ["testsrc2", "testsrc", "mandelbrot", "life=mold=10:ratio=0.1", "color=gray"]
      .randomElement(using: &random)
    let kind = picture ?? "testsrc2"
    let separator = kind.contains("=") ? ":" : "="
    var made = [
      "-f", "lavfi", "-i", "\(kind)\(separator)size=\(size.0)x\(size.1):rate=\(rate)", "-t", "\(seconds)",
    ]
    let sound = form.sounds.randomElement(using: &random) ?? []
    if !sound.isEmpty {
      let channels = ["mono", "stereo", "5.1"].prefix(form.channels).randomElement(using: &random) ?? "mono"
      made = Array(made.dropLast(2))
      made += [
        "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=\([44_100, 48_000].randomElement(using: &random) ?? 48_000)",
      ]
      made += ["-filter:a", "aformat=channel_layouts=\(channels)", "-t", "\(seconds)"] + sound
    }
    made += form.picture
    if form.isVariable, Int.random(in: 0..<4, using: &random) == 0 {
      made += ["-vf", "select='not(mod(n,3))+lt(mod(n,20),8)'", "-vsync", "vfr"]
    }
    var orientation = 1
    if form.turns, Int.random(in: 0..<3, using: &random) == 0 {
      orientation = [3, 6, 8].randomElement(using: &random) ?? 6
    }
    if Int.random(in: 0..<5, using: &random) == 0 { made += ["-output_ts_offset", "1.5"] }
    arguments = made + (orientation == 1 ? [] : ["(orientation \(orientation))"])
    clip = Clip("random-\(seed).\(form.name)") { [made, orientation, size] file in
      try await Clip.ffmpeg(made, to: file)
      guard orientation > 1 else { return }
      var data = try Data(contentsOf: file)
      try DisplayMatrix.write(
        orientation: orientation, width: Int32(size.0), height: Int32(size.1), into: &data)
      try data.write(to: file)
    }
  }

  private struct Form {
    let name: String
    let picture: [String]
    var sounds: [[String]] = [[], ["-c:a", "aac"], ["-c:a", "aac"], ["-c:a", "ac3"], ["-c:a", "libmp3lame"]]
    var channels = 2
    var rates = ["2", "10", "24", "25", "30000/1001", "30", "50", "60"]
    var takesOddSizes = false
    var isVariable = true
    var turns = false
  }

  private static let forms: [Form] = [
    Form(
      name: "mp4", picture: ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-pix_fmt", "yuv420p"],
      turns: true),
    Form(
      name: "mov",
      picture: ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-bf", "3", "-pix_fmt", "yuv444p"],
      sounds: [[], ["-c:a", "pcm_s16le"], ["-c:a", "aac"]], takesOddSizes: true, turns: true),
    // x265 writes behind its arrays when it follows blocks through small pictures.
    Form(
      name: "mkv",
      picture: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:cutree=0", "-crf", "12", "-pix_fmt",
        "yuv420p10le",
      ],
      sounds: [[], ["-c:a", "libopus"], ["-c:a", "flac"], ["-c:a", "ac3"]]),
    Form(
      name: "webm", picture: ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-b:v", "2M"],
      sounds: [[], ["-c:a", "libopus"]], takesOddSizes: true),
    Form(
      name: "ts", picture: ["-c:v", "mpeg2video", "-q:v", "2", "-pix_fmt", "yuv420p"],
      sounds: [[], ["-c:a", "mp2"], ["-c:a", "ac3"]], rates: ["24", "25", "30", "50", "60"], isVariable: false),
    Form(
      name: "avi", picture: ["-c:v", "mpeg4", "-q:v", "2"], sounds: [[], ["-c:a", "pcm_s16le"]], isVariable: false),
    Form(
      name: "mov", picture: ["-c:v", "prores_ks", "-profile:v", "0"], sounds: [[], ["-c:a", "pcm_s24le"]],
      isVariable: false),
    Form(
      name: "mkv", picture: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], sounds: [[], ["-c:a", "aac"]]),
    Form(
      name: "mp4",
      picture: [
        "-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-flags", "+ilme+ildct", "-pix_fmt", "yuv420p",
      ],
      rates: ["25", "30"], isVariable: false),
  ]
}
