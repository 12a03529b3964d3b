import Swage
import Testing

@testable import SwageCLI

@Suite struct ArgumentParserTests {
  @Test func `a value may follow its option after a space or an equals sign`() throws {
    #expect(try compress("in.mp4", "--quality", "0.5").encoder.quality == 0.5)
    #expect(try compress("in.mp4", "--quality=0.5").encoder.quality == 0.5)
    #expect(try compress("-oout.mp4", "in.mp4").output == "out.mp4")
    #expect(try compress("-o", "out.mp4", "in.mp4").output == "out.mp4")
  }

  @Test func `letters may be bundled, the last with its value`() throws {
    let command = try compress("-qo", "a b.mkv", "in.mp4")
    #expect(command.isQuiet)
    #expect(command.output == "a b.mkv")
  }

  @Test func `after two dashes everything is a file name`() throws {
    #expect(try compress("--", "-video-with-dash-.mp4").input == "-video-with-dash-.mp4")
    #expect(try compress("-q", "--", "--help").input == "--help")
  }

  @Test func `the last of an option given twice counts`() throws {
    #expect(try compress("--quality", "0.1", "--quality", "0.9", "in.mp4").encoder.quality == 0.9)
  }

  @Test func `any Unicode is a file name`() throws {
    for name in ["日本 🎬.mp4", "nai\u{308}ve.mp4", "a=b.mp4", " .mp4", "x\u{200D}y.mov"] {
      #expect(Array(try compress("-o", name, name).input.utf8) == Array(name.utf8))
      #expect(try compress("--output=\(name)", name).output.map { Array($0.utf8) } == Array(name.utf8))
    }
  }

  @Test(arguments: [["--help"], ["-h"], ["-qh"], ["in.mp4", "--quality=0.5", "-h"]])
  func `help is shown wherever it is asked for`(_ arguments: [String]) throws {
    let parsed = try ArgumentParser.parse(
      arguments, syntax: CompressCommand.syntax, defaults: CompressCommand(), fileExists: { _ in false })
    guard case .help = parsed else {
      Issue.record("\(arguments) don't show the help")
      return
    }
  }

  @Test(arguments: [
    (["--qualty", "1", "a"], "there is no option '--qualty'; did you mean '--quality'?"),
    (["--xyzzy", "a"], "there is no option '--xyzzy'"),
    (["-z", "a"], "there is no option '-z'"),
    (["--codec", "hevcc", "a"], "--codec: 'hevcc' is none of auto, h264, hevc; did you mean 'hevc'?"),
    (["--backend", "vaap", "a"], "--backend: 'vaap' is none of auto, software, vaapi, nvenc; did you mean 'vaapi'?"),
    (["--json=yes", "a"], "'--json' takes no value"),
    (["a", "--quality"], "'--quality' needs a value: --quality Q"),
    (["-o", "--json", "a"], "'-o' needs a value: -o PATH"),
    (["--output=", "a"], "--output: the name is empty"),
    ([], "INPUT is missing"),
    ([""], "INPUT is empty"),
    (["a", "b"], "'b' is one argument too many"),
  ])
  func `wrong usage is told in one line`(_ arguments: [String], _ message: String) {
    #expect(complaint(arguments) == message)
  }

  @Test(arguments: ["-video-with-dash-.mp4", "-output.mp4", "--film.mp4", "-.mp4"])
  func `an existing file that looks like options leads to advice`(_ name: String) {
    let advice = "'\(name)' is read as options; to name the file, write './\(name)' or put '--' before it"
    #expect(complaint([name], existing: [name]) == advice)
  }

  @Test func `options that exclude each other are named`() {
    #expect(complaint(["--quality=1", "--bitrate=1M", "a"]) == "'--quality' and '--bitrate' can't be used together")
    #expect(complaint(["--replace", "-o", "a.mp4", "a"]) == "'--replace' and '--output' can't be used together")
    #expect(
      complaint(["--long-side=9", "--short-side=9", "a"]) == "'--long-side' and '--short-side' can't be used together")
  }
}
