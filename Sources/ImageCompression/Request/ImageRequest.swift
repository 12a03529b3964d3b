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
  /// Which encoder may be used. Video units code HEIC only, and not every picture; the report says why not.
  public private(set) var backend: BackendChoice
  /// The video unit that is to be used: a render node's path, or the number of a GPU; `nil` for any.
  public private(set) var device: String?
  /// What happens when the encoder or device that was asked for can't be used. The automatic choice of an encoder falls
  /// back in any case.
  public private(set) var fallback: FallbackPolicy

  /// Makes a request.
  public init(
    from source: URL, to output: OutputLocation = .besideSource, image: ImageSettings = .automatic, threads: Int = 0,
    backend: BackendChoice = .automatic, device: String? = nil, fallback: FallbackPolicy = .refuse
  ) {
    self.source = source
    self.output = output
    self.image = image
    self.threads = threads
    self.backend = backend
    self.device = device
    self.fallback = fallback
  }

  /// The same request with other wishes for the picture.
  public func image(_ settings: ImageSettings) -> Self { changed { $0.image = settings } }
  /// The same request with another number of threads.
  public func threads(_ count: Int) -> Self { changed { $0.threads = count } }
  /// The same request for another encoder.
  public func backend(_ choice: BackendChoice) -> Self { changed { $0.backend = choice } }
  /// The same request for a video unit: a render node's path, or the number of a GPU.
  public func device(_ name: String) -> Self { changed { $0.device = name } }
  /// The same request with another answer to an encoder that can't be used.
  public func fallback(_ policy: FallbackPolicy) -> Self { changed { $0.fallback = policy } }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
