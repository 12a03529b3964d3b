import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite("A look that doesn't read what it needn't")
struct SparseReadingTests {
  /// What is known of a packet without its bytes.
  private struct Facts: Equatable {
    let stream: Int
    let times: [Int64?]
    let byteCount: Int
    let flags: [Bool]

    init(_ packet: Packet) {
      stream = packet.streamIndex
      times = [packet.presentationTime, packet.decodeTime, packet.duration]
      byteCount = packet.byteCount
      flags = [packet.isKeyframe, packet.isHidden, packet.isCorrupt]
    }
  }

  /// Every packet of a file.
  ///
  /// - Parameter isSparse: Whether reading is narrowed after the third packet to what a look needs.
  private func packets(of file: URL, isSparse: Bool) throws -> [Packet] {
    let demuxer = try Demuxer(path: file.path, interruption: Interruption(), isSparse: isSparse)
    var packets: [Packet] = []
    while true {
      if packets.count == 3, isSparse { demuxer.read { $0.parameters.codecName == "h264" ? .keyframes : .none } }
      guard let packet = try demuxer.read() else { return packets }
      packets.append(packet)
    }
  }

  private func compare(_ file: URL) throws {
    let streams = try Demuxer(path: file.path, interruption: Interruption()).streams
    let coded = Set(streams.filter { $0.parameters.codecName == "h264" }.map(\.index))
    let whole = try packets(of: file, isSparse: false)
    let sparse = try packets(of: file, isSparse: true)
    #expect(!whole.isEmpty && sparse.count == whole.count)
    var (left, rest) = (0, 0)
    for (index, (found, real)) in zip(sparse, whole).enumerated() {
      #expect(Facts(found) == Facts(real), "packet \(index)")
      let isWanted = index < 3 || real.isKeyframe && coded.contains(real.streamIndex)
      if !isWanted { rest += real.byteCount }
      // What FFmpeg's buffer holds when reading is narrowed comes from there.
      guard found.bytes != real.bytes else { continue }
      left += real.byteCount
      #expect(found.bytes.allSatisfy { $0 == 0 } && !isWanted, "packet \(index)")
    }
    #expect(left >= rest - (1 << 17), "\(left) of \(rest) bytes were left out")
  }

  @Test(
    "gives the same packets: times, sizes, flags, and the bytes of those that are looked into",
    arguments: [Clip.chapters, .hiddenStart, .soundWithCover, .cutOff, .portrait])
  func sameOfClips(clip: Clip) async throws { try compare(try await clip.file) }

  @Test(
    "gives the same packets of real films", .needsCorpus,
    arguments: Corpus.films.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mov") || $0.hasSuffix(".m4a") })
  func sameOfRealFilms(name: String) throws {
    let file = try Corpus.file(name)
    guard let demuxer = try? Demuxer(path: file.path, interruption: Interruption()) else { return }
    let codecs = demuxer.streams.map(\.parameters.codecName)
    guard codecs.first == "h264", codecs.dropFirst().allSatisfy({ ["aac", "alac"].contains($0) }) else { return }
    try compare(file)
  }

  @Test("of a file of another kind, everything is read") func otherKind() async throws {
    let file = try await Clip.coverMatroska.file
    let (sparse, whole) = (try packets(of: file, isSparse: true), try packets(of: file, isSparse: false))
    #expect(sparse.count == whole.count && sparse.map(\.bytes) == whole.map(\.bytes))
  }

  @Test("what isn't there can't be read") func missing() {
    #expect(throws: FFmpegError.self) {
      try Demuxer(path: "/nonexistent/film.mp4", interruption: Interruption(), isSparse: true)
    }
  }
}
