internal import CFFmpeg
internal import Glibc

/// An owner of an `AVIOContext` that reads a local file, but for parts that nobody looks at: zeros stand for them.
@safe final class SparseFile {
  private static let bufferSize = 1 << 15

  private let descriptor: Int32
  private let byteCount: Int64
  private var position: Int64 = 0
  /// The parts that aren't read, apart from one another and rising.
  private var gaps: [Range<Int64>] = []
  /// The parts of gaps that are read nevertheless, in the same order.
  private var exceptions: [Range<Int64>] = []
  let io: UnsafeMutablePointer<AVIOContext>

  /// Opens a file. C functions: `open`, `avio_alloc_context`.
  init(_ path: String) throws(FFmpegError) {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw FFmpegError(function: "open", code: -errno) }
    let end = lseek(opened, 0, SEEK_END)
    guard end >= 0, let buffer = unsafe av_malloc(Self.bufferSize) else {
      let code = end < 0 ? -errno : FFmpegError.outOfMemory
      close(opened)
      throw FFmpegError(function: "lseek", code: code)
    }
    let bytes = unsafe buffer.assumingMemoryBound(to: UInt8.self)
    let made = unsafe avio_alloc_context(
      bytes, Int32(Self.bufferSize), 0, nil,
      { opaque, buffer, count in
        guard let opaque = unsafe opaque, let buffer = unsafe buffer else { return FFmpegError.endOfFile }
        return unsafe Unmanaged<SparseFile>.fromOpaque(opaque).takeUnretainedValue().read(buffer, Int(count))
      }, nil,
      { opaque, offset, whence in
        guard let opaque = unsafe opaque else { return Int64(-EINVAL) }
        return unsafe Unmanaged<SparseFile>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
      })
    guard let made = unsafe made else {
      unsafe av_free(buffer)
      close(opened)
      throw FFmpegError(function: "avio_alloc_context", code: FFmpegError.outOfMemory)
    }
    descriptor = opened
    byteCount = Int64(end)
    unsafe io = unsafe made
    unsafe made.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    // FFmpeg may have put another buffer in the place of the first one.
    unsafe av_free(io.pointee.buffer)
    var io: UnsafeMutablePointer<AVIOContext>? = unsafe io
    unsafe avio_context_free(&io)
    close(descriptor)
  }

  /// Stops reading some parts.
  ///
  /// - Parameters:
  ///   - parts: What isn't read, in any order.
  ///   - kept: What is read nevertheless, in any order.
  func leaveOut(_ parts: [Range<Int64>], butFor kept: [Range<Int64>]) {
    gaps = Self.joined(parts)
    exceptions = Self.joined(kept)
    // Without FFmpeg's buffer in between, what is asked for is a packet itself, which a gap holds as a whole.
    unsafe io.pointee.direct = 1
  }

  /// Parts in rising order, those that touch made one.
  private static func joined(_ parts: [Range<Int64>]) -> [Range<Int64>] {
    var joined: [Range<Int64>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= part.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        joined.append(part)
      }
    }
    return joined
  }

  private func isLeftOut(_ part: Range<Int64>) -> Bool {
    guard let gap = Self.last(of: gaps, beginningBefore: part.lowerBound + 1), gap.upperBound >= part.upperBound else {
      return false
    }
    return Self.last(of: exceptions, beginningBefore: part.upperBound).map { $0.upperBound <= part.lowerBound } ?? true
  }

  private static func last(of parts: [Range<Int64>], beginningBefore offset: Int64) -> Range<Int64>? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? parts[low - 1] : nil
  }

  /// - Returns: The number of bytes, or FFmpeg's code of an error. C function: `pread`.
  private func read(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    let wanted = min(Int64(count), byteCount - position)
    guard wanted > 0 else { return FFmpegError.endOfFile }
    if isLeftOut(position..<position + wanted) {
      unsafe buffer.update(repeating: 0, count: Int(wanted))
      position += wanted
      return Int32(wanted)
    }
    while true {
      let done = unsafe pread(descriptor, buffer, Int(wanted), off_t(position))
      if done > 0 {
        position += Int64(done)
        return Int32(done)
      }
      if done == 0 { return FFmpegError.endOfFile }
      guard errno == EINTR else { return -errno }
    }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return byteCount }
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END: base = byteCount
    default: return Int64(-EINVAL)
    }
    let (target, isTooFar) = base.addingReportingOverflow(offset)
    guard !isTooFar, target >= 0 else { return Int64(-EINVAL) }
    position = target
    return target
  }
}
