import Foundation
import TestSupport
import Testing

@Suite("Several devices", .needsSimulator) struct SeveralDevicesTests {
  /// A machine with files as render nodes that say what each is like.
  private func machine(_ settings: [String]) throws -> (machine: Machine, nodes: [String], folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let nodes = try settings.enumerated().map { index, text in
      let file = folder.file("renderD\(128 + index)")
      try Data(text.utf8).write(to: file)
      return file.path
    }
    return (.vaapi(nodes: nodes), nodes, folder)
  }

  @Test("--device picks one of them, with or without a backend", arguments: [[], ["--backend", "vaapi"]])
  func picked(options: [String]) async throws {
    let (machine, nodes, folder) = try machine(["vendor=First", "vendor=Second"])
    defer { withExtendedLifetime(folder) {} }
    for node in nodes.reversed() {
      let job = try await machine.compress(.short, ["--device", node] + options + settled)
      _ = try await job.reopened(mayBeLarger: true)
      #expect(job.report["device"].string == node)
      #expect(job.report["attempts"].array.compactMap(\.["device"].string) == [node])
    }
    let any = try await machine.compress(.short, settled)
    #expect(any.report["device"].string == nodes[0])
  }

  @Test("an unknown device is refused, and those that were found are named") func unknown() async throws {
    let (machine, nodes, folder) = try machine(["vendor=First", "vendor=Second"])
    defer { withExtendedLifetime(folder) {} }
    let job = try await machine.compress(.short, ["--device", "/dev/dri/renderD199"])
    job.refused(4, naming: "/dev/dri/renderd199")
    for node in nodes { #expect(job.complaint.contains(node), "\(job.complaint)") }
  }

  @Test("the first device that can carry the film gets it, and the others are behind it") func order() async throws {
    let (machine, nodes, folder) = try machine(["codecs=h264", "vendor=Second", "vendor=Third"])
    defer { withExtendedLifetime(folder) {} }
    let hevc = try await machine.compress(.short, settled)
    #expect(hevc.report["device"].string == nodes[1])
    let h264 = try await machine.compress(.short, ["--codec", "h264"] + settled)
    #expect(h264.report["device"].string == nodes[0])
  }

  @Test("when one fails, the next takes over") func nextTakesOver() async throws {
    let (machine, nodes, folder) = try machine(["vendor=First\nfault=EndPicture@frame45:HW_BUSY", "vendor=Second"])
    defer { withExtendedLifetime(folder) {} }
    // The fault is past the pictures of the three trials, so that only the job meets it.
    let job = try await machine.compress(.plain, settled)
    _ = try await job.reopened(mayBeLarger: true)
    #expect(job.report["attempts"].array.map(\.["device"].string) == nodes)
    #expect(job.report["attempts"].array.map(\.["result"].string) == ["failed", "succeeded"])
  }

  @Test("--device is the number of an NVIDIA GPU") func gpuNumber() async throws {
    let machine = Machine.nvenc("devices=2")
    for number in ["1", "0"] {
      let job = try await machine.compress(.short, ["--device", number] + settled)
      _ = try await job.reopened(mayBeLarger: true)
      #expect(job.report["device"].string == number)
    }
    let job = try await machine.compress(.short, ["--device", "7", "--backend", "nvenc"])
    job.refused(4, naming: "no device 7")
  }

  @Test("--allow-fallback lets others stand in for a device that isn't there") func fallback() async throws {
    let (machine, _, folder) = try machine(["vendor=First"])
    defer { withExtendedLifetime(folder) {} }
    let job = try await machine.compress(
      .short, ["--device", "/dev/dri/renderD199", "--allow-fallback"] + settled)
    _ = try await job.reopened(mayBeLarger: true)
  }
}
