import Swage

extension CompressCommand {
  static var syntax: CommandSyntax<CompressCommand> {
    CommandSyntax(
      name: "compress", summary: "Make a video smaller",
      discussion: [
        "Without options the result is HEVC at quality 0.7, in the source's size and timing, beside the source as "
          + "NAME-compressed.mp4. If nothing smaller comes out, the source is kept and the report says so.",
        "Exit status: 0 done or source kept, 1 failed, 2 wrong usage, 3 source missing, unreadable or without video, "
          + "4 not supported here, 5 source damaged, 6 output can't be written, 7 output failed verification, "
          + "130 SIGINT, 143 SIGTERM.",
      ],
      operand: .required("INPUT", .files, into: \.input),
      sections: [
        output, picture, EncoderOptions.section, FilterOptions.section, DrawingOptions.section, TimeOptions.section,
        SoundOptions.section,
        content,
        safety, messages,
      ],
      exclusive: [
        ["output", "replace"], ["long-side", "short-side"], ["quiet", "verbose"],
      ] + EncoderOptions.exclusive + FilterOptions.exclusive + DrawingOptions.exclusive + TimeOptions.exclusive)
  }

  private static let output = OptionSection<CompressCommand>(
    "Output",
    [
      .value(
        "output", short: "o", .path("PATH"), into: \.output,
        help: "A file (.mp4, .m4v, .mov or .mkv) or an existing folder"),
      .flag("replace", into: \.replacesSource, help: "Put the result in the source's place, once it is checked"),
    ])

  private static let picture = OptionSection<CompressCommand>(
    "Picture",
    [
      .value(
        "preset", .choice, into: \.preset,
        help: "Wishes for a purpose ('swage presets' lists them); other options count instead of the preset's"),
      .value("codec", .choice, into: \.codec, help: "The codec; auto is HEVC"),
      .value(
        "backend", .choice, into: \.backend,
        help: "What encodes; auto is the best there is, another one fails rather than falls back"),
      .value(
        "device", .path("PATH|INDEX"), into: \.device,
        help: "The video unit: a render node's path, or the number of an NVIDIA GPU"),
      .flag(
        "allow-fallback", into: \.allowsFallback,
        help: "Let the next best encoder take over from the backend or device that was asked for"),
      .value(
        "speed-preset", .choice, into: \.speed,
        help: "How much work goes into each picture: slower is smaller; balanced without it"),
      .value(
        "long-side", .integer("N", in: 2...32768), into: \.longSide,
        help: "At most N pixels on the longer side, never enlarging"),
      .value(
        "short-side", .integer("N", in: 2...32768), into: \.shortSide,
        help: "At most N pixels on the shorter side, never enlarging"),
      .value("rotation", .choice, into: \.rotation, help: "Keep a turn as a note (keep) or turn the pixels (bake)"),
    ])

  private static let content = OptionSection<CompressCommand>(
    "Content",
    [
      .value(
        "trim", .timeRange("START..END"), into: \.trim,
        help: "Keep a part; times are seconds, mm:ss or hh:mm:ss.mmm, either may be left out"),
      .value("tracks", .choice, into: \.tracks, help: "Sound and subtitle tracks to keep: all or the first of each"),
      .value("metadata", .choice, into: \.metadata, help: "Keep or strip dates, places, names and titles"),
      .values(
        "set-metadata", .metadata("KEY=VALUE"), into: \.metadataEntries,
        help: "Set an entry, such as title=Holiday, creation_time=2026-07-01T10:00:00Z or location=+48.85+002.29/; "
          + "an empty value removes it; may be repeated"),
      .flag("strict", into: \.isStrict, help: "Refuse the job if a stream of the source can't be kept"),
    ])

  private static let safety = OptionSection<CompressCommand>(
    "Safety",
    [
      .flag("allow-larger", into: \.allowsLarger, help: "Deliver a result that isn't smaller than the source, too"),
      .flag("salvage", into: \.salvages, help: "Compress the readable part of a damaged source"),
      .value(
        "verify", .choice, into: \.verification,
        help: "How to check the result: structure decodes samples of it, full all of it; full with --replace"),
      .flag("dry-run", into: \.isDryRun, help: "Show what would be done and why, and do nothing"),
    ])

  private static let messages = OptionSection<CompressCommand>(
    "Messages",
    [
      .flag("json", into: \.printsJSON, help: "Print one JSON object instead of text"),
      .value(
        "progress", .choice, into: \.progress,
        help: "How progress is shown on standard error; auto is a bar in a terminal, lines elsewhere"),
      .flag("quiet", short: "q", into: \.isQuiet, help: "Show errors only"),
      .flag(
        "verbose", short: "v", into: \.isVerbose, help: "Show every decision, check and attempt, and what FFmpeg logs"),
    ])
}
