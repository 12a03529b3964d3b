import Foundation
import TestSupport
import Testing

@Suite("Bad sources are refused with a reason and leave nothing") struct SourceRefusalTests {
  private func refuse(
    _ source: URL, status: Int32, code: String, in folder: TemporaryFolder,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = folder.contents
    let output = folder.file("out.mp4")
    let result = try await SwageCommand.run(["compress", source.path, "-o", output.path, "--json"], timeout: 20)
    #expect(result.status == .exited(status), "\(result.errorText)\(result.text)", sourceLocation: location)
    #expect(folder.contents == before, sourceLocation: location)
    let report = try JSON(text: result.output)
    #expect(report["outcome"].string == "failed", sourceLocation: location)
    #expect(report["error"]["code"].string == code, sourceLocation: location)
    #expect(report["error"]["message"].string?.isEmpty == false, sourceLocation: location)
    // The same without --json: the message is on standard error, and nothing is on standard output.
    let plain = try await SwageCommand.run(["compress", source.path, "-o", output.path], timeout: 20)
    #expect(plain.status == .exited(status), sourceLocation: location)
    #expect(plain.text == "" && !plain.errorText.isEmpty, sourceLocation: location)
    #expect(folder.contents == before, sourceLocation: location)
  }

  @Test("a missing file") func missing() async throws {
    let folder = try TemporaryFolder()
    try await refuse(folder.file("nothing.mp4"), status: 3, code: "sourceNotFound", in: folder)
  }

  @Test("a text file with the name of a film") func text() async throws {
    let folder = try TemporaryFolder()
    try Data("This is no film, whatever its name says.\n".utf8).write(to: folder.file("text.mp4"))
    try await refuse(folder.file("text.mp4"), status: 3, code: "sourceUnrecognized", in: folder)
  }

  @Test("an empty file") func empty() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.file("empty.mov"))
    try await refuse(folder.file("empty.mov"), status: 3, code: "sourceUnrecognized", in: folder)
  }

  @Test("a folder") func directory() async throws {
    let folder = try TemporaryFolder()
    try await refuse(try folder.folder("folder.mp4"), status: 3, code: "sourceUnreadable", in: folder)
  }

  @Test("a pipe, without waiting for somebody to write into it") func pipe() async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe.mp4").path, 0o600) == 0)
    try await refuse(folder.file("pipe.mp4"), status: 3, code: "sourceUnreadable", in: folder)
  }

  @Test("a device") func device() async throws {
    let folder = try TemporaryFolder()
    try await refuse(URL(fileURLWithPath: "/dev/zero"), status: 3, code: "sourceUnreadable", in: folder)
  }

  @Test("sound without a film", arguments: [false, true]) func soundOnly(withCover: Bool) async throws {
    let folder = try TemporaryFolder()
    let clip = withCover ? Clip.soundWithCover : .soundOnly
    try FileManager.default.copyItem(at: try await clip.file, to: folder.file(clip.name))
    try await refuse(folder.file(clip.name), status: 3, code: "noVideo", in: folder)
  }

  @Test("a scrambled film") func encrypted() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.encrypted.file, to: folder.file("clip.mp4"))
    try await refuse(folder.file("clip.mp4"), status: 4, code: "sourceEncrypted", in: folder)
  }

  @Test("a film that ends early") func truncated() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.cutOff.file, to: folder.file("clip.mp4"))
    try await refuse(folder.file("clip.mp4"), status: 5, code: "sourceDamaged", in: folder)
  }

  @Test("a film whose pictures are damaged in the middle") func damaged() async throws {
    let folder = try TemporaryFolder()
    var data = try Data(contentsOf: try await Clip.whole.file)
    let middle = data.count / 2
    for position in middle..<middle + 20_000 { data[position] = UInt8(truncatingIfNeeded: position &* 37) }
    try data.write(to: folder.file("clip.mp4"))
    try await refuse(folder.file("clip.mp4"), status: 5, code: "sourceDamaged", in: folder)
  }

  @Test("a symbolic link that leads nowhere") func danglingLink() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.file("link.mp4").path, withDestinationPath: "nowhere.mp4")
    try await refuse(folder.file("link.mp4"), status: 3, code: "sourceNotFound", in: folder)
  }
}

@Suite("Outputs that can't be written end the job with status 6 and leave nothing") struct OutputRefusalTests {
  private func refuse(
    _ clip: Clip = .plain, to output: String, options: [String] = [], code: String = "outputUnwritable",
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let source = try await clip.file
    let result = try await SwageCommand.run(["compress", source.path, "-o", output, "--json"] + options + quick)
    #expect(result.status == .exited(6), "\(result.errorText)\(result.text)", sourceLocation: location)
    #expect(try JSON(text: result.output)["error"]["code"].string == code, sourceLocation: location)
  }

