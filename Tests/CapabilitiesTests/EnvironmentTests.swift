import FoundationEssentials
import Media
import TestSupport
import Testing

@testable import Capabilities

@Suite("Where to look and where to remember") struct EnvironmentTests {
  @Test(
    "the cache is where the environment says",
    arguments: [
      (["SWAGE_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"], "/a"),
      (["SWAGE_CACHE_DIR": "", "XDG_CACHE_HOME": "/b", "HOME": "/c"], "/b/swage"),
      (["XDG_CACHE_HOME": "relative", "HOME": "/c"], "/c/.cache/swage"), (["HOME": "/c"], "/c/.cache/swage"),
      ([:], nil),
    ])
  func cacheFolder(variables: [String: String], folder: String?) {
    #expect(Environment(variables: variables).cacheFolder == folder)
  }

  @Test("render nodes come in the order of their numbers, and nothing else does") func nodes() throws {
    let folder = try TemporaryFolder()
    for name in ["renderD129", "card0", "renderD1000", "renderD128", "renderDx", "by-path"] {
      try write("", to: folder.file(name))
    }
    let found = RenderNodes.find(Environment(variables: [:]), folder: folder.url.path)
    #expect(found.paths == ["renderD128", "renderD129", "renderD1000"].map { folder.file($0).path })
  }

  @Test("without any node it says what was looked for") func none() {
    let found = RenderNodes.find(Environment(variables: [:]), folder: "/nonexistent/dri")
    #expect(found.paths == [] && found.absence == "VA-API: no render node in /nonexistent/dri")
  }

  @Test("SWAGE_VAAPI_DEVICES replaces the search, also when it is empty") func explicit() {
    let two = RenderNodes.find(Environment(variables: ["SWAGE_VAAPI_DEVICES": "/b:/a"]), folder: "/dev")
    #expect(two.paths == ["/b", "/a"])
    let none = RenderNodes.find(Environment(variables: ["SWAGE_VAAPI_DEVICES": ""]), folder: "/dev")
    #expect(none.paths == [] && none.absence.contains("SWAGE_VAAPI_DEVICES"))
  }
}

@Suite("Listing") struct ListingTests {
  @Test("a path that isn't there is a row that says so") func missing() {
    let device = VAAPIListing.device(at: "/nonexistent/renderD128")
    #expect(device.path == "/nonexistent/renderD128" && device.encoders == [])
    #expect(device.problem?.kind == .failed)
    #expect(device.problem?.message == "/nonexistent/renderD128 can't be opened: No such file or directory")
  }

  @Test("a device that isn't a graphics card is a row that says so") func noCard() {
    let device = VAAPIListing.device(at: "/dev/zero")
    #expect(device.problem?.message == "/dev/zero is no render node of a graphics card")
  }

  @Test("versions of NVENC are compared by their two numbers") func versions() {
    #expect(NVENCVersion(packed: 0xB1) == NVENCVersion(major: 11, minor: 1))
    #expect(NVENCVersion(packed: 0xB0) < NVENCVersion(packed: 0xB1))
    #expect(NVENCVersion(packed: 0xC0) > NVENCVersion(packed: 0xB9))
    #expect(NVENCVersion(packed: 0xA0) < .required && NVENCVersion.required < NVENCVersion(major: 99, minor: 0))
    #expect("\(NVENCVersion(packed: 0xC2))" == "12.2")
  }

  @Test("the processor lists both codecs, each with its bit depths") func software() {
    let device = SoftwareListing.device()
    #expect(device.backend == .software && device.path == nil && device.problem == nil)
    #expect(
      device.encoders.map { "\($0.encoder) \($0.bitDepth)" } == ["libx264 8", "libx264 10", "libx265 8", "libx265 10"])
    #expect(device.encoders.allSatisfy { $0.state == .listed })
    #expect(device.driver?.contains("libx264") == true)
  }

  @Test("only what is listed is tried, and what came out is told after each trial") func prover() {
    let unlisted = Made.row(.hevc, 10, .refused(reason: "the driver lists no HEVC Main 10"))
    var proved = ProbeAnswer(devices: [Made.device([Made.row(.h264), Made.row(.hevc), unlisted])])
    var reports: [[DeviceEncoder.State]] = []
    Prover.prove(&proved, 0) { encoder, bitDepth in
      #expect(encoder.device == "/dev/dri/renderD128" && encoder.bitDepths == [bitDepth])
      return encoder.codec == .h264 ? .proved(seconds: 1) : .refused(reason: "garbage")
    } report: {
      reports.append($0.devices[0].encoders.map(\.state))
    }
    let states: [DeviceEncoder.State] = [.proved(seconds: 1), .refused(reason: "garbage"), unlisted.state]
    #expect(reports == [[states[0], .listed, states[2]], states])
    #expect(proved.devices[0].encoders.map(\.state) == states)
    #expect(proved.devices[0].capabilities.map(\.bitDepths) == [[8], []])
  }
}
