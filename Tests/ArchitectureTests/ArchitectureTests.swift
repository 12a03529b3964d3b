import Foundation
import Testing

@Suite("The sources keep to the design") struct ArchitectureTests {
  /// What each target may import of ours; what isn't named here may import nothing of ours.
  static let direction: [String: Set<String>] = [
    "Media": [], "ISOMedia": ["Media"], "FFmpeg": ["CFFmpeg", "CFDKAAC", "Media"], "HDR": ["Media"],
    "DynamicRange": ["CColorConversion", "Media"],
    "Capabilities": ["FFmpeg", "Media", "HDR", "CVA", "CNVENC"],
    "Jobs": ["Media", "FFmpeg"],
    "VideoCompression": ["Jobs", "Media", "FFmpeg", "ISOMedia", "HDR", "DynamicRange", "Capabilities"],
    // A HEIC picture is one access unit of HEVC, so video units are chosen and driven by the same code as for films.
    "ImageCompression": [
      "Jobs", "Media", "FFmpeg", "HDR", "Capabilities", "VideoCompression", "CHeif", "CTurboJPEG", "CLittleCMS",
    ],
    "Swage": ["Media", "Capabilities", "VideoCompression", "ImageCompression"], "SwageCLI": ["Swage"],
    "SwageBench": ["Media", "FFmpeg", "HDR", "Capabilities", "VideoCompression", "ImageCompression"],
  ]
  static let ours = Set(direction.keys).union([
    "CFFmpeg", "CFFmpegLibraries", "CColorConversion", "CFDKAAC", "CVA", "CVALibraries", "CNVENC", "CHeif",
    "CTurboJPEG",
    "CLittleCMS", "CPictureLibraries",
  ])

  @Test("there are sources to look at") func found() {
    #expect(SourceTree.files.count > 20)
    #expect(SourceTree.files.contains { $0.target == "SwageBench" })
  }

  @Test("imports go in one direction") func imports() {
    for file in SourceTree.files {
      let allowed = Self.direction[file.target] ?? []
      for module in file.imports where Self.ours.contains(module) {
        #expect(allowed.contains(module), "\(file) imports \(module)")
      }
    }
  }

  @Test("Media imports nothing at all") func media() {
    for file in SourceTree.files where file.target == "Media" { #expect(file.imports == [], "\(file)") }
  }

  @Test("only the FFmpeg module imports C's FFmpeg") func wall() {
    for file in SourceTree.files where file.target != "FFmpeg" {
      #expect(!file.imports.contains { $0.hasPrefix("CFFmpeg") }, "\(file)")
    }
  }

  @Test("planning and requests know nothing of FFmpeg's module") func pure() {
    for file in SourceTree.files {
      for folder in ["Plan", "Request"] where file.path.hasPrefix("VideoCompression/\(folder)/") {
        #expect(!file.imports.contains("FFmpeg"), "\(file)")
      }
    }
  }

  @Test("full Foundation is never imported") func foundation() {
    for file in SourceTree.files { #expect(!file.imports.contains("Foundation"), "\(file)") }
  }

  @Test("names of hardware systems and of encoder libraries stay where they belong") func backends() {
    let homes = ["/Backends/", "Capabilities/", "FFmpeg/Hardware/", "SwageCLI/", "SwageBench/"]
    for file in SourceTree.files where !homes.contains(where: { file.path.contains($0) }) {
      for line in file.code {
        for word in ["VAAPI", "NVENC", "libx26"] where line.text.contains(word) {
          Issue.record("\(file):\(line.number) says \(word)")
        }
      }
    }
  }

  @Test("@unchecked Sendable says why on the line above") func unchecked() {
    for file in SourceTree.files {
      for line in file.code where line.text.contains("@unchecked Sendable") {
        // The reason may have several lines.
        let above = file.lines[..<(line.number - 1)].reversed()
          .prefix { $0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
        #expect(above.contains { $0.lowercased().contains("because") }, "\(file):\(line.number)")
      }
    }
  }

  @Test("nothing crashes on purpose, and nothing is left for later", arguments: ["try!", "fatalError(", "as!"])
  func crashes(word: String) {
    for file in SourceTree.files {
      for line in file.code where line.text.contains(word) { Issue.record("\(file):\(line.number) says \(word)") }
    }
  }

  @Test("nothing is left for later", arguments: ["TODO", "FIXME", "XXX"]) func later(word: String) {
    for file in SourceTree.files { #expect(!file.text.contains(word), "\(file)") }
  }

  @Test("no file is longer than 400 lines") func length() {
    for file in SourceTree.files { #expect(file.lines.count <= 400, "\(file) has \(file.lines.count) lines") }
  }

  @Test("nothing prints from the library") func quiet() {
    for file in SourceTree.files where !["SwageCLI", "SwageBench"].contains(file.target) {
      for line in file.code where line.text.hasPrefix("print(") || line.text.contains(" print(") {
        Issue.record("\(file):\(line.number) prints")
      }
    }
  }
}
