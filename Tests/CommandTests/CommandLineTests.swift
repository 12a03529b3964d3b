import Foundation
import TestSupport
import Testing

@Suite("The command line") struct CommandLineTests {
  @Test("help and version are on standard output, for the command and each of its commands")
  func help() async throws {
    for arguments in [
      ["--help"], ["compress", "--help"], ["inspect", "--help"], ["capabilities", "--help"], ["--version"],
    ] {
      let result = try await SwageCommand.run(arguments)
      #expect(result.status == .exited(0) && !result.text.isEmpty && result.errorText == "", "\(arguments)")
    }
    let help = try await SwageCommand.run(["compress", "--help"]).text
    let options = [
      "--output", "--codec", "--backend", "--quality", "--bitrate", "--speed-preset", "--long-side", "--short-side",
      "--trim", "--rotation", "--audio", "--audio-bitrate", "--audio-channels", "--audio-rate", "--tracks",
      "--metadata", "--keyframe-interval", "--allow-larger", "--replace", "--salvage", "--verify", "--dry-run",
      "--json", "--progress",
    ]
    for option in options { #expect(help.contains(option), "help doesn't tell of \(option)") }
  }

  @Test(
    "wrong usage ends with status 2, a message on standard error and nothing on standard output",
    arguments: [
      [], ["compress"], ["frobnicate"], ["compress", "--no-such-option", "IN"], ["compress", "--quality", "1.5", "IN"],
      ["compress", "--quality", "IN"], ["compress", "--quality", "nice", "IN"],
      ["compress", "--quality", "0.5", "--bitrate", "1M", "IN"],
      ["compress", "--long-side", "100", "--short-side", "100", "IN"], ["compress", "--long-side", "0", "IN"],
      ["compress", "--codec", "theora", "IN"], ["compress", "--trim", "9..2", "IN"], ["compress", "--trim", "x", "IN"],
      ["compress", "--keyframe-interval", "0", "IN"], ["compress", "--speed-preset", "warp", "IN"],
      ["compress", "--audio-channels", "0", "IN"], ["compress", "--bitrate", "-5", "IN"],
      ["compress", "IN", "-o", "OUT", "--replace"],
    ])
  func usage(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let source = try await Clip.plain.file.path
    let words = arguments.map { $0 == "IN" ? source : $0 == "OUT" ? folder.file("out.mp4").path : $0 }
    let result = try await SwageCommand.run(words)
    #expect(result.status == .exited(2), "\(arguments): \(result.status) \(result.errorText)")
    #expect(result.text == "" && !result.errorText.isEmpty)
    #expect(folder.contents == [])
  }

  @Test(
    "any name goes in and out",
    arguments: [
      "two words.mp4", "it's \"quoted\".mp4", "te[s]t_ video ' _ .mp4", "Ölympus μ 映画 🎬.mp4", "100%d %03d.mp4",
      "a:b=c;d.mp4",
      "tab\there.mp4", "..dots..mp4", ".hidden.mp4",
    ])
  func names(name: String) async throws {
    let job = try await Job.compress(.plain, quick, to: "out \(name)", sourceName: name)
    _ = try await job.reopened()
    #expect(job.report["source"]["path"].string?.hasSuffix(name) == true)
  }

  @Test("a name that begins with a dash is a file after --") func dash() async throws {
    let folder = try TemporaryFolder()
    let name = "-video-with-dash-.mp4"
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: folder.file(name))
    let result = try await SwageCommand.run(["compress"] + quick + ["--", name], in: folder.url)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(folder.contents == ["-video-with-dash--compressed.mp4", name])
    let output = try await SwageCommand.run(["compress", "-o", "./-o.mp4"] + quick + ["--", name], in: folder.url)
    #expect(output.status == .exited(0) && folder.contents.contains("-o.mp4"))
  }

