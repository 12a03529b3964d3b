internal import CFFmpeg
internal import Synchronization

/// A flag that ends FFmpeg's blocking calls, and our own loops, from another thread.
package final class Interruption: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Whether ``interrupt()`` was called.
  package var isInterrupted: Bool { flag.load(ordering: .relaxed) }

  /// Ends everything that watches this flag.
  package func interrupt() { flag.store(true, ordering: .relaxed) }

  /// The callback for FFmpeg. It borrows the flag: who installs it has to outlive the callback's use.
  var callback: AVIOInterruptCB {
    unsafe AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        return unsafe Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue().isInterrupted ? 1 : 0
      }, opaque: unsafe Unmanaged.passUnretained(self).toOpaque())
  }
}
