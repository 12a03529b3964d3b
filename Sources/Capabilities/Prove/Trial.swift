/// Encodes a few pictures with an encoder and decodes what came out, on the way that a job goes.
///
/// Gets what the device lists for one codec, and the bits a sample to try; gives ``DeviceEncoder/State/proved(seconds:)``
/// or ``DeviceEncoder/State/refused(reason:)``.
package typealias Trial = @Sendable (_ encoder: EncoderCapability, _ bitDepth: Int) -> DeviceEncoder.State

/// Runs a trial of everything that a device lists.
enum Prover {
  /// Tries each row of a device that is only listed so far.
  ///
  /// - Parameters:
  ///   - answer: Where the device is.
  ///   - position: Its place there.
  ///   - trial: What tries a row.
  ///   - report: Gets what is known after each trial, so that a driver that ends the process at the third of them
  ///     doesn't take the first two with it.
  static func prove(
    _ answer: inout ProbeAnswer, _ position: Int, by trial: Trial, report: (ProbeAnswer) -> Void = { _ in }
  ) {
    let device = answer.devices[position]
    for (row, encoder) in device.encoders.enumerated() {
      guard encoder.state == .listed, let limits = encoder.limits else { continue }
      let capability = EncoderCapability(
        backend: device.backend, encoder: encoder.encoder, device: device.path, codec: encoder.codec,
        bitDepths: [encoder.bitDepth], limits: limits)
      answer.devices[position] = answer.devices[position].replacing(
        row, with: encoder.with(trial(capability, encoder.bitDepth)))
      report(answer)
    }
  }
}

extension EncodingDevice {
  /// The device with another row in the place of one.
  func replacing(_ row: Int, with encoder: DeviceEncoder) -> EncodingDevice {
    var encoders = encoders
    encoders[row] = encoder
    return with(problem, encoders)
  }

  /// The device with another problem and other rows; what it decodes, where that is known anew.
  func with(
    _ problem: DeviceProblem?, _ encoders: [DeviceEncoder], _ decoding: DeviceDecoding? = nil
  ) -> EncodingDevice {
    EncodingDevice(
      backend: backend, path: path, name: name, driver: driver, problem: problem, encoders: encoders,
      decoding: decoding ?? self.decoding)
  }
}
