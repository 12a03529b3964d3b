import Foundation
import TestSupport
import Testing

@Suite("Entries of metadata") struct MetadataEntryTests {
  private static let entries = [
    "--set-metadata", "title=Sommer am See", "--set-metadata", "creation_time=2026-07-01T10:00:00Z", "--set-metadata",
    "location=+48.8577+002.2950/", "--set-metadata", "artist=Ada", "--set-metadata", "my.key=a value = of any kind",
  ]

  @Test(
    "what is set is found, whatever the source said, and the rest stays",
    arguments: [Clip.tagged, .attachment], ["out.mp4", "out.mov", "out.mkv"])
  func set(clip: Clip, name: String) async throws {
    let job = try await Job.compress(clip, Self.entries + quick, to: name)
    let output = try await job.reopened()
    let tags = Dictionary(
      output.tags.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(tags["title"] == "Sommer am See" && tags["artist"] == "Ada")
    #expect(tags["my.key"] == "a value = of any kind")
    #expect(tags["location"] == "+48.8577+002.2950/")
    #expect(tags["creation_time"]?.hasPrefix("2026-07-01T10:00:00") == true)
    if name != "out.mkv" {
      let exif = try await output.exif(["GPSCoordinates", "CreateDate", "Title"])
      #expect(exif["GPSCoordinates"]?.contains("48.8577 2.295") == true, "\(exif)")
      #expect(exif["CreateDate"] == "2026:07:01 10:00:00" && exif["Title"] == "Sommer am See", "\(exif)")
    }
  }

  @Test("an empty value removes an entry", arguments: ["out.mp4", "out.mov", "out.mkv"])
  func removed(name: String) async throws {
    let job = try await Job.compress(
      .tagged, ["--set-metadata", "location=", "--set-metadata", "title="] + quick, to: name)
    let output = try await job.reopened()
    #expect(!output.tags.contains { $0.key.lowercased().contains("location") || $0.key.lowercased() == "title" })
  }

  @Test("a stripped file has what is set and nothing else") func stripped() async throws {
    let job = try await Job.compress(.tagged, ["--metadata", "strip", "--set-metadata", "title=Only"] + quick)
    let tags = try await job.reopened().tags
    #expect(tags["title"] == "Only" && tags["creation_time"] == nil && tags["location"] == nil)
  }

  @Test(
    "a value that isn't of its key's kind is refused with what is allowed",
    arguments: [("creation_time=yesterday", "ISO 8601"), ("location=Paris", "ISO 6709"), ("a key=x", "keys")])
  func refused(entry: String, allowed: String) async throws {
    let job = try await Job.compress(.tagged, ["--set-metadata", entry])
    #expect(job.result.status == .exited(2) && job.complaint.contains(allowed), "\(job.complaint)")
  }

  @Test("--strict refuses a job that would lose a stream, and only such a job") func strict() async throws {
    let lossy = try await Job.compress(.pictureSubtitles, ["--strict"] + quick)
    #expect(lossy.result.status == .exited(4) && lossy.complaint.contains("stream"), "\(lossy.complaint)")
    #expect(try await Job.compress(.pictureSubtitles, ["--strict"] + quick, to: "out.mkv").result.status == .exited(0))
    let wished = try await Job.compress(.plain, ["--strict", "--audio", "none"] + quick)
    #expect(wished.result.status == .exited(0))
  }
}
