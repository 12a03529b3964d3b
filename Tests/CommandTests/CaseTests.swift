import Foundation
import TestSupport
import Testing

/// Problems that people reported of other compressors; each test names its case.
@Suite("Cases from public bug reports") struct CaseTests {
  @Test("C01: a clip filmed upright stays upright", arguments: ["keep", "bake"])
  func portrait(rotation: String) async throws {
    let job = try await Job.compress(.portrait, ["--rotation", rotation])
    let output = try await job.faithful()
    let shown = try output.film.displayed
    #expect(shown.width == 180 && shown.height == 320)
    #expect(try output.film.swapsSides == (rotation == "keep"))
    #expect(try await output.similarity(to: try await job.sourceFacts()) >= 28)
  }

  @Test("C01: each of the eight orientations looks the same afterwards", arguments: 1...8, ["keep", "bake"])
  func orientations(orientation: Int, rotation: String) async throws {
    let job = try await Job.compress(.oriented(orientation), ["--rotation", rotation] + quick)
    let output = try await job.reopened()
    let film = try output.film
    let source = try await job.sourceFacts()
    #expect(film.displayed == (try source.film.displayed))
    #expect(film.displayMatrix == DisplayTurns.expected[rotation == "keep" ? orientation : 1])
    #expect(try await output.similarity(to: source) >= 28)
    #expect(job.report["source"]["video"]["displayWidth"].int == Int(film.displayed.width))
    #expect(job.report["output"]["video"]["displayHeight"].int == Int(film.displayed.height))
  }

  @Test("C03: a changing frame rate keeps every frame at its time, and flash and beep together")
  func variableRate() async throws {
    let job = try await Job.compress(.variableRate, quick)
    let output = try await job.faithful()
    let faults = try await Comparison(source: try await job.sourceFacts(), output: output).timingFaults(
      tolerance: 0.001)
    #expect(faults == [], "times are off by more than a millisecond")
    #expect(try await output.frameTimes().count == 280)
    let (flash, beep) = (try await output.flashTime(), try await output.beepTime())
    #expect(near(flash, 6) && near(beep, 6) && near(flash, beep))
    #expect(near(output.duration, 8))
    #expect(job.report["source"]["video"]["variableFrameRate"].bool == true)
    #expect(job.report["output"]["video"]["variableFrameRate"].bool == true)
    #expect(job.report["output"]["video"]["frames"].int == 280)
  }

  @Test("C03: a changing frame rate survives in each container", arguments: ["out.mov", "out.mkv"])
  func variableRateElsewhere(name: String) async throws {
    let job = try await Job.compress(.variableRate, quick, to: name)
    let output = try await job.reopened()
    let faults = try await Comparison(source: try await job.sourceFacts(), output: output).timingFaults(
      tolerance: 0.0011)
    #expect(faults == [])
  }

  @Test("C03: a screen recording with gaps of 5 to 1570 ms keeps its 63 frames", .needsCorpus("cursed-vfr.mp4"))
  func screenRecording() async throws {
    let job = try await Job.compress(Corpus.file("cursed-vfr.mp4"), quick)
    let output = try await job.reopened()
    let times = try await output.frameTimes().compactMap { $0 }
    let before = try await job.sourceFacts().frameTimes().compactMap { $0 }
    #expect(times.count == before.count && times.count >= 63)
    #expect(near((times.last ?? 0) - times[0], (before.last ?? 0) - before[0]))
  }

  @Test("C04: date, place, camera and title are found under the same names", arguments: ["place", "loci", "keys"])
  func notes(kind: String) async throws {
    let clip: Clip = ["place": .place, "loci": .placeInformation, "keys": .quickTimeKeys][kind] ?? .place
    let names = ["GPSCoordinates", "LocationInformation", "CreateDate", "CreationDate", "Make", "Model"]
    for container in ["out.mp4", "out.mov"] {
      let job = try await Job.compress(clip, quick, to: container)
      let found = try await job.reopened().exif(names)
      for (name, value) in try await job.sourceFacts().exif(names) {
        #expect(Comparison.agree(found[name], value), "\(container): \(name) is \(found[name] ?? "gone"), was \(value)")
      }
    }
  }

  @Test("C04: real phones' dates and places are kept", arguments: ["nom-exif_meta.mp4", "iphone6_with-gps.mov"])
  func realNotes(name: String) async throws {
    guard Corpus.has(name) else { return }
    let job = try await Job.compress(Corpus.file(name), quick)
    let output = try await job.reopened()
    #expect(try await Comparison(source: try await job.sourceFacts(), output: output).noteFaults() == [])
  }

  @Test("C04: stripping leaves no date, place or name", arguments: ["place", "loci", "keys", "tagged"])
  func stripped(kind: String) async throws {
    let clips: [String: Clip] = [
      "place": .place, "loci": .placeInformation, "keys": .quickTimeKeys, "tagged": .tagged,
    ]
    let job = try await Job.compress(clips[kind] ?? .tagged, ["--metadata", "strip"] + quick)
    let output = try await job.reopened()
    let names = [
      "GPSCoordinates", "LocationInformation", "GPSPosition", "CreateDate", "CreationDate", "Make", "Model", "Title",
      "Artist", "Comment", "TrackCreateDate", "MediaCreateDate",
    ]
    #expect(try await output.exif(names) == [:])
    let bytes = try Data(contentsOf: job.output)
    for secret in ["+48.8584", "Camera 7", "Somebody", "By the sea"] {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is still in the file")
    }
  }

