package import FFmpeg
package import Media

/// The trial that proves a sound encoder: a stretch of a tone is encoded, decoded again and held against what went
/// in. HE-AAC has to be found as such by the decoder.
struct SoundTrial {
  private static let sampleRate = 48_000
  private static let length = 14_400
  private static let amplitude = 0.5

  private let codec: AudioCodec
  private let encoder: String

  init(_ capability: AudioEncoderCapability) {
    codec = capability.codec
    encoder = capability.encoder
  }

  func run() -> DeviceEncoder.State {
    let began = ContinuousClock.now
    do {
      try encodeAndDecode()
    } catch {
      return .refused(reason: "the trial failed: \(error)")
    }
    let seconds = (ContinuousClock.now - began).components
    return .proved(seconds: Double(seconds.seconds) + Double(seconds.attoseconds) * 1e-18)
  }

  private func encodeAndDecode() throws {
    let settings = AudioEncoderSettings(
      encoder: encoder, sampleRate: Self.sampleRate, channelLayout: "stereo",
      bitRate: .kilobits(codec.isHighEfficiency ? 48 : 128), profile: codec.profile)
    let sound = try settings.open()
    let decoder = try Decoder(sound.parameters, timeBase: sound.timeBase, threads: 1, isStrict: true)
    let graph = try FilterGraph(
      input: .samples(rate: Self.sampleRate, channelLayout: "stereo"),
      description: "aformat=sample_fmts=\(sound.sampleFormat)", frameSize: sound.frameSize, threads: 1)
    var heard = Heard()
    try graph.send(try Self.tone())
    try graph.finish()
    while case .ready(let frame) = try graph.receive() {
      try sound.send(frame)
      try heard.pass(sound, to: decoder)
    }
    try sound.finish()
    try heard.pass(sound, to: decoder)
    try decoder.finish()
    try heard.listen(to: decoder)
    try heard.judge(profile: decoder.profileName, of: codec, length: Self.length, amplitude: Self.amplitude)
  }

  private static func tone() throws -> Frame {
    let tone = try Frame(samples: length, rate: sampleRate, channelLayout: "stereo") { _, number in
      // A thousandth of a second is 48 samples, so the table of one period is enough.
      Float(amplitude) * period[number % period.count]
    }
    tone.presentationTime = 0
    return tone
  }

  /// A period of 1000 Hz.
  private static let period: [Float] = (0..<48).map { sine(Double($0) / 48) }

  /// The sine of a part of a turn, by its series.
  private static func sine(_ turn: Double) -> Float {
    let x = (turn < 0.5 ? turn : turn - 1) * 2 * Double.pi
    var (term, sum) = (x, x)
    for n in 1..<14 {
      term *= -x * x / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return Float(sum)
  }
}

/// What came out of a decoder.
private struct Heard {
  private var samples = 0
  private var loudest = 0.0
  private var channels = 0
  private var rate = 0

  mutating func pass(_ encoder: any SoundEncoder, to decoder: Decoder) throws {
    while case .ready(let packet) = try encoder.receive() {
      try decoder.send(packet)
      try listen(to: decoder)
    }
  }

  mutating func listen(to decoder: Decoder) throws {
    while case .ready(let frame) = try decoder.receive() {
      samples += frame.sampleCount
      (channels, rate) = (frame.channelCount, frame.sampleRate)
      loudest = max(loudest, frame.power(ofChannel: frame.channelCount - 1) ?? 0)
    }
  }

  func judge(profile: String?, of codec: AudioCodec, length: Int, amplitude: Double) throws {
    guard channels == 2, rate == 48_000 else { throw TrialFailure("\(channels) channels of \(rate) Hz came out") }
    guard samples >= length else { throw TrialFailure("\(length) samples went in, \(samples) came out") }
    let ratio = loudest / (amplitude * amplitude / 2)
    guard (0.5...2).contains(ratio) else { throw TrialFailure("the tone that came out isn't the one that went in") }
    guard let wanted = codec.profileName, wanted != profile else { return }
    throw TrialFailure("\(wanted) was asked for, \(profile ?? "nothing known") came out")
  }
}

/// Why a trial failed, where no library did.
private struct TrialFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension AudioCodec {
  /// Whether it is AAC with spectral band replication.
  package var isHighEfficiency: Bool { self == .heAAC || self == .heAACv2 }

  /// The kind of AAC that an encoder is asked for; `nil` for other codecs.
  package var profile: AACProfile? {
    switch self {
    case .aac: .lowComplexity
    case .heAAC: .highEfficiency
    case .heAACv2: .highEfficiency2
    case .mp3, .opus: nil
    }
  }

  /// FFmpeg's name of the profile that a decoder finds; `nil` where that isn't what makes the codec.
  package var profileName: String? {
    switch self {
    case .aac: "LC"
    case .heAAC: "HE-AAC"
    case .heAACv2: "HE-AACv2"
    case .mp3, .opus: nil
    }
  }
}
