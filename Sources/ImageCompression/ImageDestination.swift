internal import FoundationEssentials
internal import Jobs

/// Finds the path that a picture's result is published under.
struct ImageDestination: Sendable {
  private enum Place: Sendable {
    case file(String)
    /// A folder, and what is put behind the source's name.
    case folder(String, suffix: String)
  }

  private let source: String
  private let place: Place
  /// Whether the result takes the source's place.
  let replacesSource: Bool
  /// The kind of file that the output's name asks for; `nil` when the name is ours.
  let namedFormat: ImageFormat?

  /// Whether the name is our choice, so that another one will do when it is taken.
  var isNameOurs: Bool { if case .folder = place { true } else { false } }

  /// - Throws: ``CompressionError`` when the output's name is for another kind of file than the one that is wished for.
  init(request: ImageRequest) throws(CompressionError) {
    source = request.source.path
    var named: ImageFormat?
    switch request.output {
    case .file(let url):
      place = .file(url.path)
      replacesSource = false
      named = ImageFormat(fileExtension: url.pathExtension)
    case .besideSource:
      place = .folder(Path.folder(of: source), suffix: "-compressed")
      replacesSource = false
    case .directory(let url):
      place = .folder(url.path, suffix: "")
      replacesSource = false
    case .replaceSource:
      place = .file(source)
      replacesSource = true
      named = ImageFormat(fileExtension: request.source.pathExtension)
    }
    if case .file(let path) = place {
      guard let found = named, request.image.format ?? found == found else {
        throw CompressionError(
          code: .invalidRequest, message: "\(path) isn't named like the result",
          remedy: "name it .heic, .jpg or .avif, as the format is", stage: .request)
      }
    }
    namedFormat = named
  }

  /// The path of a result, which isn't taken where the name is ours.
  func path(for format: ImageFormat) -> String { path(fileExtension: format.fileExtension) }

  /// The path of a copy of the source.
  func pathOfKeptSource() -> String {
    let own = Path.split(Path.name(of: source)).fileExtension
    return path(fileExtension: own.isEmpty ? nil : own)
  }

  private func path(fileExtension: String?) -> String {
    guard case .folder(let folder, let suffix) = place else {
      if case .file(let path) = place { return path }
      return source
    }
    let stem = Path.split(Path.name(of: source)).stem + suffix
    var number = 1
    while true {
      let name = (number == 1 ? stem : "\(stem)-\(number)") + (fileExtension.map { ".\($0)" } ?? "")
      let path = Path.join(folder, name)
      if (try? FileStatus(of: path)) == nil { return path }
      number += 1
    }
  }
}
