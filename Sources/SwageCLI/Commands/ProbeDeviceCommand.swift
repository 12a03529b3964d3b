import Swage

/// `swage probe-device`, which `swage` and the library start to ask a driver in a process that may crash or hang.
///
/// What it prints is between the two of them, and differs from version to version.
struct ProbeDeviceCommand: Command {
  var backend = ""
  var device: String?

  static var syntax: CommandSyntax<ProbeDeviceCommand> {
    CommandSyntax(
      name: "probe-device", summary: "Ask a driver what it encodes, for swage itself", discussion: [],
      operand: .required("BACKEND", .nothing, into: \.backend),
      sections: [
        OptionSection("Device", [.value("device", .path("PATH"), into: \.device, help: "The render node")])
      ],
      exclusive: [])
  }

  func validate() throws(UsageError) {
    guard target == nil else { return }
    throw UsageError("BACKEND is nvenc, or vaapi with '--device PATH'")
  }

  func run(in context: CommandContext) async -> ExitStatus {
    guard let target else { return .wrongUsage }
    DeviceProbe.serve(target, trial: EncoderTrial.run)
  }

  private var target: ProbeTarget? {
    switch (Backend(rawValue: backend), device) {
    case (.nvenc, nil): .nvenc
    case (.vaapi, let path?): .vaapi(path: path)
    default: nil
    }
  }
}
