import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Capabilities

@Suite("What an answer depends on") struct FingerprintTests {
  let drivers: TemporaryFolder
  let variables: [String: String]

  init() throws {
    drivers = try TemporaryFolder()
    try write("a driver", to: drivers.file("maker_drv_video.so"))
    try write("a node", to: drivers.file("node"))
    try write("a library", to: drivers.file("libcuda.so.1"))
    variables = ["LIBVA_DRIVERS_PATH": "/nonexistent:\(drivers.url.path)", "LD_LIBRARY_PATH": drivers.url.path]
  }

  private func node(_ more: [String: String] = [:]) -> Fingerprint {
    .vaapi(node: drivers.file("node").path, Environment(variables: variables.merging(more) { $1 }))
  }

  private func nvidia(_ more: [String: String] = [:]) -> Fingerprint {
    .nvenc(Environment(variables: variables.merging(more) { $1 }))
  }

  @Test("nothing changes by itself, nor with variables that don't matter") func same() {
    #expect(node() == node(["SWAGE_CACHE_DIR": "/elsewhere", "LANG": "C", "CUDA_VISIBLE_DEVICES": "1"]))
    #expect(nvidia() == nvidia(["SWAGE_CACHE_DIR": "/elsewhere", "LIBVA_DRIVER_NAME": "x"]))
    #expect(Fingerprint.software == .software)
  }

  @Test("the drivers' variables count") func environment() {
    #expect(node() != node(["LIBVA_DRIVER_NAME": "other"]))
    #expect(node() != node(["LIBVA_DRIVERS_PATH": "/nonexistent"]))
    #expect(node() != node(["LD_LIBRARY_PATH": "/nonexistent"]))
    #expect(node() != node(["SWAGE_VAAPI_DEVICES": "/dev/null"]))
    #expect(nvidia() != nvidia(["CUDA_VISIBLE_DEVICES": "1"]))
    #expect(nvidia() != nvidia(["LD_LIBRARY_PATH": "/nonexistent"]))
  }

  @Test(
    "files of drivers and of the node count, by size, time and presence",
    arguments: ["maker_drv_video.so", "other_drv_video.so", "node"])
  func files(name: String) throws {
    let before = node()
    try write("something longer than before", to: drivers.file(name))
    let after = node()
    #expect(before != after)
    var times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 5)]
    utimensat(AT_FDCWD, drivers.file(name).path, &times, 0)
    #expect(after != node())
    unlink(drivers.file(name).path)
    #expect(before != node() || name == "other_drv_video.so")
  }

  @Test(
    "a driver of NVIDIA that comes or changes counts",
    arguments: ["libcuda.so.1", "libnvidia-encode.so.1", "libnvcuvid.so.1"])
  func libraries(name: String) throws {
    let before = nvidia()
    try write("another library", to: drivers.file(name))
    #expect(before != nvidia())
  }

  @Test("the versions of Swage, FFmpeg, the libraries and the kernel are in it") func versions() throws {
    let facts = Fingerprint.software.facts
    #expect(facts["swage"]?.hasPrefix(Release.version) == true)
    #expect(facts["FFmpeg"]?.contains("libavcodec") == true)
    #expect(facts["libraries"]?.contains("/libx265.so") == true)
    let kernel = text(URL(filePath: "/proc/sys/kernel/osrelease")).filter { !$0.isWhitespace }
    #expect(facts["kernel"] == kernel)
  }

  @Test("libraries are found in a map of memory, each once") func map() {
    let map = """
      7f00-7f01 r--p 00000000 08:01 1  /usr/lib/libva.so.2.1700.0
      7f01-7f02 r-xp 00000000 08:01 1  /usr/lib/libva.so.2.1700.0
      7f02-7f03 r--p 00000000 08:01 2  /usr/lib/libvapoursynth.so
      7f03-7f04 rw-p 00000000 00:00 0  [heap]
      """
    #expect(FileIdentity.loadedPaths(map) == ["/usr/lib/libva.so.2.1700.0"])
  }
}
