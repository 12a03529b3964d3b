import Foundation
import TestSupport
import Testing

extension Machine {
  /// Compresses pictures into a folder with `swage image --json`.
  fileprivate func compressPictures(
    _ pictures: [URL], _ options: [String] = [], faults: [String] = [], alone: Bool = false
  ) async throws -> PictureJob {
    let folder = try TemporaryFolder()
    let output = try folder.folder("out")
    let result = try await SwageCommand.run(
      ["image", "--output-folder", output.path, "--json", "--allow-larger"] + options + ["--"] + pictures.map(\.path),
      environment: try await environment(with: faults), alone: alone, waits: faults.contains { $0.hasSuffix("hang") })
    return PictureJob(
      folder: folder, output: output, result: result, pictures: try JSON(text: result.output)["pictures"].array)
  }
}

/// A run of `swage image`.
private struct PictureJob {
  /// What other turns and pictures are far below of, in decibels. `heif-convert` doesn't smooth color that was reduced, so
  /// even the processor's results have less than 28.
  static let likeness = 25.0

  let folder: TemporaryFolder
  let output: URL
  let result: CommandResult
  /// An entry for each picture.
  let pictures: [JSON]

  /// How each try of a picture ended, as `vaapi failed`.
  func attempts(_ index: Int = 0) -> [String] {
    pictures[index]["attempts"].array.map { "\($0["backend"].string ?? "") \($0["result"].string ?? "")" }
  }

  /// The result of a picture.
  func file(_ index: Int = 0) throws -> URL {
    URL(fileURLWithPath: try #require(pictures[index]["output"]["path"].string, "\(result.errorText)"))
  }
}

@Suite("Pictures on video units") struct PictureTests {
  @Test(
    "a HEIC picture of a unit is what went in for other programs, upright, with date, place, camera and small version",
    .needsDevices, arguments: Hardware.units)
  func whole(unit: Unit) async throws {
    let source = try await Clip.photo(orientation: 6).file
    let job = try await Hardware.machine(with: unit).compressPictures([source], ["--backend", unit.rawValue])
    #expect(job.result.status == .exited(0), "\(job.result.errorText)")
    let report = try #require(job.pictures.first)
    #expect(report["backend"].string == unit.rawValue)
    #expect(report["encoder"].string == unit.encoder("hevc"))
    #expect(report["device"].string != nil)
    #expect(job.attempts() == ["\(unit.rawValue) succeeded"])
    #expect(report["verification"]["passed"].bool == true)
    let file = try job.file()
    let shown = try await ShownPicture(file)
    #expect((shown.width, shown.height) == (240, 320))
    #expect(try await shown.likeness(to: try await ShownPicture(source)) > PictureJob.likeness)
    let facts = try await PictureFacts(file)
    #expect(facts.precious == (try await PictureFacts(source)).precious)
    #expect(facts["Orientation"].int ?? 1 == 1)
    #expect(facts["Title"].string == "Tower")
    #expect(TemporaryFolder.contents(of: job.output) == ["photo-6.heic"])
  }

  @Test("without a choice, a unit that was proved codes", .needsDevices, arguments: Hardware.units)
  func automatic(unit: Unit) async throws {
    let job = try await Hardware.machine(with: unit).compressPictures([try await Clip.photo().file])
    #expect(job.pictures.first?["backend"].string == unit.rawValue)
    let decisions = job.pictures.first?["decisions"].array ?? []
    #expect(decisions.contains { $0["what"].string == "backend" && $0["reason"].mentions("passed its trial") })
  }

  @Test(
    "ten bits, wide color and the limited range come out as they went in", .needsSimulator, arguments: Unit.allCases)
  func tenBits(unit: Unit) async throws {
    // HEIC of high dynamic range, made by the processor.
    let folder = try TemporaryFolder()
    let png = try await Clip.still("unit-deep.png", ["-pix_fmt", "rgb48be"]).file
    let first = try await Machine.bare.compressPictures([png], ["--depth", "10", "--quality", "0.95"])
    let job = try await Machine.with(unit).compressPictures(
      [try first.file()], ["--depth", "10", "--backend", unit.rawValue])
    #expect(job.result.status == .exited(0), "\(job.result.errorText)")
    #expect(job.pictures.first?["output"]["bitDepth"].int == 10)
    #expect(job.pictures.first?["output"]["color"] == first.pictures.first?["output"]["color"])
    let shown = try await ShownPicture(try job.file())
    #expect(try await shown.likeness(to: try await ShownPicture(png)) > PictureJob.likeness)
    withExtendedLifetime(folder) {}
  }

