internal import Capabilities
internal import FFmpeg
internal import FoundationEssentials
internal import Glibc
internal import Jobs
internal import VideoCompression

/// A picture's job from file to file.
struct ImageFileJob {
  let request: ImageRequest
  let wish: EncoderWish
  /// The video units of this machine, as far as the wishes let them in.
  let machine: MachineCapabilities
  let control: JobControl
  let passage: PixelBudget.Passage

  /// Does the job and tells what happened.
  func run() throws -> ImageReport {
    var report = ImageReport(outcome: .compressed)
    do {
      try run(&report)
      return report
    } catch let error as CompressionError {
      try control.check()
      throw report.failed(error)
    }
  }

  private func run(_ report: inout ImageReport) throws {
    let clock = StageClock()
    let path = request.source.path
    let status = try PictureFile.status(of: path)
    let location = try ImageDestination(request: request)
    let job = ImageJob(
      settings: request.image, namedFormat: location.namedFormat, name: path, path: path, threads: request.threads,
      control: control, passage: passage, wish: wish, machine: machine)
    // What can be known to fail fails before work begins.
    let first = Publisher(
      destination: location.path(for: request.image.format ?? location.namedFormat ?? .heic),
      replacesSource: location.replacesSource, source: status, alternative: nil, metadata: request.image.metadata)
    try first.check()
    let bytes = try PictureFile.read(path, control: control)
    let ready = try job.makeReady(bytes, &report)
    var temporary: (file: TemporaryFile, registration: Int)?
    defer { if let temporary { control.remove(temporary.registration) } }
    let makeFile = { () throws -> TemporaryFile in
      if let temporary { return temporary.file }
      let file = try first.makeTemporaryFile()
      // A cancelled job leaves nothing from this moment on.
      temporary = (file, control.onCancel { file.remove() })
      return file
    }
    let destination = location.path(for: ready.plan.format)
    let made = try job.make(ready, at: destination, &report) { bytes in
      let file = try makeFile()
      try PictureFile.write(bytes, to: file, named: destination)
      return try PictureFile.read(file.path, control: control)
    }
    let isKept = made == nil
    if isKept { report.keepSource() }
    if isKept, location.replacesSource {
      report.seconds.total = clock.total
      return
    }
    // A source that is kept keeps its kind of file, and so its extension where the name is ours.
    let target: (@Sendable () -> String) = {
      isKept ? location.pathOfKeptSource() : location.path(for: ready.plan.format)
    }
    let publisher = Publisher(
      destination: target(), replacesSource: location.replacesSource, source: status,
      alternative: location.isNameOurs ? target : nil, metadata: request.image.metadata)
    try publisher.check()
    let file = try makeFile()
    if isKept { try publisher.copySource(path, into: file, control: control) }
    let published = try publisher.publish(file)
    report.output = report.output?.moved(to: published)
    report.seconds.total = clock.total
  }
}

/// Reads and writes files of pictures whole.
enum PictureFile {
  /// What the file system says of a source, which has to be a file that can be read.
  static func status(of path: String) throws(CompressionError) -> FileStatus {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      let isMissing = error.number == ENOENT || error.number == ENOTDIR
      throw CompressionError(
        code: isMissing ? .sourceNotFound : .sourceUnreadable,
        message: isMissing ? "there is no file \(path)" : "the source \(path) can't be read", stage: .probe,
        cause: isMissing ? nil : "\(error)")
    }
    guard status.kind == .regular else {
      throw CompressionError(
        code: .sourceUnreadable, message: "the source \(path) is \(status.kind.rawValue)",
        remedy: "choose a picture's file", stage: .probe)
    }
    return status
  }

  /// A file's bytes. C functions: `open`, `read`.
  static func read(_ path: String, control: JobControl) throws -> [UInt8] {
    let failure = { (error: SystemError) in
      CompressionError(
        code: .sourceUnreadable, message: "the source \(path) can't be read",
        remedy: "check its permissions and disk", stage: .read, cause: "\(error)")
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(SystemError("open")) }
    defer { close(descriptor) }
    let size = ((try? FileStatus(of: path))?.byteCount).map(Int.init) ?? 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      try control.check()
      let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(SystemError("read"))
      }
      bytes += piece[..<count]
    }
  }

  /// Writes a temporary file. C function: `write`.
  static func write(_ bytes: [UInt8], to file: TemporaryFile, named path: String) throws(CompressionError) {
    do throws(SystemError) {
      try file.reset()
      var done = 0
      while done < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { source in
          unsafe source.baseAddress.map { unsafe Glibc.write(file.descriptor, $0 + done, source.count - done) } ?? -1
        }
        if count < 0 {
          if errno == EINTR { continue }
          throw SystemError("write")
        }
        done += count
      }
    } catch {
      throw .writing(error, path: path, stage: .write)
    }
  }
}
