import Foundation
import Swage
import TestSupport
import Testing

@Suite("People who come from other systems") struct MigrationTests {
  @Test("the examples of the systems that people come from compile and run") func examples() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    try await ProcessSlots.shared.use {
      let (file, analytics) = try await compressWithPreset(clip, into: folder.url)
      #expect(FileManager.default.fileExists(atPath: file.path) && analytics != nil)
    }
    let configured = try await make(in: folder, "configured.mp4") { try await compressWithConfiguration(clip, to: $0) }
    #expect(abs(configured.duration - 1) < 0.1 && configured.tags["title"] == "The best second")
    #expect(try configured.film.codecName == "hevc" && configured.sounds.first?.channels == 1)
    let thinned = try await make(in: folder, "thinned.mp4") { try await compressEveryOther(clip, to: $0) }
    #expect(try thinned.film.packetCount == 30)
    let exported = try await make(in: folder, "exported.mp4") { try await export(clip, to: $0) }
    #expect(try exported.film.width == 320 && exported.film.height == 240 && exported.film.packetCount == 24)
    #expect(exported.sounds.first?.codecName == "mp3" && exported.tags["location"] == "+48.8577+002.2950/")
    let drawn = try await make(in: folder, "clock.mp4") { try await exportWithClock(clip, to: $0) }
    #expect(try drawn.film.packetCount == 60)
    let slow = try await make(in: folder, "slow.mp4") { try await slowDown(clip, to: $0) }
    #expect(abs(slow.duration - 3) < 0.1)
    let small = try await make(in: folder, "small.mov") { try await compressFile(clip, to: $0) }
    #expect(try small.film.codecName == "h264")
    let tracks = try await Clip.languages.file
    let mixed = try await make(in: folder, "mixed.mp4") { try await exportMixed(tracks, to: $0) }
    #expect(mixed.sounds.count == 2, "the track that isn't named stays on its own")
  }

  @Test("the codec is the one that was asked for", arguments: VideoCodec.allCases, ["mp4", "mov", "mkv"])
  func codec(codec: VideoCodec, type: String) async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.plain.file
    let output = try await make(in: folder, "out.\(type)") {
      try await AutomaticCompressor().compress(
        CompressionRequest(from: clip, to: .file($0)).video(.video(codec).speed(.fastest)))
    }
    #expect(try output.film.codecName == codec.rawValue)
  }

  @Test("what is supported is what a trial proved") func supported() async throws {
    let proved = Set(
      try await AutomaticCompressor().capabilities().encoders.filter { !$0.bitDepths.isEmpty }.map(\.codec))
    for codec in VideoCodec.allCases { #expect(try await codec.isSupported() == proved.contains(codec)) }
  }

  @Test("analytics are measured on the files") func analytics() async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.portrait.file
    let file = folder.file("out.mp4")
    let report = try await ProcessSlots.shared.use {
      try await AutomaticCompressor().compress(
        CompressionRequest(from: clip, to: .file(file))
          .video(.video(.h264, longSide: 160).bitRate(.kilobits(300)).speed(.fastest)).audio(
            .audio(.aac).bitRate(.kilobits(48))))
    }
    let found = try #require(report.analytics)
    let before = try await ReopenedOutput(clip)
    let after = try await ReopenedOutput(file)
    #expect(found.originalFileSize == before.bytes && found.compressedFileSize == after.bytes)
    #expect(abs(found.compressionRatio - Double(before.bytes) / Double(after.bytes)) < 0.01)
    #expect(found.processingTime > 0.01 && found.processingTime < 60)
    #expect(found.originalDimensions == PixelSize(width: 180, height: 320))
    #expect(found.compressedDimensions == PixelSize(width: 90, height: 160))
    for (file, video, audio) in [
      (before, found.originalVideoBitrate, found.originalAudioBitrate),
      (after, found.compressedVideoBitrate, found.compressedAudioBitrate),
    ] {
      #expect(try await near(video, file, file.film))
      if let sound = file.sounds.first { #expect(try await near(audio, file, sound)) } else { #expect(audio == nil) }
    }
  }

  @Test("presets meet their bit rates within 10 %", arguments: Preset.allCases, VideoCodec.allCases)
  func presetRates(preset: Preset, codec: VideoCodec) async throws {
    let folder = try TemporaryFolder()
    let clip = try await Clip.demanding.file
    let file = folder.file("out.mp4")
    let report = try await ProcessSlots.shared.use {
      try await AutomaticCompressor().compress(
        CompressionRequest(from: clip, to: .file(file)).preset(preset)
          .video(preset.video.codec(codec).speed(.fastest)))
    }
    guard case .bitRate(let wish) = preset.video.rateControl else { return }
    let output = try await ReopenedOutput(file)
    let bits = try await output.packets(of: output.film).reduce(0) { $0 + $1.size } * 8
    let rate = Double(bits) / 10
    #expect(abs(rate / Double(wish.bitsPerSecond) - 1) < 0.1, "\(Int(rate)) of \(wish.bitsPerSecond)")
    #expect(report.outcome == .compressed)
    #expect(try output.film.width == 640 && output.film.height == 360, "enlarged or reduced")
    let frames = try output.film.packetCount
    let rateLimit: Rational? = if case .atMost(let rate, _) = preset.video.frameRate { rate } else { nil }
    #expect(frames == Int(10 * min(30, rateLimit?.value ?? 30)))
  }

  private func near(_ rate: BitRate?, _ file: ReopenedOutput, _ stream: ProbedStream) async throws -> Bool {
    let packets = try await file.packets(of: stream)
    let times = packets.compactMap { packet in packet.time.map { ($0, $0 + packet.duration) } }
    let length = (times.map(\.1).max() ?? 0) - (times.map(\.0).min() ?? 0)
    let bits = Double(packets.reduce(0) { $0 + $1.size } * 8)
    return abs(Double(rate?.bitsPerSecond ?? 0) / (bits / length) - 1) < 0.03
  }

  private func make(
    in folder: TemporaryFolder, _ name: String, _ job: @Sendable (URL) async throws -> CompressionReport
  ) async throws -> ReopenedOutput {
    let file = folder.file(name)
    let report = try await ProcessSlots.shared.use { try await job(file) }
    #expect(report.outcome == .compressed, "\(name): \(report.warnings)")
    return try await ReopenedOutput(file)
  }
}
