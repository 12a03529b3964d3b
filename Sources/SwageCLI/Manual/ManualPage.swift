import Swage

/// The manual page `swage.1`, made of the tables that the help is made of.
enum ManualPage {
  /// The page in mdoc(7).
  static func render(_ program: ProgramOutline) -> String {
    let lines =
      [".Dd \(Release.date)", ".Dt SWAGE 1", ".Os", ".Sh NAME", ".Nm swage", ".Nd make videos and pictures smaller"]
      + synopsis(program) + [".Sh DESCRIPTION", ".Nm"] + Roff.text(CommandList.purpose.loweringFirst)
      + [".Pp", "The commands are:", ".Bl -tag -width Ds"]
      + program.commands.flatMap { [".It Cm \($0.name)"] + Roff.text("\($0.summary).") }
      + [".El", ".Pp", "Instead of a command:"] + list(program.options)
      + program.commands.flatMap(section) + environment + exitStatus + examples
      + [".Sh SEE ALSO", ".Xr ffmpeg 1 ,", ".Xr ffprobe 1 ,", ".Xr vainfo 1"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func synopsis(_ program: ProgramOutline) -> [String] {
    [".Sh SYNOPSIS"]
      + program.commands.flatMap { command in
        var lines = [".Nm", ".Cm \(command.name)"]
        if !command.sections.isEmpty { lines.append(".Op Ar OPTIONS") }
        if let operand = command.operand {
          lines.append(
            (operand.isOptional ? ".Op Ar " : ".Ar ") + operand.placeholder + (operand.isRepeated ? " ..." : ""))
        }
        return lines
      }
      + program.options.flatMap { [".Nm", ".Fl -\($0.long)"] }
  }

  private static func section(of command: CommandOutline) -> [String] {
    guard !command.sections.isEmpty || !command.discussion.isEmpty else { return [] }
    var lines = [".Sh SWAGE \(command.name.uppercased())"] + Roff.text("\(command.summary).")
    for paragraph in command.discussion { lines += [".Pp"] + Roff.text(paragraph) }
    for section in command.sections { lines += [".Ss \(section.title)"] + list(section.rows) }
    return lines
  }

  private static func list(_ rows: [OptionRow]) -> [String] {
    [".Bl -tag -width Ds"]
      + rows.flatMap { row in
        let names = row.names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ")
        let value = row.placeholder.map { " Ar \(Roff.argument($0))" } ?? ""
        return [".It \(names)\(value)"] + Roff.text("\(row.help).")
      } + [".El"]
  }

  private static var environment: [String] {
    [".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
      + EnvironmentVariable.all.flatMap { [".It Ev \($0.name)"] + Roff.text("\($0.name) \($0.meaning).") } + [".El"]
  }

  private static var exitStatus: [String] {
    [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
      + ExitStatus.allCases.flatMap { [".It \($0.rawValue)"] + Roff.text("\($0.meaning).") } + [".El"]
  }

  private static var examples: [String] {
    [".Sh EXAMPLES"]
      + Example.all.enumerated().flatMap { index, example in
        (index == 0 ? [] : [".Pp"]) + Roff.text("\(example.purpose):")
          + [".Pp", ".Dl \(Roff.argument("$ swage " + example.arguments.joined(separator: " ")))"]
      }
  }
}

extension String {
  fileprivate var loweringFirst: String { prefix(1).lowercased() + dropFirst() }
}
