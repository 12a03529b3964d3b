import Foundation
import TestSupport
import Testing

@Suite("Color of the standard range") struct ColorTests {
  /// A film's tags: code points of ITU-T H.273, full range, and where chroma lies.
  static let tags: [[Int]] = [
    [2, 2, 2, 0, 0], [2, 2, 2, 1, 0], [2, 2, 6, 0, 0], [12, 2, 2, 0, 0], [12, 13, 6, 1, 0], [1, 1, 1, 0, 1],
    [9, 14, 9, 0, 2], [1, 1, 1, 0, 5], [22, 14, 5, 0, 0], [5, 4, 5, 0, 3], [99, 1, 8, 1, 0],
  ]

  @Test("each tag is kept, in the stream and by the file", arguments: tags, ["h264", "hevc"])
  func kept(tags: [Int], codec: String) async throws {
    let clip = Clip.tagged(
      primaries: tags[0], transfer: tags[1], matrix: tags[2], isFull: tags[3] == 1, location: tags[4])
    let expected = try await ReopenedOutput(try await clip.file).signal()
    let name = codec == "h264" ? "out.mkv" : "out.mp4"
    let job = try await Job.compress(clip, ["--codec", codec, "--allow-larger"] + quick, to: name)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try await output.signal() == expected)
    #expect(try output.film.colorTags == expected)
  }

  @Test(
    "MP4 and QuickTime files say what is known, also where that isn't all",
    arguments: [
      ([12, 13, 6, 1], ["nclx 12 13 6 full"], ["nclc 12 13 6"]),
      ([2, 2, 6, 0], ["nclx 2 2 6 limited"], ["nclc 2 2 6"]),
      ([12, 2, 2, 0], ["nclx 12 2 2 limited"], ["nclc 12 2 2"]), ([2, 2, 2, 1], ["nclx 2 2 2 full"], []),
      ([2, 2, 2, 0], [], []),
    ])
  func boxes(tags: [Int], mp4: [String], mov: [String]) async throws {
    let clip = Clip.tagged(primaries: tags[0], transfer: tags[1], matrix: tags[2], isFull: tags[3] == 1)
    for (name, boxes) in [("out.mp4", mp4), ("out.mov", mov)] {
      let output = try await Job.compress(clip, ["--allow-larger"] + quick, to: name).reopened(mayBeLarger: true)
      #expect(output.colorBoxes == boxes)
    }
  }

  @Test("what only the container says of color is kept and changes nothing", arguments: ["h264", "hevc"])
  func container(codec: String) async throws {
    let options = ["--codec", codec, "--long-side", "160", "--quality", "0.95", "--allow-larger"]
    let output = try await Job.compress(.boxedColor, options).reopened(mayBeLarger: true)
    #expect(output.colorBoxes == ["nclx 1 1 1 limited"])
    #expect(try output.film.color == ["bt709", "bt709", "bt709"])
    let source = try await ReopenedOutput(try await Clip.boxedColor.file)
    let meaning = ColorMeaning(matrix: "bt709", isFull: false)
    let expected = try await source.rgb(meaning, size: (160, 90))
    let found = try await output.rgb(meaning)
    #expect(zip(found.means(), expected.means()).allSatisfy { abs($0 - $1) < 1 })
  }

  @Test("what only the container says of a film that is copied is kept, too") func copied() async throws {
    let clip = Clip("two-boxed.mp4") { file in
      try await Clip.ffmpeg(
        [
          "-i", try await Clip.boxedColor.file.path, "-map", "0", "-map", "0", "-c", "copy", "-color_primaries",
          "bt709",
          "-color_trc", "bt709", "-colorspace", "bt709",
        ], to: file)
    }
    let job = try await Job.compress(clip, ["--allow-larger"] + quick)
    #expect(try await job.reopened(mayBeLarger: true).colorBoxes == ["nclx 1 1 1 limited", "nclx 1 1 1 limited"])
    #expect(job.actions("video").contains("copied"))
  }

  @Test(
    "grey comes out as it went in, to one of 256", arguments: [true, false],
    [("h264", "mp4"), ("h264", "mkv"), ("hevc", "mp4"), ("hevc", "mkv")])
  func grey(isFull: Bool, form: (codec: String, container: String)) async throws {
    let (codec, container) = form
    for options in [[], ["--long-side", "256"]] {
      let job = try await Job.compress(
        .greyRamp(isFull: isFull, isTagged: !options.isEmpty),
        ["--codec", codec, "--quality", "0.9", "--allow-larger"] + options, to: "out.\(container)")
      let output = try await job.reopened(mayBeLarger: true)
      #expect(try (output.film.colorRange == "pc") == isFull)
      let fault = try await output.greyFault()
      #expect(fault <= 1, "\(options): \(fault)")
    }
  }

  @Test("an untagged film looks the same in players when it crosses the border of high definition")
  func crossing() async throws {
    let meaning = ColorMeaning(matrix: "bt709", isFull: false)
    let clip = Clip.soft("yuv420p", meaning, tags: [], size: "1280x720")
    let job = try await Job.compress(clip, ["--long-side", "640", "--quality", "0.9", "--allow-larger"])
    let output = try await job.reopened(mayBeLarger: true)
    #expect(try output.film.color == [nil, nil, "bt709"])
    #expect(job.report["decisions"].mentions("matrix bt709"))
    let source = try await job.sourceFacts()
    let (found, expected) = (try await output.rgb(), try await source.rgb(size: (640, 360)))
    #expect(zip(found.means(), expected.means()).allSatisfy { abs($0 - $1) < 1 })
    #expect(found.similarity(to: expected) >= 36)
  }

  @Test("ten bits in H.264 are dithered to eight, scaled or not", arguments: [[], ["--long-side", "320"]])
  func dithered(options: [String]) async throws {
    let clip = Clip(
      "slow-ramp.mkv",
      ffmpeg: [
        "-f", "lavfi", "-i",
        "nullsrc=size=640x128:rate=25:duration=0.2,format=yuv420p10le,geq=lum='400+X*16/639':cb=512:cr=512", "-c:v",
        "ffv1",
      ])
    // FFmpeg's own option 'qp' has no effect beside a constant rate factor.
    let job = try await Job.compress(
      clip, ["--codec", "h264", "--quality", "1", "--allow-larger", "--encoder-option", "x264-params=qp=1"] + options)
    let planes = try await job.reopened(mayBeLarger: true).planes()
    for start in stride(from: 32, to: planes.width - 64, by: 32) {
      let part = (start..<start + 32).flatMap { x in (8..<planes.height - 8).map { planes.luma[$0 * planes.width + x] }
      }
      let mean = Double(part.reduce(0, +)) / Double(part.count)
      let expected = 100 + 4 * (Double(start) + 16) / Double(planes.width)
      #expect(abs(mean - expected) < 0.2, "\(mean) for \(expected)")
    }
  }

  @Test("random films of any layout and tags look the same", arguments: 1...16)
  func anyColor(seed: Int) async throws {
    try await ColorCase(seed: UInt64(seed)).check(options: ["--backend", "software"])
  }
}
