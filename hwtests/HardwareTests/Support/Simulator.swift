import Foundation
import TestSupport
import Testing

/// The simulated devices, as `make simulator` builds them.
enum Simulator {
  /// The repository.
  static let repository: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// Where they are.
  static let folder = repository.appendingPathComponent(".build/simulator")

  /// Whether all of them are there.
  static let isBuilt: Bool = {
    let files = [
      "swage_sim_drv_video.so", "libswage_sim_node.so", "nvenc/libcuda.so.1", "nvenc/libnvidia-encode.so.1",
      "libswage_sim_x265.so",
    ]
    return files.allSatisfy { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
  }()

  /// Variables that let a program find the simulated VA-API driver behind any file that stands for a render node.
  static let vaapi = [
    "LD_PRELOAD": folder.path + "/libswage_sim_node.so", "LIBVA_DRIVERS_PATH": folder.path,
    "LIBVA_DRIVER_NAME": "swage_sim", "LIBVA_MESSAGING_LEVEL": "1",
  ]

  /// Variables that make the processor's encoder of HEVC hang at the end of a film or when it is closed, if it makes several
  /// frames at once.
  static func hangingProcessor(at call: String) -> [String: String] {
    ["LD_PRELOAD": folder.path + "/libswage_sim_x265.so", "SWAGE_SIM_X265": "fault=\(call)"]
  }

  /// Variables that let a program load the simulated NVENC pair.
  static let nvenc: [String: String] = {
    let others = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
    return ["LD_LIBRARY_PATH": folder.path + "/nvenc" + others]
  }()
}
