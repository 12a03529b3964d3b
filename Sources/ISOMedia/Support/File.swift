internal import Glibc

/// An open regular file that is read and written at absolute positions.
///
/// The one place of this module that calls the system.
final class File {
  /// What the file was opened by; for messages.
  let path: String
  private let descriptor: Int32

  /// Opens a file that won't be changed.
  init(reading path: String) throws(ISOMediaError) {
    let descriptor = try Self.openDescriptor(path, O_RDONLY)
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens an existing file for reading and writing.
  init(updating path: String) throws(ISOMediaError) {
    let descriptor = try Self.openDescriptor(path, O_RDWR)
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// The number of bytes in the file now.
  func byteCount() throws(ISOMediaError) -> UInt64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return UInt64(max(0, status.st_size))
  }

  /// Reads exactly `count` bytes.
  func read(_ count: Int, at offset: UInt64) throws(ISOMediaError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    try read(into: &bytes, count: count, at: offset)
    return bytes
  }

  /// Fills the first `count` bytes of a buffer; a file that ends before that is an error.
  func read(into buffer: inout [UInt8], count: Int, at offset: UInt64) throws(ISOMediaError) {
    try transfer("pread", count: min(count, buffer.count), at: offset) { done, length, position in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor, bytes.baseAddress?.advanced(by: done), length, position)
      }
    }
  }

  /// Writes the first `count` bytes of a buffer.
  func write(_ buffer: [UInt8], count: Int, at offset: UInt64) throws(ISOMediaError) {
    try transfer("pwrite", count: min(count, buffer.count), at: offset) { done, length, position in
      unsafe buffer.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress?.advanced(by: done), length, position)
      }
    }
  }

  /// Cuts or extends the file to a length.
  func resize(to byteCount: UInt64) throws(ISOMediaError) {
    guard let length = off_t(exactly: byteCount) else { throw .tooLarge("\(path) would be too long") }
    guard ftruncate(descriptor, length) == 0 else { throw failure("ftruncate") }
  }

  /// Repeats a partial transfer until all bytes have passed, also when a signal interrupts it.
  private func transfer(
    _ call: String, count: Int, at offset: UInt64, by step: (_ done: Int, _ length: Int, _ position: off_t) -> Int
  ) throws(ISOMediaError) {
    var done = 0
    while done < count {
      let (end, overflow) = offset.addingReportingOverflow(UInt64(done))
      guard !overflow, let position = off_t(exactly: end) else { throw .tooLarge("\(path) is too long") }
      let moved = step(done, count - done, position)
      if moved < 0 {
        if errno == EINTR { continue }
        throw failure(call)
      }
      guard moved > 0 else { throw .malformed("\(path) ends at byte \(end), before what it announces") }
      done += moved
    }
  }

  private func failure(_ call: String) -> ISOMediaError {
    .system(call, path: path, number: errno)
  }

  private static func openDescriptor(_ path: String, _ access: Int32) throws(ISOMediaError) -> Int32 {
    // O_NONBLOCK so that a named pipe answers at once instead of waiting for a writer.
    let descriptor = unsafe open(path, access | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system("open", path: path, number: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      _ = close(descriptor)
      throw .unsupported("\(path) isn't a regular file")
    }
    return descriptor
  }
}

/// The system's words for an `errno`.
func systemErrorText(_ number: Int32) -> String {
  // C library: strerror_l would be thread-safe too, but its locale isn't worth acquiring; strerror is in glibc ≥ 2.32.
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