  @Test("C05: what is packed well already isn't made larger, and the report says so")
  func packed() async throws {
    let job = try await Job.compress(.packed, ["--codec", "h264"])
    #expect(job.result.status == .exited(0))
    let before = try Data(contentsOf: job.source).count
    if FileManager.default.fileExists(atPath: job.output.path) {
      #expect(try Data(contentsOf: job.output).count <= before)
    }
    if job.outcome != "compressed" {
      #expect(job.outcome == "keptSource")
      #expect(job.report.mentions("not smaller") || job.report.mentions("n't smaller"), "\(job.result.text)")
    }
  }

  @Test("C05: asked for more bits than the source has, the source is kept")
  func wasteful() async throws {
    let job = try await Job.compress(.packed, ["--bitrate", "1.5M", "--codec", "h264"])
    #expect(job.result.status == .exited(0))
    if FileManager.default.fileExists(atPath: job.output.path) {
      #expect(try Data(contentsOf: job.output).count <= Data(contentsOf: job.source).count)
    }
  }

  @Test("C05: a larger file is made when it was asked for")
  func allowLarger() async throws {
    let job = try await Job.compress(.packed, ["--allow-larger", "--quality", "1", "--codec", "h264"] + quick)
    let output = try await job.reopened(mayBeLarger: true)
    #expect(output.bytes > (try Data(contentsOf: job.source).count))
  }

  @Test("C06: scaling to an odd width gives even sides and the same shape")
  func oddWidth() async throws {
    let job = try await Job.compress(.wide, ["--short-side", "480"])
    let film = try await job.reopened().film
    #expect(film.height == 480 && [852, 854].contains(film.width ?? 0))
    #expect(abs(film.displayed.width / film.displayed.height / (16.0 / 9) - 1) <= 0.005)
  }

  @Test("C06: odd sides stay within a pixel")
  func oddSides() async throws {
    let film = try await Job.compress(.odd).reopened().film
    #expect(abs((film.width ?? 0) - 321) <= 1 && abs((film.height ?? 0) - 241) <= 1)
    #expect((film.width ?? 1) % 2 == 0 && (film.height ?? 1) % 2 == 0)
  }

