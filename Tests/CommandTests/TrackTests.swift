import Foundation
import TestSupport
import Testing

@Suite("Tracks") struct TrackTests {
  @Test("several languages keep their order, language, purpose and name", arguments: ["out.mp4", "out.mkv", "out.mov"])
  func languages(name: String) async throws {
    let job = try await Job.compress(.languages, quick, to: name)
    let sounds = try await job.faithful().sounds
    #expect(sounds.map(\.language) == ["eng", "ger", "fre"])
    #expect(sounds.map { $0.purposes.contains("default") } == [false, true, false])
    #expect(job.actions("audio") == ["copied", "copied", "copied"])
    if name != "out.mov" { #expect(sounds[2].purposes.contains("comment")) }
    if name == "out.mkv" { #expect(sounds[2].tags?["title"] == "Commentary") }
  }

  @Test("--tracks first keeps the default track alone") func first() async throws {
    let job = try await Job.compress(.languages, ["--tracks", "first"] + quick)
    let sounds = try await job.reopened().sounds
    #expect(sounds.map(\.language) == ["ger"])
    #expect(job.actions("audio") == ["dropped", "copied", "dropped"])
  }

  @Test("sound that the container takes is copied packet by packet", arguments: ["out.mp4", "out.mov", "out.mkv"])
  func copied(name: String) async throws {
    let job = try await Job.compress(.plain, quick, to: name)
    let output = try await job.faithful()
    #expect(job.actions("audio") == ["copied"])
    let source = try await job.sourceFacts()
    let before = try await source.packets(of: source.sounds[0]).map(\.size)
    let after = try await output.packets(of: output.sounds[0]).map(\.size)
    #expect(before == after)
  }

  @Test("six channels become AAC in the standard layout") func surround() async throws {
    let job = try await Job.compress(.surround, ["--audio", "aac"] + quick)
    let sound = try #require(try await job.reopened().sounds.first)
    #expect(sound.codecName == "aac" && sound.channels == 6 && sound.channelLayout == "5.1")
    #expect(job.report["output"]["audio"][0]["channels"].int == 6)
  }

  @Test("eight channels become AAC with eight channels") func surround71() async throws {
    let sound = try #require(
      try await Job.compress(.surround71, ["--audio", "aac"] + quick).reopened().sounds.first)
    #expect(sound.codecName == "aac" && sound.channels == 8 && sound.channelLayout == "7.1")
  }

  @Test("six channels are mixed down when fewer are asked for", arguments: [1, 2])
  func mixedDown(channels: Int) async throws {
    let job = try await Job.compress(.surround, ["--audio-channels", "\(channels)"] + quick)
    let output = try await job.reopened()
    #expect(output.sounds.map(\.channels) == [channels] && output.sounds.first?.codecName == "aac")
    #expect(!(try await output.beepTime()).isFinite, "there is silence where there was sound")
  }

  @Test("uncompressed sound becomes AAC in MP4 and stays in MOV") func uncompressed() async throws {
    let mp4 = try await Job.compress(.uncompressedSound, quick)
    #expect(try await mp4.faithful().sounds.map(\.codecName) == ["aac"])
    #expect(mp4.actions("audio") == ["encoded"])
    let mov = try await Job.compress(.uncompressedSound, ["--audio", "copy"] + quick, to: "out.mov")
    #expect(try await mov.reopened().sounds.map(\.codecName) == ["pcm_s16le"])
  }

  @Test("bit rate, channels and sample rate of sound are as asked") func soundSettings() async throws {
    let job = try await Job.compress(
      .uncompressedSound,
      ["--audio", "aac", "--audio-bitrate", "64k", "--audio-channels", "1", "--audio-rate", "32000"] + quick)
    let output = try await job.reopened()
    let sound = try #require(output.sounds.first)
    #expect(sound.codecName == "aac" && sound.channels == 1 && sound.sampleRate == "32000")
    let bits = try await output.packets(of: sound).reduce(0) { $0 + $1.size } * 8
    #expect(Double(bits) / 2 < 64_000 * 1.3)
    #expect(try await Comparison(source: try await job.sourceFacts(), output: output).timingFaults() == [])
  }

  @Test("--audio none leaves sound out and says so") func noSound() async throws {
    let job = try await Job.compress(.plain, ["--audio", "none"] + quick)
    #expect(try await job.reopened().streams("audio").isEmpty)
    #expect(job.actions("audio") == ["dropped"])
  }

  @Test("sound that can't be copied is left out with a word when only copying is allowed") func copyOnly() async throws
  {
    let job = try await Job.compress(.uncompressedSound, ["--audio", "copy"] + quick)
    #expect(try await job.reopened().streams("audio").isEmpty)
    #expect(job.actions("audio") == ["dropped"])
  }

  @Test(
    "text subtitles keep their words and times in every container",
    arguments: [("mov_text", "mp4"), ("srt", "mkv"), ("ass", "mkv")], ["out.mp4", "out.mkv", "out.mov"])
  func textSubtitles(kind: (codec: String, fileExtension: String), name: String) async throws {
    let job = try await Job.compress(.textSubtitles(kind.codec, kind.fileExtension), quick, to: name)
    let output = try await job.faithful()
    let track = try #require(output.streams("subtitle").first)
    #expect(output.streams("subtitle").count == 1)
    let container = (name as NSString).pathExtension
    if container != "mkv" { #expect(track.codecName == "mov_text") }
    if container == "mkv", kind.codec == "ass" { #expect(track.codecName == "ass") }
    #expect(track.language == "ger")
    let text = try await output.subtitleText(of: track)
    #expect(text.contains("Good morning") && text.contains("Grüße, 世界"), "\(text)")
    let times = text.split(separator: "\n").filter { $0.contains("-->") }.flatMap(Self.seconds)
    #expect(times.count == 4)
    for (time, expected) in zip(times, [0.4, 1, 1.2, 1.8]) { #expect(near(time, expected), "\(text)") }
    #expect(["copied", "converted"].contains(job.actions("subtitle").first))
  }

  @Test("subtitles move with a trim, and those outside go") func trimmedSubtitles() async throws {
    let job = try await Job.compress(.textSubtitles("srt", "mkv"), ["--trim", "1.1.."] + quick)
    let output = try await job.reopened()
    let track = try #require(output.streams("subtitle").first)
    let text = try await output.subtitleText(of: track)
    #expect(!text.contains("Good morning") && text.contains("Grüße"))
    let times = text.split(separator: "\n").filter { $0.contains("-->") }.flatMap(Self.seconds)
    #expect(times.count == 2 && near(times[0], 0.1) && near(times[1], 0.7), "\(text)")
  }

  /// The two times of a line of SubRip.
  static func seconds(_ line: Substring) -> [Double] {
    line.split(separator: " ").filter { $0.contains(":") }.map { word in
      word.replacingOccurrences(of: ",", with: ".").split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
    }
  }

  @Test("a font stays attached in Matroska and is left out of MP4 with a word") func attachment() async throws {
    let matroska = try await Job.compress(.attachment, quick, to: "out.mkv")
    let output = try await matroska.reopened()
    let fonts = output.streams("attachment")
    #expect(fonts.count == 1 && fonts.first?.tags?["filename"] == "Some Font.ttf")
    #expect(fonts.first?.tags?["mimetype"] == "application/x-truetype-font")
    let copy = matroska.folder.file("font.ttf")
    _ = try await run(
      "ffmpeg", ["-v", "quiet", "-y", "-dump_attachment:t:0", copy.path, "-i", matroska.output.path])
    #expect(try Data(contentsOf: copy) == Clip.attachedBytes)
    #expect(matroska.actions("attachment") == ["copied"])
    let mp4 = try await Job.compress(.attachment, quick)
    _ = try await mp4.reopened()
    #expect(mp4.actions("attachment") == ["dropped"])
  }

  @Test("a cover keeps its bytes from MP4 to Matroska and back", arguments: ["mp4 to mkv", "mkv to mp4"])
  func coverBytes(direction: String) async throws {
    let toMatroska = direction == "mp4 to mkv"
    let job = try await Job.compress(
      toMatroska ? .coverMP4 : .coverMatroska, quick, to: toMatroska ? "out.mkv" : "out.mp4")
    let (source, output) = (try await job.sourceFacts(), try await job.reopened())
    let before = try #require(source.streams("video").first { $0.isCover })
    let after = try #require(output.streams("video").first { $0.isCover })
    #expect(try await source.packets(of: before).map(\.size) == output.packets(of: after).map(\.size))
  }

  @Test("every stream of the source is accounted for") func census() async throws {
    for clip in [Clip.coverMatroska, .languages, .unknownSound, .pictureSubtitles, .attachment] {
      let job = try await Job.compress(clip, quick)
      let source = try await job.sourceFacts()
      let census = job.report["streams"].array
      #expect(census.compactMap { $0["index"].int } == source.streams.map(\.index), "\(clip.name)")
      for entry in census {
        #expect(["video", "audio", "subtitle", "data", "attachment"].contains(entry["kind"].string))
        #expect(["encoded", "copied", "converted", "dropped"].contains(entry["action"].string))
        #expect(entry["reason"].string?.isEmpty == false, "\(clip.name): stream \(entry["index"])")
      }
    }
  }
}
