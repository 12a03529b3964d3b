import Foundation
import TestSupport
import Testing

@Suite("A size that was asked for") struct SizeTests {
  /// A source, and the shape that it is shown in.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let clip: Clip
    let shape: Double
    var testDescription: String { name }

    static let all = [
      Kind(name: "16:9", clip: .box("640x360"), shape: 16.0 / 9),
      Kind(name: "4:3", clip: .box("640x480"), shape: 4.0 / 3),
      Kind(name: "portrait by a matrix", clip: .box("640x360", turned: true), shape: 9.0 / 16),
      Kind(name: "wide pixels", clip: .box("360x288", aspect: "16/11"), shape: 360.0 * 16 / 11 / 288),
      Kind(name: "odd", clip: .box("321x241", format: "yuv444p"), shape: 321.0 / 241),
    ]
  }

  private let options = ["--allow-larger", "--codec", "h264", "--quality", "0.95"] + quick

  @Test("fit: the whole picture in its shape, in the middle, with black bars", arguments: Kind.all, ["keep", "bake"])
  func fit(kind: Kind, rotation: String) async throws {
    let output = try await Job.compress(kind.clip, options + ["--size", "480x400", "--rotation", rotation])
      .reopened(mayBeLarger: true)
    let planes = try await output.planes()
    #expect(planes.width == 480 && planes.height == 400)
    let (across, down) = (Spans(planes.row(200)), Spans(planes.column(240)))
    #expect(abs(across.picture / down.picture / kind.shape - 1) <= 0.01, "\(across) \(down)")
    #expect(abs(across.box / down.box / kind.shape - 1) <= 0.02, "\(across) \(down)")
    #expect(abs(across.before - across.behind) <= 2 && abs(down.before - down.behind) <= 2, "\(across) \(down)")
    #expect(min(across.before, down.before) <= 4 && max(across.before, down.before) >= 16, "\(across) \(down)")
    #expect(planes.luma[0] <= 17 && planes.luma.last ?? 99 <= 17, "bars are black")
    #expect(planes.chroma.allSatisfy { abs($0 - 128) <= 3 })
  }

  @Test("fill: the frame covered in the picture's shape, cut evenly", arguments: Kind.all)
  func fill(kind: Kind) async throws {
    let output = try await Job.compress(kind.clip, options + ["--size", "400x400", "--scale-mode", "fill"])
      .reopened(mayBeLarger: true)
    let planes = try await output.planes()
    #expect(planes.width == 400 && planes.height == 400)
    let (across, down) = (Spans(planes.row(200)), Spans(planes.column(200)))
    #expect(planes.luma.min() ?? 0 > 100, "no bars")
    #expect(abs(across.box / down.box / kind.shape - 1) <= 0.02, "\(across) \(down)")
    // A pair of the source's pixels at most, which may be three of these wide.
    #expect(abs(across.left - across.right) <= 5 && abs(down.left - down.right) <= 5, "\(across) \(down)")
  }

  @Test("stretch: the picture distorted to the frame", arguments: Kind.all)
  func stretch(kind: Kind) async throws {
    let output = try await Job.compress(kind.clip, options + ["--size", "400x400", "--scale-mode", "stretch"])
      .reopened(mayBeLarger: true)
    let planes = try await output.planes()
    let (across, down) = (Spans(planes.row(200)), Spans(planes.column(200)))
    #expect(abs(across.box - 200) <= 3 && abs(down.box - 200) <= 3, "\(across) \(down)")
  }

  @Test("scale: an open side keeps the shape, and nothing but -1 is open", arguments: Kind.all)
  func scale(kind: Kind) async throws {
    let output = try await Job.compress(kind.clip, options + ["--scale", "400:-1"]).reopened(mayBeLarger: true)
    let planes = try await output.planes()
    #expect(planes.width == 400)
    #expect(abs(400 / Double(planes.height) / kind.shape - 1) <= 0.005, "\(planes.width)x\(planes.height)")
    let both = try await Job.compress(kind.clip, options + ["--scale", "300:200"]).reopened(mayBeLarger: true)
    let shown = try both.film.displayed
    #expect(Int(shown.width) == 300 && Int(shown.height) == 200)
  }

  @Test("bars are black in full range and in ten bits, too", arguments: ["h264", "hevc"])
  func otherBars(codec: String) async throws {
    let options = ["--size", "480x480", "--allow-larger", "--quality", "0.95", "--codec", codec] + quick
    let full = try await Job.compress(.box("640x360", range: "pc"), options).reopened(mayBeLarger: true)
    #expect(try full.film.colorRange == "pc")
    let planes = try await full.planes()
    #expect(planes.row(10).max() ?? 9 <= 1 && planes.row(470).max() ?? 9 <= 1, "\(planes.row(10))")
    #expect(abs(planes.luma[240 * 480 + 4] - 128) <= 2, "grey stays grey")
    guard codec == "hevc" else { return }
    let deep = try await Job.compress(.box("640x360", format: "yuv420p10le"), options).reopened(mayBeLarger: true)
    let samples = try await deep.planes()
    #expect(samples.row(10).allSatisfy { abs($0 - 64) <= 4 }, "\(samples.row(10).prefix(8))")
    #expect(samples.chroma.allSatisfy { abs($0 - 512) <= 12 })
  }

  @Test("bars stand around a turned picture in every container", arguments: ["mp4", "mov", "mkv"])
  func containers(kind: String) async throws {
    let output = try await Job.compress(
      .box("640x360", range: "pc", turned: true), options + ["--size", "640x480"], to: "out.\(kind)"
    ).reopened(mayBeLarger: true)
    let planes = try await output.planes()
    #expect(planes.width == 640 && planes.height == 480)
    let across = Spans(planes.row(240), black: 1)
    #expect(abs(across.picture - 270) <= 2 && abs(across.before - across.behind) <= 2, "\(across)")
  }

  @Test("wishes that contradict one another are wrong usage")
  func usage() async throws {
    for arguments in [
      ["--size", "640x480", "--long-side", "640"], ["--scale", "640:-1", "--size", "640x480"],
      ["--scale-mode", "fit"], ["--size", "640"], ["--size", "1x1"], ["--scale", "640:-2"], ["--scale", "0:0"],
    ] {
      let result = try await SwageCommand.run(["compress"] + arguments + ["x.mp4"])
      #expect(result.status == .exited(2), "\(arguments): \(result.errorText)")
    }
  }

  @Test("a source of the very size is kept when nothing smaller comes out, one of another size isn't")
  func kept() async throws {
    let same = try await Job.compress(.packed, ["--size", "640x360"])
    #expect(same.outcome == "keptSource")
    let other = try await SwageCommand.run(
      ["compress", "--dry-run", "--json", "--size", "1280x960", try await Clip.packed.file.path])
    let wishes = try JSON(text: other.output)["whenNotSmaller"]["unmetWishes"]
    #expect(wishes.mentions("1280x960"), "\(other.text)")
  }
}

/// What lies along a line through the middle of a box clip: a bar, grey, white, grey, a bar.
private struct Spans: CustomStringConvertible {
  let before: Double
  let behind: Double
  let picture: Double
  let left: Double
  let right: Double
  let box: Double

  init(_ line: [Int], black: Int = 24) {
    let isInside = line.map { $0 > black + 30 }
    let isWhite = line.map { $0 > 180 }
    let first = isInside.firstIndex(of: true) ?? 0
    let last = isInside.lastIndex(of: true) ?? 0
    let whiteFirst = isWhite.firstIndex(of: true) ?? 0
    let whiteLast = isWhite.lastIndex(of: true) ?? 0
    before = Double(first)
    behind = Double(line.count - 1 - last)
    picture = Double(last - first + 1)
    left = Double(whiteFirst - first)
    right = Double(last - whiteLast)
    box = Double(whiteLast - whiteFirst + 1)
  }

  var description: String { "\(before)|\(left)|\(box)|\(right)|\(behind)" }
}
