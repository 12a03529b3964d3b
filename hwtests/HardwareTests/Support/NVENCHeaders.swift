import Foundation

/// The headers of NVIDIA's encoding interface that Swage is built with here, and with them the version that it requires.
enum NVENCHeaders {
  /// The version, such as `11.1`; empty parts where the header isn't where Debian has it.
  static let version: String = {
    let text = (try? String(contentsOfFile: "/usr/include/ffnvcodec/nvEncodeAPI.h", encoding: .utf8)) ?? ""
    return ["MAJOR", "MINOR"].map { part in
      let line = text.split(separator: "\n").first { $0.hasPrefix("#define NVENCAPI_\(part)_VERSION ") }
      return line?.split(separator: " ").last.map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
    }.joined(separator: ".")
  }()
}
