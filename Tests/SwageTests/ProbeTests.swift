import Foundation
import Swage
import TestSupport
import Testing

@Suite("What a look at a file tells") struct ProbeTests {
  private func look(_ clip: Clip) async throws -> SourceDescription {
    let file = try await clip.file
    return try await ProcessSlots.shared.use { try await Probe.describe(file) }
  }

  private func film(_ clip: Clip) async throws -> VideoDescription {
    try #require(try await look(clip).film?.video)
  }

  @Test("all eight orientations, with the shown size", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) async throws {
    let video = try await film(.oriented(orientation.rawValue))
    #expect(video.orientation == orientation)
    #expect(video.size == PixelSize(width: 320, height: 180))
    #expect(video.displaySize == (orientation.swapsSides ? video.size.transposed : video.size))
  }

  @Test("variable and constant rates, by the packets") func rates() async throws {
    let variable = try await film(.variableRate)
    #expect(variable.isVariableFrameRate && variable.frameCount == 280)
    #expect(abs(variable.frameRate - 35) < 0.2)
    #expect(abs((variable.longestStep ?? 0) - 0.1) < 0.002 && abs((variable.shortestStep ?? 0) - 1.0 / 60) < 0.002)
    let constant = try await film(.plain)
    #expect(!constant.isVariableFrameRate && constant.frameCount == 60 && abs(constant.frameRate - 30) < 0.01)
  }

  @Test("frames that an edit list hides aren't counted") func hidden() async throws {
    let stream = try #require(try await look(.hiddenStart).film)
    #expect(stream.packetCount == 39 && stream.hiddenPacketCount == 21 && stream.video?.frameCount == 39)
    #expect(!stream.editList.isEmpty)
  }

  @Test("where streams begin") func starts() async throws {
    #expect(abs(try await look(.lateStart).startTime - 3) < 0.05)
    let late = try await look(.lateSound)
    let sound = try #require(late.streams.first { $0.kind == .audio })
    #expect(abs((sound.startTime ?? 0) - 0.8) < 0.05)
  }

  @Test("color, range, depth and the kind of dynamic range") func color() async throws {
    let hlg = try await film(.hlg)
    #expect(hlg.hdr.kind == .hlg && hlg.pixelFormat?.bitDepth == 10)
    #expect(hlg.color.transfer == .hlg && hlg.color.primaries == .bt2020 && hlg.color.matrix == .bt2020NonConstant)
    #expect(try await film(.fullRange).color.range == .full)
    #expect(try await film(.tenBit).hdr.kind == .sdr)
    let wide = try await film(.wideAspect)
    #expect(abs(wide.pixelAspect.value - 16.0 / 11) < 0.01 && wide.displaySize.height == 288)
    #expect(try await film(.interlaced).scan == .topFieldFirst)
    #expect(try await film(.plain).scan == .progressive)
  }

  @Test("covers, chapters, languages, purposes and attachments") func tracks() async throws {
    for clip in [Clip.coverMP4, .coverMatroska] {
      let cover = try await look(clip)
      #expect(cover.streams.filter { $0.role == .coverArt }.count == 1 && cover.film?.video?.frameCount == 100)
    }
    #expect(try await look(.chapters).chapters.map(\.title) == ["One", "Two", "Three"])
    let sounds = try await look(.languages).streams.filter { $0.kind == .audio }
    #expect(sounds.map(\.language) == ["eng", "ger", "fre"])
    #expect(sounds[1].disposition.contains(.default) && sounds[2].disposition.contains(.comment))
    #expect(try await look(.attachment).streams.contains { $0.role == .attachment })
    let unknown = try await look(.unknownSound).streams.filter { $0.kind == .audio }
    #expect(unknown.map(\.isDecodable) == [true, false] && unknown[1].codecTag == "apac")
  }

  @Test("damage, with what was expected and found") func damage() async throws {
    for clip in [Clip.cutOff, .cutOffMatroska] {
      let description = try await look(clip)
      #expect(description.damage.contains { $0.kind == .endsEarly || $0.kind == .corruptPackets }, "\(clip.name)")
    }
    #expect(try await look(.plain).damage == [])
  }

  @Test("the description comes back from JSON as it was") func roundTrip() async throws {
    let description = try await look(.languages)
    let text = try JSONEncoder().encode(description)
    #expect(try JSONDecoder().decode(SourceDescription.self, from: text) == description)
  }
}