  @Test("the same quality is about as similar as by the processor", .needsSimulator, arguments: [0.5, 0.7, 0.9])
  func similarity(quality: Double) async throws {
    let source = try await Clip.still(
      "grainy.png", ["-vf", "gblur=sigma=1,noise=c0s=6:allf=t:all_seed=7", "-pix_fmt", "rgb24"], size: "640x480"
    ).file
    let options = ["--quality", "\(quality)"]
    let processor = try await Machine.bare.compressPictures([source], options)
    let expected = try #require(processor.pictures.first?["similarity"].number)
    for unit in Unit.allCases {
      let job = try await Machine.with(unit).compressPictures([source], options + ["--backend", unit.rawValue])
      let found = try #require(job.pictures.first?["similarity"].number)
      #expect(abs(found - expected) < 0.05, "\(unit): \(found) instead of \(expected)")
    }
  }

  /// What a driver does wrong while it codes a picture, and a word of the report.
  struct PictureFault: Sendable, CustomTestStringConvertible {
    let unit: Unit
    let setting: String
    let words: [String]
    var testDescription: String { "\(unit.rawValue) \(setting)" }
    init(_ unit: Unit, _ setting: String, _ words: [String]) {
      self.unit = unit
      self.setting = setting
      self.words = words
    }
  }

  static let faults = [
    PictureFault(.vaapi, "EndPicture@frame1:HW_BUSY", ["HW busy"]),
    PictureFault(.vaapi, "EndPicture@frame1:garbage", ["isn't right"]),
    PictureFault(.vaapi, "EndPicture@frame1:lost", ["isn't right"]),
    PictureFault(.vaapi, "EndPicture@frame1:bad-bitstream", ["isn't right"]),
    PictureFault(.vaapi, "CreateContext@1:ALLOCATION_FAILED", ["allocation failed"]),
    PictureFault(.vaapi, "SyncSurface@1:hang", ["hangs"]),
    PictureFault(.nvenc, "EncodePicture@1:GENERIC", ["EncodePicture failed"]),
    PictureFault(.nvenc, "EncodePicture@1:garbage", ["isn't right"]),
    PictureFault(.nvenc, "EncodePicture@1:lost", ["isn't right"]),
    PictureFault(.nvenc, "EncodePicture@1:bad-bitstream", ["isn't right"]),
    PictureFault(.nvenc, "OpenEncodeSessionEx@1:OUT_OF_MEMORY", ["session"]),
    PictureFault(.nvenc, "OpenEncodeSessionEx@1:hang", ["hangs"]),
  ]

  @Test(
    "a unit that fails, hangs or delivers garbage costs time only, and the report names it", .needsSimulator,
    arguments: faults)
  func fallback(fault: PictureFault) async throws {
    let source = try await Clip.photo().file
    let job = try await Machine.with(fault.unit).compressPictures([source], faults: [fault.setting])
    #expect(job.result.status == .exited(0), "\(job.result.errorText)")
    let report = try #require(job.pictures.first)
    #expect(job.attempts() == ["\(fault.unit.rawValue) failed", "software succeeded"])
    let reason = report["attempts"][0]["reason"]
    #expect(fault.words.contains { reason.mentions($0) }, "\(reason)")
    #expect(report["backend"].string == "software")
    #expect(report["warnings"].array.contains { $0.mentions("another way was taken") })
    #expect(report["abandonedThreads"].int == (fault.setting.hasSuffix("hang") ? 1 : 0))
    let shown = try await ShownPicture(try job.file())
    #expect(try await shown.likeness(to: try await ShownPicture(source)) > PictureJob.likeness)
  }

  @Test(
    "a backend that was asked for fails rather than falls back, unless that is allowed", .needsSimulator,
    arguments: faults.filter { !$0.setting.hasSuffix("hang") })
  func explicit(fault: PictureFault) async throws {
    let source = try await Clip.photo().file
    let machine = Machine.with(fault.unit)
    let choice = ["--backend", fault.unit.rawValue]
    let job = try await machine.compressPictures([source], choice, faults: [fault.setting])
    #expect(job.result.status == .exited(1), "\(job.result.errorText)")
    #expect(job.attempts() == ["\(fault.unit.rawValue) failed"])
    #expect(TemporaryFolder.contents(of: job.output) == [])
    let allowed = try await machine.compressPictures([source], choice + ["--allow-fallback"], faults: [fault.setting])
    #expect(allowed.result.status == .exited(0))
    #expect(allowed.attempts() == ["\(fault.unit.rawValue) failed", "software succeeded"])
  }

