import Swage
import Testing

@testable import SwageCLI

@Suite struct ExitStatusTests {
  private static let contract: [CompressionError.Code: Int32] = [
    .invalidRequest: 2, .sourceNotFound: 3, .sourceUnreadable: 3, .sourceUnrecognized: 3, .noVideo: 3, .noPicture: 3,
    .sourceEncrypted: 4, .decoderNotFound: 4, .notSupported: 4, .sourceDamaged: 5, .outputUnwritable: 6,
    .outputIsSource: 6, .verificationFailed: 7, .encodingFailed: 1, .notSmaller: 1, .interrupted: 130,
  ]

  @Test(arguments: CompressionError.Code.allCases)
  func `every error code has its exit status`(_ code: CompressionError.Code) {
    #expect(ExitStatus(code).rawValue == Self.contract[code])
  }

  @Test func `a signal's status is 128 and its number`() {
    #expect(ExitStatus(signal: 1) == .hungUp)
    #expect(ExitStatus(signal: 2) == .interrupted)
    #expect(ExitStatus(signal: 15) == .terminated)
  }

  @Test func `a cancelled job is an interrupted one`() {
    #expect(JobFailure(CancellationError(), stage: .encode, signal: 15).status == .terminated)
    #expect(JobFailure(CancellationError(), stage: .encode, signal: nil).status == .interrupted)
    #expect(JobFailure(CancellationError(), stage: .encode, signal: 2).code == .interrupted)
  }
}
