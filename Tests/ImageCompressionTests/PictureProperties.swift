internal import FFmpeg
internal import Jobs
internal import Media

@testable internal import ImageCompression

/// What has to hold for any bytes, asked by the fuzzer of all it thinks of, and by the tests of all it ever found.
enum PictureProperties {
  /// More than the pictures that fuzzing begins with have, so that what promises to be large is refused and not decoded.
  static let pixelLimit = 1 << 19

  /// What a file may be refused with.
  private static let refusals: [CompressionError.Code] = [.noPicture, .sourceDamaged, .notSupported, .decoderNotFound]

  /// Tells which property doesn't hold; `nil` when all do.
  ///
  /// A picture is read, planned, brought to a small size and written as JPEG with its metadata, the whole way that
  /// `ImageCompressor` goes but for the check of samples. Of some lengths, only the plan for HEIC or AVIF is made.
  static func fault(with bytes: [UInt8]) -> String? {
    fault(with: bytes, as: [.jpeg, .heic, .jpeg, .avif][bytes.count % 4])
  }

  private static func fault(with bytes: [UInt8], as format: ImageFormat) -> String? {
    var report = ImageReport(outcome: .compressed)
    let ready: ImageJob.Ready
    let job: ImageJob
    do {
      let control = JobControl()
      let readers = FairShare(total: 1)
      try readers.take(1, for: control)
      job = ImageJob(
        settings: .image(format, longSide: 64).pixelLimit(pixelLimit), namedFormat: nil, name: "the picture", path: nil,
        threads: 1, control: control, passage: PixelBudget.Passage(readers: readers, pixels: FairShare(total: 1)))
      ready = try job.makeReady(bytes, &report)
    } catch let error as CompressionError {
      return refusals.contains(error.code) ? nil : "refused with \(error.code): \(error)"
    } catch {
      return "ended with \(error)"
    }
    let size = ready.source.picture.size
    if size.width * size.height > pixelLimit { return "decoded \(size) pixels" }
    guard format == .jpeg else { return nil }
    do {
      let made = try job.encode(ready, &report)
      let found = try PictureReader(name: "the result", path: nil, pixelLimit: pixelLimit).read(made)
      return found.description.displaySize == ready.plan.size
        ? nil : "made \(found.description.displaySize) of \(ready.plan.size)"
    } catch {
      return "couldn't be made: \(error)"
    }
  }
}
