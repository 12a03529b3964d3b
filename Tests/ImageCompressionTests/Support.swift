import Foundation
import ImageCompression
import TestSupport
import Testing

/// Compresses a file into a folder that goes with the result.
struct Compressed {
  let folder: TemporaryFolder
  let file: URL
  let report: ImageReport

  init(_ source: URL, _ settings: ImageSettings, to name: String? = nil) async throws {
    folder = try TemporaryFolder()
    file = folder.file(name ?? "out.\(settings.format?.fileExtension ?? "heic")")
    report = try await ImageCompressor().compress(ImageRequest(from: source, to: .file(file), image: settings))
    #expect(folder.contents == [file.lastPathComponent])
    #expect(report.verification?.passed != false)
  }

  /// What became of a kind of part.
  func action(_ kind: ImagePart.Kind) -> ImagePart.Action? { report.parts.first { $0.kind == kind }?.action }
}

/// Wishes of high quality, of which the result may be larger than the small sources of tests.
func faithful(_ format: ImageFormat) -> ImageSettings { .image(format).quality(0.95).sizePolicy(.allowLarger) }

/// The error that compressing a file ends with.
func failure(
  _ source: URL, _ settings: ImageSettings, at location: SourceLocation = #_sourceLocation
) async throws -> CompressionError? {
  let folder = try TemporaryFolder()
  let output = folder.file("out.\(settings.format?.fileExtension ?? "heic")")
  do {
    _ = try await ImageCompressor().compress(ImageRequest(from: source, to: .file(output), image: settings))
    Issue.record("\(source.lastPathComponent) was compressed", sourceLocation: location)
    return nil
  } catch let error as CompressionError {
    #expect(folder.contents == [], "a failed job left something", sourceLocation: location)
    return error
  }
}
