import Swage

extension ImageCommand {
  static var syntax: CommandSyntax<ImageCommand> {
    CommandSyntax(
      name: "image", summary: "Make pictures smaller",
      discussion: [
        "Reads JPEG, HEIC, AVIF, PNG, WebP, TIFF, BMP and GIF, told by their content, and writes HEIC, JPEG or AVIF beside "
          + "the source as NAME-compressed.heic, or under its own name in another folder. Several pictures are "
          + "compressed at once, one for each core.",
        "Pixels are turned upright. Color profile, date, place, camera and XMP are kept; what can't be kept is named. A "
          + "result is read back and compared with the source before it is put in place. If nothing smaller comes out, "
          + "the source is kept; if it doesn't meet a wish (another format, say), the job fails.",
        "A video unit that 'swage capabilities' shows as proved codes what it can, and the processor the rest, also "
          + "where the unit fails or delivers something else.",
        "With --compare, nothing is written but the page of --html. Every format gets the same samples of 8 bits, "
          + "without metadata, and pictures are taken one after another.",
        "Exit status: 0 done or source kept, 1 failed, 2 wrong usage, 3 source missing, unreadable or without picture, "
          + "4 not supported here, 5 source damaged, 6 output can't be written, 7 output failed verification, "
          + "130 SIGINT, 143 SIGTERM. Of several pictures, the first one that failed decides; the others are done.",
      ],
      operand: .several("INPUT", .files, into: \.inputs), sections: [place, picture, comparison, safety, messages],
      exclusive: [
        ["output", "output-folder", "replace"], ["quality", "lossless"], ["metadata", "strip"], ["quiet", "verbose"],
      ] + withoutComparison.map { ["compare", $0] })
  }

  private static let place = OptionSection<ImageCommand>(
    "Output",
    [
      .value(
        "output", short: "o", .path("PATH"), into: \.output,
        help: "A file (.heic, .jpg or .avif) for one input, or an existing folder"),
      .value(
        "output-folder", .path("FOLDER", .folders), into: \.outputFolder, help: "An existing folder for all results"),
      .flag(
        "replace", into: \.replacesSource,
        help: "Put each result in the source's place, once it is checked; the name has to fit the format"),
    ])

  private static let picture = OptionSection<ImageCommand>(
    "Picture",
    [
      .value(
        "format", .choice(ImageFormat.allCases.map { ($0.rawValue, $0) }), into: \.format,
        help: "The kind of file; without it what the output's name says, else heic"),
      .value(
        "quality", .number("Q", in: 0...1), into: \.quality,
        help: "0 (smallest) to 1 (best), about as similar in every format; 0.8 without it"),
      .flag("lossless", into: \.isLossless, help: "Keep every sample as it is (heic, avif)"),
      .value(
        "long-side", .integer("N", in: 1...65535), into: \.longSide,
        help: "At most N pixels on the longer side, never enlarging"),
      .value(
        "depth", .choice(ImageBitDepth.allCases.map { ("\($0.rawValue)", $0) }), into: \.bitDepth,
        help: "Bits of a sample; without it 8, and 10 for heic where the source has more"),
      .value(
        "chroma", .choice(ImageChroma.allCases.map { ($0.rawValue, $0) }), into: \.chroma,
        help: "Color at half (420) or full (444) resolution; 420 without it"),
      .value(
        "backend", .choice, into: \.backend,
        help: "What encodes; auto is the best there is, another one fails rather than falls back; video units "
          + "make HEIC of even sides in 4:2:0, without transparency and with loss"),
      .value(
        "device", .path("PATH|INDEX"), into: \.device,
        help: "The video unit: a render node's path, or the number of an NVIDIA GPU"),
      .flag(
        "allow-fallback", into: \.allowsFallback,
        help: "Let the next best encoder take over from the backend or device that was asked for"),
      .value("metadata", .choice, into: \.metadata, help: "Keep or strip dates, places, names and thumbnails"),
      .flag("strip", into: \.isStripped, help: "As '--metadata strip'; color and orientation stay"),
    ])

  private static let comparison = OptionSection<ImageCommand>(
    "Comparison",
    [
      .flag(
        "compare", into: \.isComparison,
        help: "Write no picture, but tell size, similarity and time of HEIC at the quality, and of JPEG and AVIF where "
          + "they are as similar; '--format' says which of them has the quality"),
      .value(
        "html", .path("PATH"), into: \.page,
        help: "With '--compare': write one page to look at, with the pictures under a slider"),
    ])

  /// What a comparison, which writes no pictures and gives every format the same samples, has no use for.
  private static let withoutComparison = [
    "output", "output-folder", "replace", "lossless", "depth", "metadata", "strip", "allow-larger", "jobs",
    "pixels-at-once", "verbose", "backend", "device", "allow-fallback",
  ]

  private static let safety = OptionSection<ImageCommand>(
    "Safety",
    [
      .flag("allow-larger", into: \.allowsLarger, help: "Deliver a result that isn't smaller than the source, too"),
      .value(
        "max-pixels", .integer("N", in: 1...Int(Int32.max)), into: \.pixelLimit,
        help:
          "Refuse sources of more pixels, which could take all memory; \(ImageSettings.defaultPixelLimit) without it"),
    ])

  private static let messages = OptionSection<ImageCommand>(
    "Messages",
    [
      .value(
        "jobs", short: "j", .integer("N", in: 1...256), into: \.workers,
        help: "Compress N pictures at once; as many as there are cores without it"),
      .value(
        "pixels-at-once", .integer("N", in: 1...Int(Int32.max)), into: \.pixelsAtOnce,
        help:
          "Decode no more than N pixels at once, by some 20 bytes each and four times that for avif; pictures wait, "
          + "and a larger one is alone. By half of the machine's memory without it"),
      .flag("json", into: \.printsJSON, help: "Print one JSON object instead of text"),
      .flag("quiet", short: "q", into: \.isQuiet, help: "Show errors only"),
      .flag(
        "verbose", short: "v", into: \.isVerbose, help: "Show every part, decision and check, and what FFmpeg logs"),
    ])
}
