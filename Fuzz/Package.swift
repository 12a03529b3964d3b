// swift-tools-version: 6.2
import PackageDescription

// Fuzzing of what reads files that come from anywhere: the metadata in bitstreams, and pictures.
//
// `make fuzz` in the folder above builds this with the address sanitizer and libFuzzer and runs each target for ten
// minutes; `make fuzz TARGET=pictures SECONDS=60` runs one of them (`metadata` or `pictures`) for a minute. A target begins
// with the inputs in its tests' FuzzCorpus, keeps what it finds new in .build/fuzz, and writes an input that breaks a
// property to .build/fuzz/findings and stops. Such an input belongs into FuzzCorpus together with its cure: every file
// there is a test, since the tests ask of it what is asked here (MetadataProperties.swift, PictureProperties.swift, the
// same files).
//
// PictureFuzz also begins with the pictures of SWAGE_CORPUS, where that is set, as far as they aren't larger than it tries.
// Only our Swift code is measured and checked by the sanitizer; what libheif and the others do with their memory shows
// where it ends the process, or where they ask for more than half a gigabyte at once.
//
// It is a package of its own because its products have no `main` without libFuzzer: an ordinary build couldn't link them.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let fuzzed: [SwiftSetting] = strict + [.unsafeFlags(["-parse-as-library"])]

let package = Package(
  name: "Fuzz",
  products: [
    .executable(name: "HDRFuzz", targets: ["HDRFuzz"]), .executable(name: "PictureFuzz", targets: ["PictureFuzz"]),
  ],
  targets: [
    .target(name: "Media", swiftSettings: strict),
    .target(name: "HDR", dependencies: ["Media"], swiftSettings: strict),
    .executableTarget(
      name: "HDRFuzz", dependencies: ["HDR", "Media"], swiftSettings: fuzzed,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
    .systemLibrary(
      name: "CFFmpegLibraries",
      pkgConfig: "libavutil libswscale libswresample"),
    .target(name: "CFFmpeg", dependencies: ["CFFmpegLibraries"]),
    .target(name: "CFDKAAC"),
    .target(name: "FFmpeg", dependencies: ["CFFmpeg", "CFDKAAC", "Media"], swiftSettings: strict),
    .target(name: "Jobs", dependencies: ["FFmpeg"], swiftSettings: strict),
    .systemLibrary(name: "CPictureLibraries", pkgConfig: "libheif lcms2 libturbojpeg"),
    .target(name: "CHeif", dependencies: ["CPictureLibraries"]),
    .target(name: "CTurboJPEG", dependencies: ["CPictureLibraries"]),
    .target(name: "CLittleCMS", dependencies: ["CPictureLibraries"]),
    // What codes pictures in video units, which the fuzzer never asks for.
    .target(name: "CColorConversion"),
    .target(name: "DynamicRange", dependencies: ["CColorConversion", "Media"], swiftSettings: strict),
    .target(name: "ISOMedia", swiftSettings: strict),
    .systemLibrary(name: "CVALibraries", pkgConfig: "libva libva-drm libdrm"),
    .target(name: "CVA", dependencies: ["CVALibraries"]),
    .target(name: "CNVENC"),
    .target(name: "Capabilities", dependencies: ["CVA", "CNVENC", "FFmpeg", "Media"], swiftSettings: strict),
    .target(
      name: "VideoCompression",
      dependencies: ["Jobs", "Media", "FFmpeg", "HDR", "DynamicRange", "ISOMedia", "Capabilities"],
      swiftSettings: strict),
    // Tests and fuzzer ask the reader itself.
    .target(
      name: "ImageCompression",
      dependencies: [
        "VideoCompression", "Capabilities", "Jobs", "Media", "FFmpeg", "CHeif", "CTurboJPEG", "CLittleCMS",
      ],
      swiftSettings: strict + [.unsafeFlags(["-enable-testing"])]),
    .executableTarget(
      name: "PictureFuzz", dependencies: ["ImageCompression", "Jobs", "Media", "FFmpeg"], swiftSettings: fuzzed,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
