public import FoundationEssentials
public import Jobs

/// What a caller asks for: a picture file, where the result goes, and wishes. An immutable value.
///
/// ```swift
/// let request = ImageRequest(from: photo, to: .file(result), image: .image(.heic).quality(0.7).longSide(2048))
/// ```
public struct ImageRequest: Sendable, Hashable, Codable {
  /// The file to compress.
  public let source: URL
  /// Where the result goes. In a folder it has the source's name with the format's extension, or the next free number.
  public let output: OutputLocation
  /// Wishes for the picture.
  public private(set) var image: ImageSettings
  /// How many threads the job may use; 0 for as many as there are cores. For several jobs at once.
  public private(set) var threads: Int

  /// Makes a request.
  public init(
    from source: URL, to output: OutputLocation = .besideSource, image: ImageSettings = .automatic, threads: Int = 0
  ) {
    self.source = source
    self.output = output
    self.image = image
    self.threads = threads
  }

  /// The same request with other wishes for the picture.
  public func image(_ settings: ImageSettings) -> Self {
    var copy = self
    copy.image = settings
    return copy
  }

  /// The same request with another number of threads.
  public func threads(_ count: Int) -> Self {
    var copy = self
    copy.threads = count
    return copy
  }
}
