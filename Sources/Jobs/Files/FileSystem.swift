package import Glibc

/// What the file system says of a path.
package struct FileStatus: Sendable {
  /// What lies at a path.
  package enum Kind: String, Sendable {
    case regular = "a file"
    case directory = "a folder"
    case pipe = "a pipe"
    case socket = "a socket"
    case device = "a device"
    case other = "no file"
  }

  package let kind: Kind
  package let byteCount: Int64
  package let device: UInt64
  package let inode: UInt64
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let modified: timespec

  /// Looks at a path, following links.
  ///
  /// Throws the error number of `stat(2)`.
  package init(of path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError("stat") }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
    byteCount = Int64(status.st_size)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
    owner = status.st_uid
    group = status.st_gid
    modified = status.st_mtim
  }

  /// Whether both are the same file, under whatever names.
  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

/// A failure of a system call: its name and error number.
package struct SystemError: Error, CustomStringConvertible {
  package let call: String
  package let number: Int32

  /// The failure of a call that has just set `errno`.
  package init(_ call: String, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The system's words, such as `No space left on device`.
  package var description: String { unsafe String(cString: strerror(number)) }
}

/// Paths as text.
package enum Path {
  /// The folder part of a path; `.` when there is none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// A name split into what stands before its last dot and what stands after; a leading dot doesn't count.
  package static func split(_ name: String) -> (stem: String, fileExtension: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// A folder and a name put together.
  package static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
