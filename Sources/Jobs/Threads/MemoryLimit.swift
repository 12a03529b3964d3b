internal import Glibc

/// How much memory this process may use.
package enum MemoryLimit {
  /// Bytes: the least of what the machine has, what control groups allow and the limit of the address space.
  ///
  /// C functions: `sysconf`, `getrlimit`.
  package static var bytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let machine = pages > 0 ? pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE))).partialValue : 0
    var limits = [machine > 0 ? machine : 1 << 30]
    var limit = rlimit()
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur <= UInt64(Int.max) {
      limits.append(Int(limit.rlim_cur))
    }
    limits += controlGroups(in: "/sys/fs/cgroup", of: text("/proc/self/cgroup") ?? "")
    return limits.min() ?? 1 << 30
  }

  /// The limits of the control groups that a process is in, as far as there are some.
  ///
  /// - Parameters:
  ///   - root: Where control groups are mounted.
  ///   - membership: The text of `/proc/self/cgroup`: a line for each hierarchy, `number:controllers:path`.
  static func controlGroups(in root: String, of membership: String) -> [Int] {
    membership.split(separator: "\n").flatMap { line -> [Int] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      // Version 2 is the hierarchy 0 without names; version 1 mounts that of memory in a folder of its own.
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { return [] }
      let (base, name) = isUnified ? (root, "memory.max") : (root + "/memory", "memory.limit_in_bytes")
      // A limit counts for everything below it. In a container the path may be one of outside, so the root is asked, too.
      var folder = base
      var found = [text("\(folder)/\(name)")]
      for part in parts[2].split(separator: "/") {
        folder += "/\(part)"
        found.append(text("\(folder)/\(name)"))
      }
      return found.compactMap { $0.flatMap { Int($0.prefix { $0 != "\n" }) } }.filter { $0 > 0 }
    }
  }

  /// The text of a small file; `nil` when it can't be read.
  private static func text(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
