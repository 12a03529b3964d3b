import Foundation
import TestSupport
import Testing

/// Programs of other people, on the simulated devices.
@Suite("Others accept the simulated devices", .needsSimulator) struct WitnessTests {
  @Test("vainfo lists the VA-API device", .needsTool("vainfo")) func vainfo() async throws {
    let result = try await run(
      "vainfo", ["--display", "drm", "--device", "/dev/null"], environment: Simulator.vaapi)
    #expect(result.status == .exited(0), "\(result.errorText)")
    for line in [
      "Driver version: Swage simulator 1.0", "VAProfileH264High", "VAProfileHEVCMain ", "VAProfileHEVCMain10",
      "VAEntrypointEncSlice",
    ] {
      #expect(result.text.contains(line), "\(line) isn't in \(result.text)")
    }
  }

  @Test("vainfo fails where the driver does", .needsTool("vainfo")) func vainfoFails() async throws {
    let variables = Simulator.vaapi.merging(["SWAGE_SIM_VAAPI": "initialize=fail"]) { $1 }
    let result = try await run("vainfo", ["--display", "drm", "--device", "/dev/null"], environment: variables)
    #expect(result.status != .exited(0))
  }

  @Test(
    "the ffmpeg command encodes on both kinds of device", arguments: Unit.allCases,
    [("h264", "nv12"), ("hevc", "nv12"), ("hevc", "p010")])
  func ffmpeg(unit: Unit, kind: (codec: String, format: String)) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("out.mp4")
    let format = unit == .nvenc && kind.format == "p010" ? "p010le" : kind.format
    let device = unit == .vaapi ? ["-vaapi_device", "/dev/null"] : []
    let upload = unit == .vaapi ? ",hwupload" : ""
    let result = try await run(
      "ffmpeg",
      ["-v", "error"] + device + [
        "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-frames:v", "25", "-vf", "format=\(format)\(upload)",
        "-c:v", unit.encoder(kind.codec), file.path,
      ], environment: unit == .vaapi ? Simulator.vaapi : Simulator.nvenc)
    // Newer versions of libva complain that the kernel doesn't know the simulated node, and go on.
    let complaints = result.errorText.split(separator: "\n").filter { !$0.contains("vaGetDriverNames") }
    #expect(result.status == .exited(0) && complaints.isEmpty, "\(complaints)")
    let output = try await ReopenedOutput(file)
    #expect(try output.film.packetCount == 25)
    #expect(try output.film.pixFmt == (kind.format == "nv12" ? "yuv420p" : "yuv420p10le"))
    #expect(try await output.decodingErrors() == "")
  }
}
