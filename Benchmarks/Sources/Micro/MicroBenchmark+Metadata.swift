import HDR
import Media

extension MicroBenchmark {
  private static let bytes = 150_000
  private static let dynamic = DynamicMetadata(
    hdr10Plus: [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04, 0x01, 0x40] + [UInt8](repeating: 0x55, count: 60),
    dolbyVision: [0x19, 0x08, 0x09] + [UInt8](repeating: 0x33, count: 200) + [0x80])
  private static let fixed = StaticMetadata(
    masteringDisplay: MasteringDisplay(
      red: .init(x: 35400, y: 14600), green: .init(x: 8500, y: 39850), blue: .init(x: 6550, y: 2300),
      white: .init(x: 15635, y: 16450), maximumLuminance: 10_000_000, minimumLuminance: 1),
    contentLight: ContentLightLevel(maximumContentLight: 1000, maximumFrameAverageLight: 400))

  /// Writing and reading what coded pictures carry of high dynamic range.
  static let metadata = [
    MicroBenchmark(name: "metadata writing", work: "write SEI messages and Dolby Vision into a keyframe of 150 kB") {
      let unit = Samples.accessUnit(bytes: bytes)
      let writer = MetadataWriter(codec: .hevc, fixed: fixed)
      return {
        guard writer.rewrite(unit, isKeyframe: true, dynamic: dynamic).count > unit.count else {
          throw BenchmarkError("nothing was written")
        }
      }
    },
    MicroBenchmark(name: "metadata reading", work: "read them from a keyframe of 150 kB between start codes") {
      let writer = MetadataWriter(codec: .hevc, fixed: fixed)
      let unit = writer.rewrite(Samples.accessUnit(bytes: bytes), isKeyframe: true, dynamic: dynamic)
      guard let reader = MetadataReader(codec: "hevc", configuration: []) else {
        throw BenchmarkError("there is no reader of HEVC")
      }
      return {
        guard reader.read(unit).dynamic.dolbyVision != nil else { throw BenchmarkError("nothing was read") }
      }
    },
  ]
}