  @Test("without -o the result lies beside the input, under the next free number") func besideInput() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: folder.file("clip.mov"))
    for _ in 0..<3 {
      #expect(try await SwageCommand.run(["compress", folder.file("clip.mov").path] + quick).status == .exited(0))
    }
    let names = folder.contents
    #expect(names.count == 4 && names.contains("clip-compressed.mp4"), "\(names)")
    #expect(names.allSatisfy { $0 == "clip.mov" || $0.hasPrefix("clip-compressed") && $0.hasSuffix(".mp4") })
  }

  @Test("-o takes a folder") func outputFolder() async throws {
    let folder = try TemporaryFolder()
    let result = try await SwageCommand.run(
      ["compress", try await Clip.plain.file.path, "-o", folder.url.path] + quick)
    #expect(result.status == .exited(0))
    #expect(folder.contents == ["plain-compressed.mp4"])
  }

  @Test("options may follow the input, and --option=value is the same") func optionForms() async throws {
    let folder = try TemporaryFolder()
    let result = try await SwageCommand.run(
      [
        "compress", try await Clip.plain.file.path, "--codec=h264", "--output=\(folder.file("out.mp4").path)",
        "--speed-preset=fastest",
      ])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try await ReopenedOutput(folder.file("out.mp4")).film.codecName == "h264")
  }

  @Test("--dry-run prints the plan and writes nothing", arguments: [true, false])
  func dryRun(json: Bool) async throws {
    let folder = try TemporaryFolder()
    let result = try await SwageCommand.run(
      ["compress", try await Clip.languages.file.path, "-o", folder.file("out.mp4").path, "--dry-run"]
        + (json ? ["--json"] : []))
    #expect(result.status == .exited(0) && !result.text.isEmpty)
    #expect(folder.contents == [])
    if json {
      let plan = try JSON(text: result.output)
      #expect(plan.mentions("libx265"))
      #expect(plan["decisions"].array.allSatisfy { $0["reason"].string?.isEmpty == false })
    }
  }

  @Test("-q is silent, and the libraries' own words appear with -v only") func quiet() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file.path
    let silent = try await SwageCommand.run(["compress", clip, "-o", folder.file("a.mp4").path, "-q"] + quick)
    #expect(silent.status == .exited(0) && silent.text == "" && silent.errorText == "")
    let usual = try await SwageCommand.run(["compress", clip, "-o", folder.file("b.mp4").path] + quick)
    let said = usual.text + usual.errorText
    #expect(usual.status == .exited(0) && !usual.text.isEmpty)
    for word in ["[libx26", "x265 [info]", "[mov,mp4", " @ 0x"] { #expect(!said.contains(word), "\(said)") }
    #expect(!said.contains("\u{1b}["), "escape sequences although it's no terminal")
  }

  @Test("the modification time is kept with the other dates") func modificationTime() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: source)
    let date = Date(timeIntervalSince1970: 1_600_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source.path)
    let output = folder.file("out.mp4")
    #expect(try await SwageCommand.run(["compress", source.path, "-o", output.path] + quick).status == .exited(0))
    let found = try FileManager.default.attributesOfItem(atPath: output.path)[.modificationDate] as? Date
    #expect(abs((found ?? .distantPast).timeIntervalSince(date)) < 1)
  }

  @Test("two commands at once on the same source don't disturb each other") func twoAtOnce() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: source)
    async let first = SwageCommand.run(["compress", source.path] + quick)
    async let second = SwageCommand.run(["compress", source.path] + quick)
    let results = try await [first, second]
    #expect(results.allSatisfy { $0.status == .exited(0) })
    #expect(folder.contents.count == 3, "\(folder.contents)")
  }
}

@Suite("swage inspect") struct InspectTests {
  @Test("it describes a file as JSON") func json() async throws {
    let result = try await SwageCommand.run(["inspect", try await Clip.coverMatroska.file.path, "--json"])
    #expect(result.status == .exited(0) && result.errorText == "")
    let description = try JSON(text: result.output)
    #expect(description["streams"].array.count == 3)
    #expect(description.mentions("coverArt") || description.mentions("cover"))
  }

  @Test("it describes a file for people") func text() async throws {
    let result = try await SwageCommand.run(["inspect", try await Clip.portrait.file.path])
    #expect(result.status == .exited(0))
    #expect(result.text.lowercased().contains("h.264") && result.text.contains("180x320"))
  }

  @Test("it refuses what isn't media", arguments: ["missing", "text", "folder"]) func refused(kind: String) async throws
  {
    let folder = try TemporaryFolder()
    let file = kind == "folder" ? try folder.folder("x.mp4") : folder.file("x.mp4")
    if kind == "text" { try Data("no film".utf8).write(to: file) }
    let result = try await SwageCommand.run(["inspect", file.path, "--json"])
    #expect(result.status == .exited(3))
  }
}
