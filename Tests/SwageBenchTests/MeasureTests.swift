import Foundation
import Media
import TestSupport
import Testing

@testable import SwageBench

@Suite("Measuring", .serialized) struct MeasureTests {
  private let folder: TemporaryFolder
  private var scratch: String { folder.url.path }

  init() throws { folder = try TemporaryFolder() }

  @Test("a process that waits takes wall-clock time, little of the processor's, and its own memory alone") func waits()
  {
    let end = ProcessRun.run(Command("sleep", ["0.3"]), scratch: scratch)
    #expect(end.status == 0)
    #expect((0.3..<3).contains(end.usage.wallSeconds))
    #expect(end.usage.cpuSeconds < 0.1)
    // Not that of the process that started it, which holds the tests.
    #expect((100_000..<12e6).contains(end.usage.peakBytes), "\(end.usage.peakBytes)")
  }

  @Test("the memory of a process is what it had at its greatest") func memory() {
    // More than one block, so that the memory is still there when it is looked at.
    let end = ProcessRun.run(
      Command("dd", ["if=/dev/zero", "of=/dev/null", "bs=300M", "count=8"]), scratch: scratch)
    #expect((300e6..<340e6).contains(end.usage.peakBytes), "\(end.usage.peakBytes)")
  }

  @Test("a process that computes takes the processor's time") func computes() {
    let end = ProcessRun.run(
      Command("sh", ["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"]), scratch: scratch)
    #expect(end.usage.cpuSeconds > 0.05)
    #expect(end.usage.cpuSeconds < end.usage.wallSeconds * 1.1)
  }

  @Test("a failure is told with its status and last words, also that of a program that isn't there") func failure() {
    let end = ProcessRun.run(Command("sh", ["-c", "echo no luck >&2; exit 7"]), scratch: scratch)
    #expect(end.status == 7)
    #expect(end.complaint == "no luck")
    let killed = ProcessRun.run(Command("sh", ["-c", "kill -9 $$"]), scratch: scratch)
    #expect(killed.status == 137)
    let missing = ProcessRun.run(Command("/nowhere/program", []), scratch: scratch)
    #expect(missing.status == 127)
    #expect(missing.complaint.contains("doesn't start"))
  }

  @Test("standard output is given, with standard error where it is wanted") func output() {
    let command = Command("sh", ["-c", "echo one; echo two >&2"])
    #expect(ProcessRun.text(of: command, scratch: scratch) == "one\n")
    let both = folder.file("both").path
    _ = ProcessRun.run(command, output: both, takesErrors: true, scratch: scratch)
    #expect(TextFile.text(both) == "one\ntwo\n")
  }

  @Test("what filters log is read, each measure from its own line") func log() {
    let log = """
      [Parsed_ssim_10 @ 0x1] SSIM Y:0.981234 (17.2) U:0.99 (20.1) V:0.99 (20.2) All:0.986543 (18.7)
      [Parsed_psnr_11 @ 0x2] PSNR y:38.1 u:41.2 v:41.3 average:39.012345 min:35.1 max:45.2
      [Parsed_libvmaf_12 @ 0x3] VMAF score: 93.456789
      [Parsed_xpsnr_13 @ 0x4] XPSNR  y: 37.1234  u: 40.1  v: 40.2  (minimum: 37.1234)
      """
    let similarity = Similarity(log: log)
    #expect(similarity == Similarity(ssim: 0.986543, psnr: 39.012345, vmaf: 93.456789, xpsnr: 37.1234))
    #expect(Similarity(log: "[x] PSNR y:inf u:inf v:inf average:inf min:inf max:inf").psnr == nil)
  }

  @Test("a film is similar to itself, less to a worse copy, whatever its times and size") func similarity() throws {
    let meter = try #require(SimilarityMeter(path: "ffmpeg", scratch: scratch))
    let (source, worse) = (folder.file("source.mp4").path, folder.file("worse.mp4").path)
    let made = ProcessRun.run(
      Command(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=1", "-c:v", "libx264", "-crf", "10", source]),
      scratch: scratch)
    #expect(made.status == 0, "\(made.complaint)")
    let shrunk = ProcessRun.run(
      Command(
        "ffmpeg",
        ["-v", "error", "-itsoffset", "3", "-i", source, "-vf", "scale=80:44", "-c:v", "libx264", "-crf", "45", worse]),
      scratch: scratch)
    #expect(shrunk.status == 0, "\(shrunk.complaint)")
    let (size, small) = (PixelSize(width: 160, height: 90), PixelSize(width: 80, height: 44))
    let same = try #require(meter.measure(source, against: source, trim: nil, size: size, depth: 8))
    #expect(same.ssim == 1)
    let other = try #require(meter.measure(worse, against: source, trim: nil, size: small, depth: 8))
    let ssim = try #require(other.ssim)
    #expect((0.3..<0.97).contains(ssim))
    let psnr = try #require(other.psnr)
    #expect((10..<40).contains(psnr))
  }

  @Test("an answer of ffprobe is read, an empty one isn't") func facts() throws {
    let answer = #"{"streams":[{"width":320,"height":180,"nb_read_packets":"60"}],"format":{"duration":"2.005"}}"#
    let facts = try #require(FilmFacts(answer: answer))
    #expect(facts.frames == 60)
    #expect(facts.seconds == 2.005)
    #expect(facts.size == PixelSize(width: 320, height: 180))
    #expect(FilmFacts(answer: #"{"streams":[],"format":{"duration":"2"}}"#) == nil)
  }

  @Test("every part of the library does its turn", arguments: MicroBenchmark.all.map(\.name)) func parts(name: String)
    throws
  {
    let part = try #require(MicroBenchmark.all.first { $0.name == name })
    let result = try part.measure(batches: 2, seconds: 0)
    #expect(result.secondsPerTurn.count == 2)
    #expect(result.secondsPerTurn.allSatisfy { $0 > 0 })
    #expect(result.cpuSecondsPerTurn > 0)
  }

  @Test("arguments are read, and what isn't understood is refused") func options() throws {
    let options = try Options(["--set", "short", "--case", "a", "--case", "b", "--pairs", "2", "--peer", "new=/x"])
    #expect(options.set == "short")
    #expect(options.cases == ["a", "b"])
    #expect(options.pairs == 2)
    #expect(options.peers.map(\.name) == ["new"])
    #expect(try Options(["--compare", "a.json", "b.json"]).action == .compare(old: "a.json", new: "b.json"))
    for wrong in [["--pairs", "0"], ["--pairs"], ["--peer", "ffmpeg=/x"], ["--peer", "x"], ["--fast"], ["file"]] {
      #expect(throws: BenchmarkError.self, "\(wrong)") { try Options(wrong) }
    }
  }
}
