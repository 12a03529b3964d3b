internal import CFFmpeg
package import Media

/// An owner of an `AVPacket`: coded data of one stream with its time stamps.
// @unchecked Sendable because a packet has one owner at a time: stages hand it on through a channel and forget it.
@safe package final class Packet: @unchecked Sendable {
  let handle: UnsafeMutablePointer<AVPacket>

  package init() throws(FFmpegError) {
    unsafe handle = try unsafe check("av_packet_alloc", av_packet_alloc())
  }

  deinit {
    var handle: UnsafeMutablePointer<AVPacket>? = unsafe handle
    unsafe av_packet_free(&handle)
  }

  /// A packet that shares the same data, with time stamps of its own. C function: `av_packet_ref`.
  package func copy() throws(FFmpegError) -> Packet {
    let copy = try Packet()
    try unsafe check("av_packet_ref", av_packet_ref(copy.handle, handle))
    return copy
  }

  /// The index of the stream it belongs to.
  package var streamIndex: Int {
    get { unsafe Int(handle.pointee.stream_index) }
    set { unsafe handle.pointee.stream_index = Int32(newValue) }
  }
  /// When it is presented, in ticks of its time base; `nil` when unknown.
  package var presentationTime: Int64? {
    get { unsafe timestamp(handle.pointee.pts) }
    set { unsafe handle.pointee.pts = newValue ?? noTimestamp }
  }
  /// When it is decoded, in ticks of its time base; `nil` when unknown.
  package var decodeTime: Int64? {
    get { unsafe timestamp(handle.pointee.dts) }
    set { unsafe handle.pointee.dts = newValue ?? noTimestamp }
  }
  /// How long it is presented, in ticks of its time base; 0 when unknown.
  package var duration: Int64 {
    get { unsafe handle.pointee.duration }
    set { unsafe handle.pointee.duration = newValue }
  }
  /// Bytes of data.
  package var byteCount: Int { unsafe Int(handle.pointee.size) }
  /// Whether the container says that the data is damaged.
  package var isCorrupt: Bool { unsafe handle.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Whether it can be decoded without others.
  package var isKeyframe: Bool { unsafe handle.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether it has to be decoded but isn't presented, as an edit list may say.
  package var isHidden: Bool { unsafe handle.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Moves the time stamps from one time base to another and earlier by an offset in ticks of the new one.
  package func rescale(from source: Rational, to target: Rational, subtracting offset: Int64 = 0) {
    if let pts = presentationTime { presentationTime = Timestamp.rescale(pts, from: source, to: target) - offset }
    if let dts = decodeTime { decodeTime = Timestamp.rescale(dts, from: source, to: target) - offset }
    if duration > 0 { duration = Timestamp.rescale(duration, from: source, to: target) }
  }

  /// The bytes, copied.
  package var bytes: [UInt8] {
    guard let data = unsafe handle.pointee.data else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: byteCount))
  }

  /// Lends the bytes, which aren't copied.
  package func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    let bytes = unsafe UnsafeBufferPointer(start: handle.pointee.data, count: byteCount)
    return body(unsafe bytes.span)
  }

  /// Replaces the data; times and flags stay. C functions: `av_buffer_alloc`, `av_buffer_unref`.
  package func setBytes(_ bytes: [UInt8]) throws(FFmpegError) {
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let buffer = try unsafe check("av_buffer_alloc", av_buffer_alloc(bytes.count + padding))
    let data: UnsafeMutablePointer<UInt8> = unsafe buffer.pointee.data
    unsafe data.update(from: bytes, count: bytes.count)
    unsafe (data + bytes.count).update(repeating: 0, count: padding)
    unsafe av_buffer_unref(&handle.pointee.buf)
    unsafe handle.pointee.buf = unsafe buffer
    unsafe handle.pointee.data = unsafe data
    unsafe handle.pointee.size = Int32(clamping: bytes.count)
  }
}
