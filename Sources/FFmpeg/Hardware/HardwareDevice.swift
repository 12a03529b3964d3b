internal import CFFmpeg

/// An owner of a reference to an `AVHWDeviceContext`: an open connection to a video unit.
// @unchecked Sendable because the reference is never changed; FFmpeg counts its copies atomically.
@safe package final class HardwareDevice: @unchecked Sendable {
  /// The interface that a device is reached by.
  package enum Interface: String, Sendable, Hashable {
    /// libva, on a render node.
    case vaapi
    /// NVIDIA's driver interface.
    case cuda
  }

  /// The interface.
  package let interface: Interface
  let handle: UnsafeMutablePointer<AVBufferRef>

  /// Opens a device. C function: `av_hwdevice_ctx_create`.
  ///
  /// - Parameters:
  ///   - interface: How it is reached.
  ///   - name: A render node's path, or the number of a GPU.
  package init(_ interface: Interface, name: String) throws(FFmpegError) {
    LogCapture.install()
    self.interface = interface
    let type = interface == .vaapi ? AV_HWDEVICE_TYPE_VAAPI : AV_HWDEVICE_TYPE_CUDA
    var made: UnsafeMutablePointer<AVBufferRef>?
    try check(
      "av_hwdevice_ctx_create(\(interface.rawValue), \(name))",
      unsafe av_hwdevice_ctx_create(&made, type, name, nil, 0))
    unsafe handle = try unsafe FFmpeg.check("av_hwdevice_ctx_create", made)
  }

  deinit {
    var handle: UnsafeMutablePointer<AVBufferRef>? = unsafe handle
    unsafe av_buffer_unref(&handle)
  }

  /// FFmpeg's pixel format of frames that stay on such a device.
  var pixelFormat: AVPixelFormat { interface == .vaapi ? AV_PIX_FMT_VAAPI : AV_PIX_FMT_CUDA }
}
