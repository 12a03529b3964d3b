import FFmpeg
import Foundation
import Media
import TestSupport
import Testing

@testable import ImageCompression

@Suite struct HDRTests {
  /// A HEIC file of 10 bits whose container says BT.2100.
  private func source(_ transfer: TransferCharacteristics) throws -> [UInt8] {
    let color = ColorDescription(
      primaries: .bt2020, transfer: transfer, matrix: .bt2020NonConstant, range: .limited)
    let frame = try Frame(size: PixelSize(width: 320, height: 240), format: .yuv420p10) { plane, row in
      ArraySlice(
        (0..<320).map { column in
          plane == 0 ? UInt8(16 + (column * 140 / 320 + row / 4) % 200) : UInt8(110 + (row + column) % 30)
        })
    }
    frame.setColor(color)
    let writer = try HeifWriter(
      HeifEncoding(
        format: .heic, quality: 80, isLossless: false, threads: 1, color: color, writesColor: true, iccProfile: []))
    _ = try writer.encode(frame, alpha: nil, isPremultiplied: false)
    return try writer.finish()
  }

  @Test(arguments: [TransferCharacteristics.pq, .hlg])
  func `a picture of high dynamic range stays one in HEIC, with its code points`(
    transfer: TransferCharacteristics
  ) async throws {
    let bytes = try source(transfer)
    let (data, report) = try await ImageCompressor().compress(
      Data(bytes), .image(.heic).quality(0.9).sizePolicy(.allowLarger))
    #expect(report.source?.hdr == (transfer == .pq ? .pq : .hlg))
    #expect(report.output?.hdr == report.source?.hdr)
    #expect(report.output?.bitDepth == 10)
    let folder = try TemporaryFolder()
    let file = folder.file("hdr.heic")
    try data.write(to: file)
    let facts = try await PictureFacts(file)
    #expect(facts["ColorPrimaries"].int == 9)
    #expect(facts["TransferCharacteristics"].int == transfer.rawValue)
    #expect(facts["MatrixCoefficients"].int == 9)
    #expect(report.output?.color.range == .limited)
  }

  @Test(arguments: [ImageSettings.image(.jpeg), .image(.heic).bitDepth(.eight)])
  func `samples of 8 bits get standard dynamic range, and the report says why`(settings: ImageSettings) async throws {
    let (_, report) = try await ImageCompressor().compress(
      Data(try source(.pq)), settings.quality(0.9).sizePolicy(.allowLarger))
    #expect(report.output?.hdr == .sdr)
    #expect(report.output?.bitDepth == 8)
    #expect(report.decisions.contains { $0.what == "color" && $0.choice == "SDR" })
  }

  @Test func `reference white becomes white, not gray`() async throws {
    // 203 cd/m² is 0.581 of PQ's range (BT.2408): 16 + 0.581 * 219 in 8 bits of the limited range.
    let color = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .limited)
    let frame = try Frame(size: PixelSize(width: 64, height: 64), format: .yuv420p10) { plane, _ in
      ArraySlice([UInt8](repeating: plane == 0 ? 143 : 128, count: 64))
    }
    frame.setColor(color)
    let writer = try HeifWriter(
      HeifEncoding(
        format: .heic, quality: 90, isLossless: false, threads: 1, color: color, writesColor: true, iccProfile: []))
    _ = try writer.encode(frame, alpha: nil, isPremultiplied: false)
    let (data, _) = try await ImageCompressor().compress(
      Data(try writer.finish()), .image(.jpeg).quality(0.9).sizePolicy(.allowLarger))
    let luma = try JPEGDecoder.decode([UInt8](data)).frame.samples(of: 0)
    let mean = luma.reduce(0) { $0 + Int($1) } / max(luma.count, 1)
    #expect((180...245).contains(mean), "\(mean)")
  }

  @Test func `AVIF has more than 8 bits where libheif can write them`() async throws {
    let source = Data(try source(.pq))
    if HeifLibrary.writesDeepAVIF {
      let (_, report) = try await ImageCompressor().compress(source, .image(.avif).sizePolicy(.allowLarger))
      #expect(report.output?.bitDepth == 10)
    } else {
      await #expect(throws: CompressionError.self) {
        try await ImageCompressor().compress(source, .image(.avif).bitDepth(.ten).sizePolicy(.allowLarger))
      }
      let (_, report) = try await ImageCompressor().compress(source, .image(.avif).sizePolicy(.allowLarger))
      #expect(report.output?.bitDepth == 8)
    }
  }
}
