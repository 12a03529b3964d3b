import FoundationEssentials
import Media
import TestSupport
import Testing

@testable import Capabilities

@Suite("The cache") struct CacheTests {
  let folder: TemporaryFolder
  let cache: CapabilityCache
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    folder = try TemporaryFolder()
    cache = CapabilityCache(Environment(variables: ["SWAGE_CACHE_DIR": folder.file("a/b").path]))
  }

  private func entry(_ name: String, _ fact: String = "x", age: Double = 0, lifetime: Double = 100)
    -> CapabilityCache.Entry
  {
    CapabilityCache.Entry(
      name: name, fingerprint: Fingerprint(facts: ["fact": fact]), date: now.addingTimeInterval(-age),
      lifetime: lifetime, answer: Made.proved)
  }

  @Test("what was kept comes back as it was, also from folders that didn't exist") func roundTrip() {
    cache.add([entry("one"), entry("two")], at: now)
    cache.add([entry("three")], at: now)
    #expect(cache.entries(at: now) == [entry("one"), entry("two"), entry("three")])
    #expect(TemporaryFolder.contents(of: folder.file("a/b")) == ["capabilities.json"])
  }

  @Test("a new answer takes the place of the old one in the same circumstances only") func replaced() {
    cache.add([entry("one", "x", age: 5), entry("one", "y", age: 4)], at: now)
    cache.add([entry("one", "x")], at: now)
    #expect(cache.entries(at: now) == [entry("one", "y", age: 4), entry("one", "x")])
  }

  @Test("answers hold for their time, and those from the future don't") func validity() {
    cache.add([entry("old", age: 100), entry("young", age: 99), entry("tomorrow", age: -86400)], at: now)
    #expect(cache.entries(at: now).map(\.name) == ["young"])
  }

  @Test("it doesn't grow without end") func bounded() {
    for number in 0..<60 { cache.add([entry("one", "\(number)", age: Double(60 - number))], at: now) }
    #expect(cache.entries(at: now).count == 48)
    #expect(cache.entries(at: now).last?.fingerprint.facts["fact"] == "59")
  }

  @Test(
    "a file that makes no sense is as none",
    arguments: ["", "{", "[]", "{\"schema\":\"swage.capability-cache/2\",\"entries\":[]}", "\u{0}\u{1}"])
  func broken(content: String) throws {
    cache.add([entry("one")], at: now)
    try write(content, to: folder.file("a/b/capabilities.json"))
    #expect(cache.entries(at: now) == [])
    cache.add([entry("two")], at: now)
    #expect(cache.entries(at: now) == [entry("two")])
  }

  @Test("a place that can't be written is no error") func unwritable() throws {
    try write("a file, no folder", to: folder.file("file"))
    for place in [folder.file("file/cache").path, "/proc/cache", ""] {
      let cache = CapabilityCache(Environment(variables: ["SWAGE_CACHE_DIR": place]))
      cache.add([entry("one")], at: now)
      #expect(cache.entries(at: now) == [])
    }
    #expect(folder.contents == ["file"])
  }

  @Test("what may pass holds for minutes, what stays for weeks, and what somebody stopped not at all")
  func lifetimes() {
    func lifetime(_ device: EncodingDevice, _ ending: RunningProbe.Ending = .completed) -> Double {
      CapabilityCache.lifetime(of: ProbeAnswer(devices: [device]), ending)
    }
    let minutes = 600.0
    let weeks = 30 * 24 * 3600.0
    #expect(lifetime(Made.device([Made.row(.hevc, 8, .proved(seconds: 1))])) == weeks)
    #expect(lifetime(Made.device([Made.row(.hevc, 8, .refused(reason: "the driver lists no HEVC"))])) == weeks)
    #expect(lifetime(Made.device([Made.row(.hevc, 8, .refused(reason: "garbage"))])) == minutes)
    for kind in DeviceProblem.Kind.allCases {
      let stays: Set<DeviceProblem.Kind> = [.noPermission, .noDriver, .driverTooOld, .noEncoder]
      #expect(lifetime(Made.device([], problem: kind)) == (stays.contains(kind) ? weeks : minutes), "\(kind)")
    }
    let device = Made.device([Made.row(.hevc, 8, .proved(seconds: 1))])
    #expect(lifetime(device, .timedOut) == minutes && lifetime(device, .crashed(11)) == minutes)
    #expect(lifetime(device, .crashed(2)) == 0 && lifetime(device, .exited(130)) == 0)
    #expect(lifetime(device, .interrupted) == 0)
  }
}
