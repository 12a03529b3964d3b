internal import CFFmpeg

extension Frame {
  /// What goes along with the frame through copies, filters and uploads; `nil` when nothing does.
  ///
  /// C field: `AVFrame.opaque_ref`, which `av_frame_copy_props` hands on.
  package var companion: (any AnyObject & Sendable)? {
    guard let reference = unsafe handle.pointee.opaque_ref, let data = unsafe reference.pointee.data else { return nil }
    return unsafe Unmanaged<FrameCompanion>.fromOpaque(data).takeUnretainedValue().object
  }

  /// Gives the frame what is to go along with it. C function: `av_buffer_create`.
  package func setCompanion(_ object: any AnyObject & Sendable) throws(FFmpegError) {
    let box = unsafe Unmanaged.passRetained(FrameCompanion(object))
    let pointer = unsafe box.toOpaque().assumingMemoryBound(to: UInt8.self)
    // The buffer's bytes are never looked at: its pointer is the object's.
    let reference = unsafe av_buffer_create(
      pointer, 1, { _, data in unsafe data.map { unsafe Unmanaged<FrameCompanion>.fromOpaque($0).release() } },
      UnsafeMutableRawPointer(pointer), AV_BUFFER_FLAG_READONLY)
    guard let reference = unsafe reference else {
      unsafe box.release()
      throw FFmpegError(function: "av_buffer_create", code: FFmpegError.outOfMemory)
    }
    unsafe av_buffer_unref(&handle.pointee.opaque_ref)
    unsafe handle.pointee.opaque_ref = unsafe reference
  }
}

/// A class of our own around what goes along, since a pointer to an existential's object doesn't tell its type.
private final class FrameCompanion: Sendable {
  let object: any AnyObject & Sendable

  init(_ object: any AnyObject & Sendable) { self.object = object }
}
