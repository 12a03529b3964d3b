import Foundation
import TestSupport
import Testing

/// Holds for the clips of the other tests, whatever Swage does: a test on a clip that isn't what it says shows nothing.
@Suite("Clips are what their names say") struct ClipTests {
  @Test("the eight orientations are eight display matrices", arguments: 1...8)
  func orientations(orientation: Int) async throws {
    let file = try await ReopenedOutput(Clip.oriented(orientation).file)
    #expect(try file.film.displayMatrix == DisplayTurns.expected[orientation])
    #expect(try await file.decodingErrors() == "")
  }

  @Test("the clip of changing rate has 280 frames, flash and beep at 6 s")
  func variableRate() async throws {
    let file = try await ReopenedOutput(Clip.variableRate.file)
    #expect(try await file.frameTimes().count == 280)
    #expect(near(try await file.flashTime(), 6))
    #expect(near(try await file.beepTime(), 6))
  }

  @Test("ExifTool finds date and place")
  func place() async throws {
    let names = ["GPSCoordinates", "CreateDate", "CreationDate"]
    let box = try await ReopenedOutput(Clip.place.file).exif(names)
    #expect(box["GPSCoordinates"] != nil && box["CreateDate"] == "2023:07:14 10:20:30")
    let keys = try await ReopenedOutput(Clip.quickTimeKeys.file).exif(names + ["Make", "Model"])
    #expect(keys.count == 5, "\(keys)")
  }

  @Test("covers are covers, picture subtitles are such, unknown sound is unknown")
  func tracks() async throws {
    for clip in [Clip.coverMatroska, .coverMP4] {
      let file = try await ReopenedOutput(clip.file)
      #expect(file.films.count == 1 && file.streams("video").count == 2)
    }
    let subtitles = try await ReopenedOutput(Clip.pictureSubtitles.file).streams("subtitle")
    #expect(subtitles.map(\.codecName) == ["hdmv_pgs_subtitle"])
    let spatial = try await ReopenedOutput(Clip.unknownSound.file)
    #expect(spatial.streams("audio").count == 2 && spatial.sounds.count == 1)
    #expect(spatial.streams("audio").last?.codecTagString == "apac")
    #expect(try spatial.film.swapsSides)
  }

  @Test("timelines begin where they should")
  func timelines() async throws {
    for (clip, start) in [(Clip.hiddenStart, 0.0), (.lateStart, 3), (.lateSound, 0)] {
      let file = try await ReopenedOutput(clip.file)
      #expect(near(try await file.frameTimes().first.flatMap { $0 } ?? .nan, start), "\(clip.name)")
    }
    #expect(try await ReopenedOutput(Clip.hiddenStart.file).frameTimes().count == 39)
    let late = try await ReopenedOutput(Clip.lateSound.file)
    #expect(near(try await late.span(of: late.sounds[0]).lowerBound, 0.8))
  }

  @Test("the cut-off clips end early and scrambled ones don't decode")
  func damage() async throws {
    for clip in [Clip.cutOff, .cutOffMatroska] {
      let count = try await ReopenedOutput(clip.file).frameTimes().count
      #expect(count > 30 && count < 200, "\(clip.name): \(count)")
    }
    #expect(try await ReopenedOutput(Clip.encrypted.file).decodingErrors() != "")
    #expect(try await ReopenedOutput(Clip.interlaced.file).film.fieldOrder?.first == "t")
  }

  @Test("every other clip decodes cleanly")
  func clean() async throws {
    let clips: [Clip] = [
      .plain, .packed, .wide, .odd, .chapters, .languages, .surround, .surround71, .uncompressedSound, .attachment,
      .fullRange, .tenBit, .proRes, .hlg, .wideAspect, .standardDefinition, .noise, .tagged,
      .textSubtitles("mov_text", "mp4"), .textSubtitles("srt", "mkv"), .textSubtitles("ass", "mkv"),
    ]
    for clip in clips {
      #expect(try await ReopenedOutput(clip.file).decodingErrors() == "", "\(clip.name)")
    }
  }
}

/// The upper left 2 × 2 part of the display matrix for each of Exif's orientations.
enum DisplayTurns {
  static let expected: [Int: [Int]] = [
    1: [1, 0, 0, 1], 2: [-1, 0, 0, 1], 3: [-1, 0, 0, -1], 4: [1, 0, 0, -1],
    5: [0, 1, 1, 0], 6: [0, 1, -1, 0], 7: [0, -1, -1, 0], 8: [0, -1, 1, 0],
  ]
}
