/// A program and its arguments.
struct Command: Sendable, Hashable {
  /// A path, or a name that is looked up in `PATH`.
  let program: String
  let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }
}

/// What does a job: commands one after another, and the files that they leave.
struct Invocation: Sendable, Hashable {
  let commands: [Command]
  /// The files that are there afterwards.
  let results: [String]

  init(_ commands: [Command], results: [String] = []) {
    self.commands = commands
    self.results = results
  }
}

/// A program that takes part, under the name that tables show.
struct Contender: Sendable, Hashable {
  /// What people call it.
  let name: String
  /// Whose command line it understands; `nil` for `swage` itself.
  let tool: Tool?
  /// Where it is.
  let path: String
}

extension Contender {
  /// How it does a job.
  ///
  /// - Parameters:
  ///   - job: The job, of a film with a single quality.
  ///   - inputs: The files that it reads.
  ///   - folder: Where results belong.
  /// - Returns: `nil` for a job that the program doesn't know.
  func invocation(for job: Job, inputs: [String], in folder: String) -> Invocation? {
    let input = inputs.first ?? ""
    switch (tool, job) {
    case (nil, .film(let film)): return SwageCommandLine.film(film, path: path, input: input, in: folder)
    case (nil, .pictures(let quality)):
      return SwageCommandLine.pictures(quality: quality, path: path, inputs: inputs, in: folder)
    case (nil, .inspect): return Invocation([Command(path, ["inspect", input, "--json"])])
    case (nil, .start(let arguments)): return Invocation([Command(path, arguments)])
    case (.ffmpeg, .film(let film)): return FFmpegCommandLine.film(film, path: path, input: input, in: folder)
    case (.handBrake, .film(let film)): return HandBrakeCommandLine.film(film, path: path, input: input, in: folder)
    case (.heifEncoder, .pictures(let quality)):
      return HeifEncoderCommandLine.pictures(quality: quality, path: path, inputs: inputs, in: folder)
    case (.ffprobe, .inspect):
      let questions = ["-show_format", "-show_streams", "-show_chapters", "-count_packets", "-of", "json"]
      return Invocation([Command(path, ["-v", "error"] + questions + [input])])
    default: return nil
    }
  }
}