  @Test("what a unit can't code goes to the processor with a reason; asked of the unit, it is refused", .needsSimulator)
  func unsuitable() async throws {
    let photo = try await Clip.photo().file
    let odd = try await Clip.still("unit-odd.png", ["-vf", "format=rgb24,crop=319:240:0:0", "-pix_fmt", "rgb24"]).file
    let clear = try await Clip.still(
      "unit-clear.png", ["-vf", "format=rgba,colorchannelmixer=aa=0.5", "-pix_fmt", "rgba"]
    ).file
    let deep = try await Clip.still("unit-deep.png", ["-pix_fmt", "rgb48be"]).file
    let machine = Machine.vaapi("depths=8;max-width=1000;min-width=64")
    for (source, options, word) in [
      (odd, [], "even"), (clear, [], "transparency"), (deep, ["--depth", "10"], "10 bits"),
      (photo, ["--lossless"], "loss"), (photo, ["--chroma", "444"], "4:2:0"), (photo, ["--format", "avif"], "avif"),
      (photo, ["--long-side", "60"], "64x"),
    ] {
      let job = try await machine.compressPictures([source], options)
      #expect(job.result.status == .exited(0), "\(job.result.errorText)")
      #expect(job.pictures.first?["backend"].string == "software")
      let decisions = job.pictures.first?["decisions"].array ?? []
      #expect(decisions.contains { $0["reason"].mentions(word) }, "\(word): \(decisions)")
      let asked = try await machine.compressPictures([source], ["--backend", "vaapi"] + options)
      #expect(asked.result.status == .exited(4), "\(word): \(asked.result.errorText)")
      #expect(asked.pictures.first?["error"]["code"].string == "notSupported")
      #expect(TemporaryFolder.contents(of: asked.output) == [])
    }
  }

  @Test("several pictures at once take turns at a unit that allows few sessions", .needsSimulator)
  func several() async throws {
    let folder = try TemporaryFolder()
    let sources = try await (1...6).asyncMap { number in
      let copy = folder.file("\(number).jpg")
      try FileManager.default.copyItem(at: try await Clip.photo(orientation: number).file, to: copy)
      return copy
    }
    let job = try await Machine.nvenc("session-limit=2").compressPictures(sources, ["--jobs", "6"])
    #expect(job.result.status == .exited(0), "\(job.result.errorText)")
    for (index, source) in sources.enumerated() {
      #expect(job.attempts(index) == ["nvenc succeeded"])
      let shown = try await ShownPicture(try job.file(index))
      #expect(try await shown.likeness(to: try await ShownPicture(source)) > PictureJob.likeness, "\(index)")
    }
  }

  @Test("a unit that hung gets no further picture of a batch, which doesn't wait for it again", .needsSimulator)
  func hung() async throws {
    let folder = try TemporaryFolder()
    let sources = try await (1...4).asyncMap { number in
      let copy = folder.file("\(number).jpg")
      try FileManager.default.copyItem(at: try await Clip.photo().file, to: copy)
      return copy
    }
    let job = try await Machine.vaapi().compressPictures(
      sources, ["--jobs", "1"], faults: ["EndPicture@1:hang"])
    #expect(job.result.status == .exited(0), "\(job.result.errorText)")
    for index in sources.indices { #expect(job.attempts(index) == ["vaapi failed", "software succeeded"]) }
    #expect(job.pictures[0]["attempts"][0]["reason"].mentions("hasn't returned"))
    for picture in job.pictures.dropFirst() {
      #expect(picture["attempts"][0]["reason"].mentions("hung before"))
      #expect((picture["seconds"]["total"].number ?? 100) < 8)
    }
  }

  @Test("with two kinds of unit, the other takes over before the processor does", .needsSimulator)
  func otherUnit() async throws {
    let source = try await Clip.photo().file
    let folder = try TemporaryFolder()
    let result = try await SwageCommand.run(
      ["image", "--json", "--allow-larger", "-o", folder.file("out.heic").path, source.path],
      environment: try await Machine.both.environment().merging(["SWAGE_SIM_NVENC": "fault=EncodePicture@1:garbage"]) {
        $1
      })
    let report = try JSON(text: result.output)["pictures"][0]
    #expect(report["attempts"].array.map { $0["encoder"].string } == ["hevc_nvenc", "hevc_vaapi"])
    #expect(report["backend"].string == "vaapi")
  }
}

extension Sequence {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
    var values: [T] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
