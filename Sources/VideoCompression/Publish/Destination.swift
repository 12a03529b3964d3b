internal import FoundationEssentials
internal import Media

/// Finds the path that a request's result is published under.
enum Destination {
  /// The path for a request.
  ///
  /// - Returns: The path, whether it is the source's own, and how to find the next free one where the name is ours.
  /// - Throws: ``CompressionError`` when the name doesn't fit the container.
  static func resolve(
    _ request: CompressionRequest
  ) throws(CompressionError) -> (path: String, replacesSource: Bool, alternative: (@Sendable () -> String)?) {
    let source = request.source.path
    let container = request.container ?? .mp4
    let folder: String
    switch request.output {
    case .file(let url): return (url.path, false, nil)
    case .besideSource: folder = Path.folder(of: source)
    case .directory(let url): folder = url.path
    case .replaceSource:
      let fileExtension = Path.split(Path.name(of: source)).fileExtension
      guard let kind = Container(fileExtension: fileExtension), request.container ?? kind == kind else {
        throw CompressionError(
          code: .invalidRequest, message: "\(source) can't be replaced, because its name doesn't end like the result",
          remedy: "only mp4, m4v, mov and mkv files can be replaced in place; write to another file", stage: .request)
      }
      return (source, true, nil)
    }
    let next: @Sendable () -> String = { free(in: folder, like: source, container: container) }
    return (next(), false, next)
  }

  /// `NAME-compressed.mp4`, or with the next number that isn't taken.
  private static func free(in folder: String, like source: String, container: Container) -> String {
    let stem = Path.split(Path.name(of: source)).stem + "-compressed"
    var number = 1
    while true {
      let name = (number == 1 ? stem : "\(stem)-\(number)") + ".\(container.rawValue)"
      let path = Path.join(folder, name)
      if (try? FileStatus(of: path)) == nil { return path }
      number += 1
    }
  }
}