  @Test("C07: a cover is kept as a cover, and the film is the film", arguments: ["out.mp4", "out.mkv", "out.mov"])
  func cover(name: String) async throws {
    for clip in [Clip.coverMatroska, .coverMP4] {
      let job = try await Job.compress(clip, quick, to: name)
      let output = try await job.reopened()
      #expect(output.films.count == 1)
      #expect(try await output.frameTimes().count == 100)
      #expect(near(output.duration, 4))
      let covers = output.streams("video").filter(\.isCover)
      #expect(covers.allSatisfy { $0.codecName == "mjpeg" })
      if name != "out.mov" { #expect(covers.count == 1, "\(clip.name): the cover is gone") }
      #expect(job.actions("video").contains("encoded"))
    }
  }

  @Test("C08: picture subtitles are copied to Matroska")
  func pictureSubtitlesKept() async throws {
    let job = try await Job.compress(.pictureSubtitles, quick, to: "out.mkv")
    let subtitles = try await job.reopened().streams("subtitle")
    #expect(subtitles.map(\.codecName) == ["hdmv_pgs_subtitle"] && subtitles.first?.language == "eng")
    #expect(job.actions("subtitle") == ["copied"])
  }

  @Test("C08: picture subtitles are left out of MP4 and MOV with a word", arguments: ["out.mp4", "out.mov"])
  func pictureSubtitlesDropped(name: String) async throws {
    let job = try await Job.compress(.pictureSubtitles, quick, to: name)
    let output = try await job.reopened()
    #expect(output.streams("subtitle").isEmpty && output.sounds.count == 1)
    #expect(job.actions("subtitle") == ["dropped"])
    let reason = job.report["streams"].array.first { $0["kind"].string == "subtitle" }?["reason"].string
    #expect(reason?.isEmpty == false)
  }

  @Test(
    "C08: real discs' and cameras' picture subtitles don't stop the job",
    arguments: ["sample_with_pgs_subtitles.mkv", "Sony ILCE-7M3 (A7M3).mts"])
  func realPictureSubtitles(name: String) async throws {
    guard Corpus.has(name) else { return }
    let matroska = try await Job.compress(Corpus.file(name), quick, to: "out.mkv").reopened()
    #expect(matroska.streams("subtitle").map(\.codecName) == ["hdmv_pgs_subtitle"])
    let mp4 = try await Job.compress(Corpus.file(name), quick).reopened()
    #expect(mp4.streams("subtitle").isEmpty)
  }

  @Test("C09: chapters move with a trim", arguments: ["out.mp4", "out.mkv", "out.mov"])
  func chapters(name: String) async throws {
    let job = try await Job.compress(.chapters, ["--trim", "5..11"] + quick, to: name)
    let output = try await job.reopened()
    #expect(output.chapters.map(\.title) == ["Two", "Three"])
    for (chapter, span) in zip(output.chapters, [0.0...3.0, 3.0...6.0]) {
      #expect(near(chapter.start, span.lowerBound) && near(chapter.end, span.upperBound))
    }
    #expect(near(output.duration, 6))
    #expect(try await output.frameTimes().count == 150)
    let sound = try await output.span(of: output.sounds[0])
    #expect(near(sound.lowerBound, 0) && near(sound.upperBound, 6))
  }

  @Test("C10: a track that no decoder knows doesn't fail the job")
  func unknownSound() async throws {
    try await expectSpatial(Job.compress(.unknownSound, quick), seconds: 1)
  }

  @Test("C10: a clip of a new phone with spatial sound comes through", .needsCorpus("test-spatial-audio.mov"))
  func realUnknownSound() async throws {
    try await expectSpatial(Job.compress(Corpus.file("test-spatial-audio.mov"), quick), seconds: 2.3)
  }

  private func expectSpatial(_ job: Job, seconds: Double) async throws {
    let output = try await job.reopened()
    let film = try output.film
    #expect(film.codecName == "hevc" && film.pixFmt == "yuv420p10le")
    #expect(film.color == ["bt2020", "arib-std-b67", "bt2020nc"])
    #expect(film.displayed.width < film.displayed.height)
    #expect(output.sounds.map(\.channels) == [2] && output.sounds.first?.codecName == "aac")
    #expect(near(try await output.span(of: output.sounds[0]).upperBound, seconds))
    let unknown = job.report["streams"].array.filter { $0["kind"].string == "audio" }
    #expect(unknown.count == 2 && unknown[1].mentions("apac"))
    #expect(["copied", "dropped"].contains(unknown[1]["action"].string))
  }

  @Test("C11: full range stays full, and grey stays grey", arguments: ["h264", "hevc"], ["mp4", "mov", "mkv"])
  func fullRange(codec: String, container: String) async throws {
    for options in [[], ["--long-side", "160"], ["--size", "160x160"]] {
      let job = try await Job.compress(
        .fullRange, ["--codec", codec, "--allow-larger"] + options, to: "out.\(container)")
      let output = try await job.reopened(mayBeLarger: true)
      #expect(try output.film.colorRange == "pc")
      #expect(try await output.middleColor().allSatisfy { abs($0 - 64) <= 2 }, "\(options)")
      #expect(job.report["output"]["video"]["color"]["range"].string == "full")
    }
  }

  @Test(
    "C11: real films of full range look the same", .needsCorpus,
    arguments: ["trim_optimization_failure.mp4", "h265_with_metadata_track.mp4", "max-heromode.mp4", "100_0306.AVI"])
  func realFullRange(name: String) async throws {
    for codec in ["h264", "hevc"] {
      let job = try await Job.compress(
        try Corpus.file(name), ["--codec", codec, "--quality", "0.8", "--rotation", "keep", "--allow-larger"] + quick)
      let output = try await job.reopened(mayBeLarger: true)
      let source = try await job.sourceFacts()
      #expect(try output.film.colorRange == "pc" && source.film.colorRange == "pc")
      let likeness = try await output.similarity(to: source, format: "rgb24")
      #expect(likeness >= 30, "\(codec): \(likeness) dB")
    }
  }

  @Test("C12: a source that ends early is refused", arguments: ["mp4", "mkv"])
  func cutOff(kind: String) async throws {
    let job = try await Job.compress(kind == "mp4" ? .cutOff : .cutOffMatroska)
    job.refused(5, naming: "ends early", "early", "damaged", "truncated", "cut")
    #expect(job.report["error"]["code"].string == "sourceDamaged")
  }

  @Test("C12: with --salvage the readable part is kept under a status of its own", arguments: ["mp4", "mkv"])
  func salvage(kind: String) async throws {
    let job = try await Job.compress(kind == "mp4" ? .cutOff : .cutOffMatroska, ["--salvage"] + quick)
    let output = try await job.reopened(outcome: "salvaged")
    #expect(output.duration > 1.5 && output.duration < 7.5)
    #expect(near(job.report["output"]["duration"].number ?? .nan, output.duration))
    let told = job.report.allStrings.joined(separator: "\n")
    #expect(told.contains("8.0"), "the report doesn't tell the expected duration")
  }

  @Test("C12: with --replace a damaged source stays")
  func cutOffReplace() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: try await Clip.cutOff.file, to: source)
    let result = try await SwageCommand.run(["compress", "--replace", source.path])
    #expect(result.status == .exited(5))
    #expect(try await Data(contentsOf: source) == Data(contentsOf: Clip.cutOff.file))
    #expect(folder.contents == ["clip.mp4"])
  }
}
