import FoundationEssentials
import Swage
import Testing

@testable import SwageCLI

@Suite struct RequestTests {
  @Test func `without options everything has its default`() throws {
    let request = try compress("/clips/a.mov").request()
    #expect(request.source.path == "/clips/a.mov")
    #expect(request.output == .besideSource)
    #expect(request.video == .automatic)
    #expect(request.audio == .automatic)
    #expect(request.trim == TimeRange())
    #expect(request.backend == .automatic)
    #expect(request.sizePolicy == .neverLarger)
    #expect(request.damagePolicy == .refuse)
    #expect(request.verification == nil)
  }

  @Test func `every option of the picture reaches the request`() throws {
    let request = try compress(
      "a", "--codec=h264", "--quality=0.5", "--speed-preset=slow", "--long-side=1280", "--rotation=bake",
      "--keyframe-interval=60"
    ).request()
    let expected = VideoSettings.video(.h264, longSide: 1280).quality(0.5).speed(.slow).rotation(.bake)
    #expect(request.video == expected.keyframeInterval(60))
    #expect(
      try compress("a", "--short-side=720", "--bitrate=2M").request().video
        == .video().shortSide(720).bitRate(.megabits(2)))
  }

  @Test func `every option of the sound reaches the request`() throws {
    let request = try compress(
      "a", "--audio=aac", "--audio-bitrate=96k", "--audio-channels=1", "--audio-rate=44100"
    ).request()
    #expect(request.audio == .audio(.aac).bitRate(.kilobits(96)).channels(1).sampleRate(44100))
    #expect(try compress("a", "--audio=copy").request().audio == .copy)
    #expect(try compress("a", "--audio=none").request().audio == .none)
  }

  @Test func `every other option reaches the request`() throws {
    let request = try compress(
      "a", "--trim=1..2", "--tracks=first", "--metadata=strip", "--backend=software", "--allow-larger", "--salvage",
      "--verify=full", "--replace"
    ).request()
    #expect(request.trim == TimeRange(start: 1, end: 2))
    #expect(request.tracks == .first)
    #expect(request.metadata == .strip)
    #expect(request.backend == .software)
    #expect(request.sizePolicy == .allowLarger)
    #expect(request.damagePolicy == .salvage)
    #expect(request.verification == .full)
    #expect(request.output == .replaceSource)
  }

  @Test func `an output that is a folder holds the result, another is the result`() throws {
    guard case .directory(let folder) = try compress("a", "-o", "/tmp").request().output else {
      Issue.record("/tmp isn't taken as a folder")
      return
    }
    #expect(folder.path == "/tmp")
    guard case .file(let file) = try compress("a", "-o", "/no/such/b.MKV").request().output else {
      Issue.record("b.MKV isn't taken as a file")
      return
    }
    #expect(file.path == "/no/such/b.MKV")
  }

  @Test(arguments: [
    ("b.avi", "'.avi' is no kind of file that can be written"), ("b", "'b' has no extension and is no folder"),
  ])
  func `an output of no container of ours is refused`(_ name: String, _ problem: String) {
    #expect(complaint(["a", "-o", name]) == "--output: \(problem); use .mp4, .m4v, .mov or .mkv")
  }

  @Test func `an output that names a missing folder is refused`() {
    #expect(complaint(["a", "-o", "/no/such/"]) == "--output: there is no folder '/no/such/'")
  }

  @Test(arguments: ["copy", "none"])
  func `options of encoded sound without encoded sound are refused`(_ sound: String) {
    let message = "'--audio-channels' needs encoded sound, but '--audio \(sound)' encodes none"
    #expect(complaint(["a", "--audio", sound, "--audio-channels", "1"]) == message)
  }

  @Test(arguments: ["~/a.mp4", "./-a.mp4", "a%20#?.mp4", "../link/../a.mp4", "nai\u{308}ve.mp4"])
  func `a name reaches the library byte for byte`(_ name: String) throws {
    let folder = try #require(FileNames.currentFolder)
    #expect(Array(FileNames.url(name).path.utf8) == Array("\(folder)/\(name)".utf8))
  }

  @Test func `a file in the current folder is shown without the folder`() {
    #expect(FileNames.short("/a/b/c.mp4", in: "/a") == "b/c.mp4")
    #expect(FileNames.short("/ab/c.mp4", in: "/a") == "/ab/c.mp4")
  }
}
