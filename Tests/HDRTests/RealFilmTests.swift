import Foundation
import HDR
import Media
import TestSupport
import Testing

@Suite("Metadata of real films, held against ffprobe", .needsCorpus) struct RealFilmTests {
  /// Films of H.265 with messages, units of Dolby Vision, both or none.
  static let films = [
    "dovi_regular.mkv", "hdr10plus_regular.mkv", "ToS-s05.h265", "hdr10-video-with-sdr-container.mp4",
    "hlg10-color-test.mp4", "test-spatial-audio.mov", "quicktime-hvc1.mov",
  ]

  /// A film of the folder; without it, the test is skipped by name.
  private func film(_ name: String) throws -> URL {
    guard Corpus.has(name) else { try Test.cancel("\(name) is only in the folder of real films") }
    return try Corpus.file(name)
  }

  private func reader(_ configuration: [UInt8]) throws -> MetadataReader {
    try #require(MetadataReader(codec: "hevc", configuration: configuration))
  }

  // ffprobe 5.1 isn't a witness of these counts: it gives a message of HDR10+ to all pictures that follow, and misses
  // units of Dolby Vision that an end of sequence follows, as in two pictures of the first film.
  @Test(
    "pictures carry as much as ffmpeg's copy of the stream has beginnings of messages and units", arguments: films)
  func counts(name: String) async throws {
    let folder = try TemporaryFolder()
    let film = try film(name)
    let packets = try await Packets(of: film, in: folder)
    let reader = try reader(packets.configuration)
    let behindLengths = packets.packets.map { reader.read($0.bytes) }
    let units = try await accessUnits(of: film, in: folder)
    let betweenStartCodes = try units.map { try self.reader([]).read($0) }
    #expect(behindLengths.map(\.dynamic) == betweenStartCodes.map(\.dynamic))
    #expect(!behindLengths.contains { $0.hasEnhancementLayer })
    let stream = Array(units.joined())
    let messages = behindLengths.count { $0.dynamic.hdr10Plus != nil }
    #expect(messages == places(of: hex("B5 00 3C 00 01 04"), in: stream))
    let processingUnits = behindLengths.count { $0.dynamic.dolbyVision != nil }
    #expect(processingUnits == places(of: hex("00 00 01 7C 01 19"), in: stream))
    let expected: [String: [Int]] = ["dovi_regular.mkv": [259, 0, 259], "hdr10plus_regular.mkv": [259, 259, 0]]
    let found = [behindLengths.count, messages, processingUnits]
    #expect(found == expected[name] ?? found)
  }

  /// How often some bytes stand in a stream.
  private func places(of bytes: [UInt8], in stream: [UInt8]) -> Int {
    stream.indices.dropLast(bytes.count - 1).count { index in
      stream[index] == bytes[0] && stream[index..<(index + bytes.count)].elementsEqual(bytes)
    }
  }

  @Test("values of the stream are those that ffprobe gives", arguments: films)
  func values(name: String) async throws {
    let folder = try TemporaryFolder()
    let film = try film(name)
    let probed = try await ProbedPictures(of: film, first: 1).sideData.first ?? [:]
    let packets = try await Packets(of: film, in: folder)
    let reader = try reader(packets.configuration)
    let first = try #require(packets.packets.first)
    let inPacket = reader.read(first.bytes).fixed
    let light = inPacket.contentLight ?? reader.configured.contentLight
    #expect(light.map { Double($0.maximumContentLight) } == probed[ProbedPictures.light]?["max_content"].number)
    #expect(light.map { Double($0.maximumFrameAverageLight) } == probed[ProbedPictures.light]?["max_average"].number)
    let display = inPacket.masteringDisplay ?? reader.configured.masteringDisplay
    let facts = probed[ProbedPictures.display]
    #expect((display == nil) == (facts == nil))
    for (name, point) in [
      ("red", display?.red), ("green", display?.green), ("blue", display?.blue), ("white_point", display?.white),
    ] {
      #expect(point.map { "\($0.x)/50000" } == facts?["\(name)_x"].string)
      #expect(point.map { "\($0.y)/50000" } == facts?["\(name)_y"].string)
    }
    #expect(display?.maximumLuminance.map { "\($0)/10000" } == facts?["max_luminance"].string)
    #expect(display?.minimumLuminance.map { "\($0)/10000" } == facts?["min_luminance"].string)
  }

