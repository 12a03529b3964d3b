// swift-tools-version: 6.2
import PackageDescription

// Fuzzing of what reads and writes metadata in bitstreams, which come from anywhere.
//
// `make fuzz` in the folder above builds this with the address sanitizer and libFuzzer and runs it for ten minutes;
// `make fuzz SECONDS=60` for one. It begins with the inputs in Tests/HDRTests/FuzzCorpus, keeps what it finds new in
// .build/fuzz/corpus, and writes an input that breaks a property to .build/fuzz/findings and stops. Such an input belongs
// into Tests/HDRTests/FuzzCorpus together with its cure: every file there is a test, since the tests of HDR ask of it
// what is asked here (MetadataProperties.swift, the same file).
//
// It is a package of its own because its product has no `main` without libFuzzer: an ordinary build couldn't link it.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Fuzz",
  products: [.executable(name: "HDRFuzz", targets: ["HDRFuzz"])],
  targets: [
    .target(name: "Media", swiftSettings: strict),
    .target(name: "HDR", dependencies: ["Media"], swiftSettings: strict),
    .executableTarget(
      name: "HDRFuzz", dependencies: ["HDR", "Media"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
