internal import Capabilities

/// A picture's turn at a video unit, for pictures of a process that are compressed at once: a unit codes them one after
/// another in any case, and many drivers allow few sessions at a time.
///
/// Shared by the whole process, as the device is; a device that hung stays closed until the process ends.
struct UnitTurn {
  /// A place at a device.
  private struct Place: Sendable {}

  /// How many pictures are at a device at once: while one is coded, the next one's session opens.
  private static let placeCount = 2
  private static let devices = Lock<[String: Channel<Place>]>([:])

  private let places: Channel<Place>

  /// Waits for a turn.
  ///
  /// - Returns: The turn, which has to be ended one way or the other; `nil` when the device hung.
  static func take(of encoder: EncoderCapability) -> UnitTurn? {
    let name = "\(encoder.backend) \(encoder.device ?? "")"
    let places = devices.withLock { devices in
      if let places = devices[name] { return places }
      let places = Channel<Place>(capacity: placeCount)
      for _ in 0..<placeCount { _ = places.send(Place()) }
      devices[name] = places
      return places
    }
    return places.receive().map { _ in UnitTurn(places: places) }
  }

  /// Lets the next one in.
  func end() { _ = places.send(Place()) }

  /// Lets nobody in any more, nor those who wait.
  func closeDevice() { places.cancel() }
}