  @Test("a path below a regular file") func belowFile() async throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: folder.file("file"))
    try await refuse(to: folder.file("file").path + "/out.mp4")
    #expect(folder.contents == ["file"])
  }

  @Test("a folder that doesn't exist") func missingFolder() async throws {
    let folder = try TemporaryFolder()
    try await refuse(to: folder.url.path + "/none/out.mp4")
    #expect(folder.contents == [])
  }

  @Test("a folder where nobody may make files") func kernelFolder() async throws {
    try await refuse(to: "/proc/out.mp4")
  }

  @Test("a read-only file system", .needsMounts) func readOnly() async throws {
    try await MountedFolder.with("ro") { folder in
      try await refuse(to: folder.path + "/out.mp4")
      #expect(TemporaryFolder.contents(of: folder) == [])
    }
  }

  @Test("a disk that fills up", .needsMounts) func fullDisk() async throws {
    try await MountedFolder.with("size=128k") { folder in
      try await refuse(.noise, to: folder.path + "/out.mp4", options: ["--quality", "0.9"])
      #expect(TemporaryFolder.contents(of: folder) == [])
    }
  }

  @Test("a disk that fills up keeps what was under the result's name", .needsMounts) func fullDiskKeepsOld()
    async throws
  {
    try await MountedFolder.with("size=128k") { folder in
      let old = Data("an older result".utf8)
      try old.write(to: folder.appendingPathComponent("out.mp4"))
      try await refuse(.noise, to: folder.path + "/out.mp4", options: ["--quality", "0.9"])
      #expect(TemporaryFolder.contents(of: folder) == ["out.mp4"])
      #expect(try Data(contentsOf: folder.appendingPathComponent("out.mp4")) == old)
    }
  }

  @Test("the source itself, however it is spelled", arguments: ["same", "dot", "parent", "symbolic", "hard"])
  func source(spelling: String) async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    let clip = try await Clip.plain.file
    try FileManager.default.copyItem(at: clip, to: source)
    var output = source.path
    switch spelling {
    case "dot": output = folder.url.path + "/./clip.mp4"
    case "parent": output = try folder.folder("sub").path + "/../clip.mp4"
    case "symbolic":
      output = folder.file("link.mp4").path
      try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: "clip.mp4")
    case "hard":
      output = folder.file("link.mp4").path
      try FileManager.default.linkItem(at: source, to: URL(fileURLWithPath: output))
    default: break
    }
    let before = folder.contents
    let result = try await SwageCommand.run(["compress", source.path, "-o", output, "--json"] + quick)
    #expect(result.status == .exited(6), "\(result.errorText)")
    #expect(try JSON(text: result.output)["error"]["code"].string == "outputIsSource")
    #expect(try Data(contentsOf: source) == Data(contentsOf: clip))
    #expect(folder.contents == before)
  }
}

@Suite("The source's place") struct ReplaceTests {
  @Test("--replace ends with one file, smaller and right, and checks all of it")
  func replace() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: source)
    let result = try await SwageCommand.run(["compress", "--replace", source.path, "--json"] + quick)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(folder.contents == ["clip.mp4"])
    let (before, after) = (try await ReopenedOutput(Clip.plain.file), try await ReopenedOutput(source))
    #expect(after.bytes < before.bytes)
    #expect(try await Comparison(source: before, output: after).faults() == [])
    #expect(try JSON(text: result.output)["verification"]["level"].string == "full")
  }

  @Test("--replace keeps the source until the checked result is there")
  func replaceKeepsSource() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: try await Clip.plain.file, to: source)
    let original = try Data(contentsOf: source)
    let result = try await SwageCommand.run(["compress", "--replace", source.path, "--speed-preset", "slow"]) {
      process in
      // At every moment of the job the name leads to the whole source or, at the end, to the whole result.
      for _ in 0..<20 {
        let now = try Data(contentsOf: source)
        if now != original { #expect(ISOBoxes.topLevel(of: now).contains("moov")) }
        try await Task.sleep(for: .milliseconds(30))
      }
    }
    #expect(result.status == .exited(0))
    #expect(folder.contents == ["clip.mp4"])
  }

  @Test("an interrupted --replace leaves the source as it was")
  func replaceInterrupted() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("long.mp4")
    try FileManager.default.copyItem(at: try await Clip.long.file, to: source)
    let result = try await SwageCommand.run(
      ["compress", "--replace", source.path, "--speed-preset", "slowest", "--progress", "json"]
    ) { process in
      _ = try await process.waits(for: "encoding")
      process.signal(SIGINT)
    }
    #expect(result.status == .exited(130))
    #expect(try await Data(contentsOf: source) == Data(contentsOf: Clip.long.file))
    #expect(folder.contents == ["long.mp4"])
  }

  @Test("--replace of what can't be made smaller leaves the same bytes")
  func replacePacked() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("packed.mp4")
    try FileManager.default.copyItem(at: try await Clip.packed.file, to: source)
    let result = try await SwageCommand.run(
      ["compress", "--replace", source.path, "--json", "--codec", "h264", "--quality", "1"])
    #expect(result.status == .exited(0))
    #expect(folder.contents == ["packed.mp4"])
    #expect(try Data(contentsOf: source).count <= Data(contentsOf: try await Clip.packed.file).count)
  }

  @Test("an older file under the result's name is replaced only by a finished result")
  func existingOutput() async throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.mp4")
    try Data("an older file".utf8).write(to: output)
    let failed = try await SwageCommand.run(["compress", try await Clip.cutOff.file.path, "-o", output.path])
    #expect(failed.status == .exited(5))
    #expect(try Data(contentsOf: output) == Data("an older file".utf8))
    let done = try await SwageCommand.run(["compress", try await Clip.plain.file.path, "-o", output.path] + quick)
    #expect(done.status == .exited(0))
    #expect(try await ReopenedOutput(output).films.count == 1)
    #expect(folder.contents == ["out.mp4"])
  }
}
