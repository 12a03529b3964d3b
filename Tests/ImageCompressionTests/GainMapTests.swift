import Foundation
import TestSupport
import Testing

@testable import ImageCompression

@Suite struct GainMapTests {
  /// A JPEG file with a gain map behind it, as cameras of Android write it.
  private func source(orientation: Int) async throws -> (file: [UInt8], map: [UInt8]) {
    let folder = try TemporaryFolder()
    let photo = folder.file("photo.jpg")
    try FileManager.default.copyItem(at: try await Clip.photo(orientation: orientation).file, to: photo)
    let map = folder.file("map.jpg")
    try await Clip.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=80x60", "-frames:v", "1", "-q:v", "4", "-pix_fmt", "yuvj420p"], to: map)
    let xmp = { (inner: String) in
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" \(inner)
      </rdf:RDF></x:xmpmeta>
      """
    }
    let packet = folder.file("packet.xmp")
    try Data(xmp(#"hdrgm:GainMapMax="2.5"/>"#).utf8).write(to: packet)
    try await Clip.exiftool(["-xmp<=\(packet.path)"], map)
    let mapBytes = [UInt8](try Data(contentsOf: map))
    let container = "http://ns.google.com/photos/1.0/container/"
    try Data(
      xmp(
        """
        xmlns:Container="\(container)" xmlns:Item="\(container)item/"><Container:Directory><rdf:Seq>
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg"
        Item:Length="\(mapBytes.count)"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>
        """
      ).utf8
    ).write(to: packet)
    try await Clip.exiftool(["-xmp<=\(packet.path)"], photo)
    let bytes = [UInt8](try Data(contentsOf: photo))
    return (MultiPicture.join([mapBytes], to: bytes, indexAt: 2), mapBytes)
  }

  @Test func `a gain map goes into JPEG byte for byte, where readers look for it`() async throws {
    let (file, map) = try await source(orientation: 1)
    let (data, report) = try await ImageCompressor().compress(
      Data(file), .image(.jpeg).quality(0.7).sizePolicy(.allowLarger))
    #expect(report.parts.first { $0.kind == .gainMap }?.action == .kept)
    #expect(Array(data.suffix(map.count)) == map)
    let folder = try TemporaryFolder()
    let output = folder.file("out.jpg")
    try data.write(to: output)
    let found = try await run("exiftool", ["-b", "-MPImage2", output.path])
    #expect([UInt8](found.output) == map)
    #expect(try await PictureFacts(output)["DirectoryItemLength"] == .number(Double(map.count)))
  }

  @Test(arguments: [MetadataPolicy.keep, .strip])
  func `a gain map is turned with its picture, and its size in the directory is the new one`(
    policy: MetadataPolicy
  ) async throws {
    let (file, _) = try await source(orientation: 6)
    let (data, report) = try await ImageCompressor().compress(
      Data(file), .image(.jpeg, longSide: 200).quality(0.7).metadata(policy).sizePolicy(.allowLarger))
    #expect(report.parts.first { $0.kind == .gainMap }?.action == .converted)
    let folder = try TemporaryFolder()
    let (output, map) = (folder.file("out.jpg"), folder.file("map.jpg"))
    try data.write(to: output)
    try await run("exiftool", ["-b", "-MPImage2", output.path]).output.write(to: map)
    let shown = try await ShownPicture(map)
    #expect((shown.width, shown.height) == (60, 80))
    let size = try Data(contentsOf: map).count
    #expect(try await PictureFacts(output)["DirectoryItemLength"] == .number(Double(size)))
    let facts = try await run("exiftool", ["-s3", "-XMP-hdrgm:all", map.path])
    #expect(facts.text.contains("2.5"))
    #expect(GainMap.isGainMap([UInt8](try Data(contentsOf: map))))
  }

  @Test func `a gain map that HEIC can't have is named`() async throws {
    let (file, _) = try await source(orientation: 1)
    let (_, report) = try await ImageCompressor().compress(Data(file), .image(.heic).sizePolicy(.allowLarger))
    #expect(report.parts.first { $0.kind == .gainMap }?.action == .dropped)
    #expect(report.warnings.contains { $0.contains("gain map") })
  }

  @Test(.needsCorpus("ultra-hdr.jpg")) func `a real Ultra HDR picture stays one`() async throws {
    let source = try Corpus.file("ultra-hdr.jpg")
    let made = try await Compressed(source, .image(.jpeg).quality(0.7))
    let (before, after) = (
      try await run("exiftool", ["-b", "-MPImage2", source.path]),
      try await run("exiftool", ["-b", "-MPImage2", made.file.path])
    )
    #expect(before.output.count > 1000)
    #expect(after.output == before.output)
    #expect(made.report.output?.bytes ?? .max < made.report.source?.bytes ?? 0)
  }
}
