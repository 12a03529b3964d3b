// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let tests: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swage",
  products: [
    .library(name: "Swage", targets: ["Swage"]),
    .executable(name: "swage", targets: ["SwageCLI"]),
    .executable(name: "swage-bench", targets: ["SwageBench"]),
  ],
  targets: [
    // The compiler and linker flags of FFmpeg's libraries; those that aren't named here are loaded by CFFmpeg when they
    // are needed. Headers of a system library target are not tracked for changes, so the headers themselves are in
    // CFFmpeg.
    .systemLibrary(
      name: "CFFmpegLibraries",
      pkgConfig: "libavutil libswscale libswresample",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev", "libswscale-dev",
          "libswresample-dev",
        ])
      ]),
    .target(name: "CFFmpeg", dependencies: ["CFFmpegLibraries"]),
    // The FDK AAC library is opened at run time, too.
    .target(name: "CFDKAAC"),
    .target(name: "Media", swiftSettings: strict),
    .target(name: "FFmpeg", dependencies: ["CFFmpeg", "CFDKAAC", "Media"], swiftSettings: strict),
    .target(name: "HDR", dependencies: ["Media"], swiftSettings: strict),
    // Loops over samples in C: debug builds, in which the tests run, take tens of times as long for the same in Swift, and
    // the C compiler builds them for several instruction sets.
    .target(name: "CColorConversion"),
    .target(name: "DynamicRange", dependencies: ["CColorConversion", "Media"], swiftSettings: strict),
    .target(name: "ISOMedia", swiftSettings: strict),
    // As above, for libva.
    .systemLibrary(
      name: "CVALibraries", pkgConfig: "libva libva-drm libdrm",
      providers: [.apt(["libva-dev", "libdrm-dev"])]),
    .target(name: "CVA", dependencies: ["CVALibraries"]),
    // NVIDIA's libraries are opened at run time: headers only, of Debian's libffmpeg-nvenc-dev.
    .target(name: "CNVENC"),
    .target(
      name: "Capabilities", dependencies: ["CVA", "CNVENC", "FFmpeg", "Media"], swiftSettings: strict),
    // What a job is, whatever it compresses: errors, policies, temporary files, threads.
    .target(name: "Jobs", dependencies: ["FFmpeg"], swiftSettings: strict),
    .target(
      name: "VideoCompression",
      dependencies: ["Jobs", "Media", "FFmpeg", "HDR", "DynamicRange", "ISOMedia", "Capabilities"],
      swiftSettings: strict),
    // As above, for what pictures need beside FFmpeg.
    .systemLibrary(
      name: "CPictureLibraries", pkgConfig: "libheif lcms2 libturbojpeg",
      providers: [.apt(["libheif-dev", "liblcms2-dev", "libturbojpeg0-dev"])]),
    .target(name: "CHeif", dependencies: ["CPictureLibraries"]),
    .target(name: "CTurboJPEG", dependencies: ["CPictureLibraries"]),
    .target(name: "CLittleCMS", dependencies: ["CPictureLibraries"]),
    .target(
      // A HEIC picture is an access unit of HEVC: video units are chosen and driven as for films.
      name: "ImageCompression",
      dependencies: [
        "Jobs", "Media", "FFmpeg", "Capabilities", "VideoCompression", "CHeif", "CTurboJPEG", "CLittleCMS",
      ],
      swiftSettings: strict),
    .target(
      name: "Swage", dependencies: ["VideoCompression", "ImageCompression", "Capabilities", "Media"],
      swiftSettings: strict),
    // What Swage re-exports is named again by those who import it: otherwise the build system doesn't know that a
    // change of a type's layout concerns them.
    .executableTarget(
      name: "SwageCLI",
      dependencies: ["Swage", "VideoCompression", "ImageCompression", "Jobs", "Capabilities", "Media"],
      swiftSettings: strict),
    // Measures the command beside others, and parts of the library by themselves.
    .executableTarget(
      name: "SwageBench",
      dependencies: ["VideoCompression", "ImageCompression", "Capabilities", "HDR", "FFmpeg", "Media"],
      path: "Benchmarks/Sources", swiftSettings: strict),
    // What tests share: clips made by the ffmpeg command, and the reopened output that they judge.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: tests),
    .testTarget(name: "ArchitectureTests", swiftSettings: tests),
    .testTarget(
      name: "SwageTests", dependencies: ["Swage", "VideoCompression", "Capabilities", "Media", "TestSupport"],
      swiftSettings: tests),
    .testTarget(name: "CommandTests", dependencies: ["DynamicRange", "Media", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CapabilitiesTests", dependencies: ["Capabilities", "Media", "TestSupport"], swiftSettings: tests),
    // A program that draws into frames, because simulated video units are only found by processes that begin with them.
    .executableTarget(
      name: "ArtistTool", dependencies: ["Swage", "VideoCompression", "Capabilities", "Media"],
      path: "Tests/ArtistTool",
      swiftSettings: tests),
    // On simulated video units, which `make simulator` builds, or on real ones.
    .testTarget(
      name: "HardwareTests", dependencies: ["TestSupport", "ArtistTool"], path: "hwtests/HardwareTests",
      swiftSettings: tests),
    .testTarget(name: "CorpusTests", dependencies: ["TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "HDRTests", dependencies: ["HDR", "Media", "TestSupport"], exclude: ["FuzzCorpus"], swiftSettings: strict),
    .testTarget(name: "ISOMediaTests", dependencies: ["ISOMedia"], swiftSettings: strict),
    .testTarget(
      name: "SwageCLITests",
      dependencies: ["SwageCLI", "Swage", "VideoCompression", "ImageCompression", "Capabilities", "Media"],
      swiftSettings: strict),
    .testTarget(
      name: "SwageBenchTests",
      dependencies: ["SwageBench", "Capabilities", "Media", "VideoCompression", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ImageCompressionTests",
      dependencies: [
        "ImageCompression", "VideoCompression", "Capabilities", "HDR", "Jobs", "FFmpeg", "Media", "TestSupport",
      ],
      exclude: ["FuzzCorpus"], swiftSettings: strict),
    .testTarget(
      name: "DynamicRangeTests", dependencies: ["DynamicRange", "Media", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "VideoCompressionTests",
      dependencies: ["VideoCompression", "Capabilities", "FFmpeg", "Media", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
