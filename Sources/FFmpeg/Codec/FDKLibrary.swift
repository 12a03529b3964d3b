internal import CFDKAAC
internal import CFFmpeg
internal import Glibc

/// The FDK AAC library, opened at run time by the ordinary search. It stays loaded.
// @unchecked Sendable because it isn't changed after it is made.
@safe package final class FDKLibrary: @unchecked Sendable {
  /// The name that stands for this library where FFmpeg's names of encoders stand.
  package static let name = "libfdk-aac"
  /// The file that is looked for.
  package static let fileName = "libfdk-aac.so.2"

  let functions: OpaquePointer

  /// How the search for the library ended.
  package enum Search: Sendable {
    /// It is there.
    case found(FDKLibrary)
    /// It can't be used, for this reason.
    case failed(String)
  }

  /// What the one search of this process found. C function: `dlopen`.
  package static let search: Search = {
    guard let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason is known"
      // The same text with another name in front is about a library that this one needs.
      let isAbsent = words.hasPrefix("\(fileName): cannot open shared object file: No such file")
      return .failed(isAbsent ? "\(fileName) isn't installed" : "\(fileName) can't be loaded: \(words)")
    }
    var missing: UnsafePointer<CChar>?
    guard let functions = unsafe swage_fdk_find(handle, &missing) else {
      let name = unsafe missing.map { unsafe String(cString: $0) } ?? "a function"
      return .failed("\(fileName) has no function \(name)")
    }
    return unsafe .found(FDKLibrary(functions: functions))
  }()

  private init(functions: OpaquePointer) { unsafe self.functions = functions }

  /// The library, where it can be used.
  static func loaded() throws(FFmpegError) -> FDKLibrary {
    guard case .found(let library) = search else {
      throw FFmpegError(function: "dlopen(\(fileName))", code: FFmpegError.encoderNotFound)
    }
    return library
  }

  /// Every return code of the library goes through here.
  static func check(_ function: String, _ code: Int32) throws(FFmpegError) {
    guard code != 0 else { return }
    // Names of the codes in the library's public interface.
    let name =
      switch code {
      case 0x20: "AACENC_INVALID_HANDLE"
      case 0x21: "AACENC_MEMORY_ERROR"
      case 0x22: "AACENC_UNSUPPORTED_PARAMETER"
      case 0x23: "AACENC_INVALID_CONFIG"
      case 0x40: "AACENC_INIT_ERROR"
      case 0x41: "AACENC_INIT_AAC_ERROR"
      case 0x42: "AACENC_INIT_SBR_ERROR"
      case 0x60: "AACENC_ENCODE_ERROR"
      default: "error \(code)"
      }
    throw FFmpegError(function: "\(FDKLibrary.name): \(function): \(name)", code: FFmpegError.external)
  }
}
