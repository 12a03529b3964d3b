import Foundation
import Swage
import Testing

@Suite("Requests are values") struct RequestTests {
  static let requests: [CompressionRequest] = {
    let (source, output) = (URL(fileURLWithPath: "/a b/ü.mov"), URL(fileURLWithPath: "/out/x.mkv"))
    return [
      CompressionRequest(from: source),
      CompressionRequest(from: source, to: .file(output), video: .video(.h264, longSide: 1280).quality(0.25)),
      CompressionRequest(from: source, to: .directory(output), audio: .none, trim: TimeRange(start: 1.5)),
      CompressionRequest(from: source, to: .replaceSource)
        .video(.automatic.bitRate(.megabits(1.5)).speed(.slow).rotation(.bake).shortSide(720).keyframeInterval(48))
        .audio(.audio(.aac).bitRate(.kilobits(96)).channels(2).sampleRate(44100))
        .trim(from: 1, to: 2.25).container(.mkv).tracks(.first).metadata(.strip).backend(.software)
        .sizePolicy(.allowLarger).damagePolicy(.salvage).verification(.full),
    ]
  }()

  @Test("a request comes back from JSON as it was", arguments: requests)
  func roundTrip(request: CompressionRequest) throws {
    let text = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(CompressionRequest.self, from: text) == request)
  }

  @Test("a change makes a new request and leaves the old one") func builder() {
    let plain = CompressionRequest(from: URL(fileURLWithPath: "/a.mov"))
    let changed = plain.metadata(.strip).trim(to: 3)
    #expect(plain.metadata == .keep && plain.trim == TimeRange())
    #expect(changed.metadata == .strip && changed.trim == TimeRange(end: 3))
    #expect(plain.video.rateControl == .quality(0.7) && plain.video.codec == nil)
    #expect(changed.video(.video(.h264).bitRate(.bits(5))).video.rateControl == .bitRate(.bits(5)))
  }
}