  @Test(
    "every unit of Dolby Vision has a right checksum and the header that ffprobe reads",
    arguments: ["dovi_regular.mkv", "test-spatial-audio.mov"])
  func processingUnits(name: String) async throws {
    let film = try film(name)
    let probed = try await ProbedPictures(of: film).sideData
    let packets = try await Packets(of: film, in: try TemporaryFolder())
    let reader = try reader(packets.configuration)
    let units = packets.packets.sorted { $0.time < $1.time }.compactMap { reader.read($0.bytes).dynamic.dolbyVision }
    #expect(units.count == probed.count)
    // ffprobe keeps the header of the picture before where it misses one.
    for (bytes, pictures) in zip(units, probed) {
      let facts = try #require(pictures[ProbedPictures.dolbyVisionFacts])
      let unit = try #require(ReferenceProcessingUnit(bytes))
      #expect(unit.isChecksumRight)
      #expect(unit.profile == 8)
      #expect(Double(unit.type) == facts["rpu_type"].number)
      #expect(Double(unit.format) == facts["rpu_format"].number)
      #expect(Double(unit.rpuProfile) == facts["vdr_rpu_profile"].number)
      #expect(Double(unit.rpuLevel) == facts["vdr_rpu_level"].number)
      let sequence = try #require(unit.sequence)
      #expect(Double(sequence.baseLayerBitDepth) == facts["bl_bit_depth"].number)
      #expect(Double(sequence.enhancementLayerBitDepth) == facts["el_bit_depth"].number)
      #expect(Double(sequence.composedBitDepth) == facts["vdr_bit_depth"].number)
      #expect((sequence.isBaseLayerFullRange ? 1 : 0) == facts["bl_video_full_range_flag"].number)
      #expect((sequence.isEnhancementLayerResampled ? 1 : 0) == facts["el_spatial_resampling_filter_flag"].number)
      #expect((sequence.isResidualDisabled ? 1 : 0) == facts["disable_residual_flag"].number)
    }
  }

  @Test(
    "pictures that lose all and get it back decode the same, and ffprobe finds all as it was",
    arguments: ["dovi_regular.mkv", "hdr10plus_regular.mkv", "ToS-s05.h265"])
  func rewritten(name: String) async throws {
    let folder = try TemporaryFolder()
    let film = try film(name)
    let units = try await accessUnits(of: film, in: folder)
    let reader = try reader([])
    let metadata = units.map { reader.read($0) }
    let fixed = try #require(metadata.first).fixed
    let eraser = MetadataWriter(codec: .hevc, fixed: StaticMetadata())
    let writer = MetadataWriter(codec: .hevc, fixed: fixed)
    let bare = units.map { eraser.rewrite($0, isKeyframe: true, dynamic: nil) }
    #expect(bare.allSatisfy { reader.read($0) == PacketMetadata() })
    let whole = zip(bare, metadata).map { unit, metadata in
      writer.rewrite(unit, isKeyframe: !metadata.fixed.isEmpty, dynamic: metadata.dynamic)
    }

    let files = ["source", "bare", "whole"].map { folder.file("\($0).hevc") }
    for (file, stream) in zip(files, [units, bare, whole]) { try Data(stream.joined()).write(to: file) }
    var digests: Set<String> = []
    for file in files {
      let decoded = try await run(
        "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"])
      #expect(decoded.status == .exited(0) && decoded.errorText == "")
      digests.insert(decoded.text)
    }
    #expect(digests.count == 1)

    let source = try await ProbedPictures(of: files[0])
    let erased = try await ProbedPictures(of: files[1])
    let output = try await ProbedPictures(of: files[2])
    for type in [ProbedPictures.hdr10Plus, ProbedPictures.dolbyVision, ProbedPictures.display, ProbedPictures.light] {
      #expect(erased.count(of: type) == 0, "\(type)")
    }
    #expect(output.sideData == source.sideData)
  }

  @Test("a film of AV1 whose boxes alone tell of its light carries nothing in its packets")
  func openBitstream() async throws {
    let film = try film("sample_with_colr_mdcv_and_clli.mp4")
    let packets = try await Packets(of: film, in: try TemporaryFolder())
    let reader = try #require(MetadataReader(codec: "av1", configuration: packets.configuration))
    #expect(reader.configured.isEmpty)
    #expect(packets.packets.count == 60)
    #expect(packets.packets.allSatisfy { reader.read($0.bytes) == PacketMetadata() })
  }
}
