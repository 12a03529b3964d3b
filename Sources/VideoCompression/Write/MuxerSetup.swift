internal import FFmpeg
internal import Media

/// Opens the container with its streams, chapters and tags.
struct MuxerSetup {
  let plan: CompressionPlan
  /// The source's tags.
  let metadata: [String: String]

  /// Opens a muxer that writes to an open file.
  ///
  /// - Returns: The muxer and the time base that it chose for each stream.
  func open(_ layout: OutputLayout, descriptor: Int32, path: String) throws -> (Muxer, [Rational]) {
    do throws(FFmpegError) {
      let muxer = try Muxer(format: formatName, descriptor: descriptor)
      for stream in layout.streams { try muxer.add(stream.description) }
      for chapter in plan.chapters { try muxer.add(chapter) }
      return (muxer, try muxer.writeHeader(metadata: tags, options: options(for: layout)))
    } catch {
      throw CompressionError.muxing(error, path: path)
    }
  }

  private var formatName: String {
    switch plan.container {
    case .mp4: "mp4"
    case .mov: "mov"
    case .mkv: "matroska"
    }
  }

  private func options(for layout: OutputLayout) -> [String: String] {
    switch plan.container {
    case .mp4, .mov:
      // Written as one movie with its index at the end; the finisher moves it to the front.
      // Time codes come over as the tracks that they were.
      // FLAC in MP4 counts as experimental in FFmpeg, though its specification is final.
      ["write_tmcd": "0", "strict": "-2"].merging(tellsColor(of: layout) ? ["movflags": "+write_colr"] : [:]) { $1 }
    case .mkv:
      // Cues before the clusters let players seek without reading to the end; sound may begin before zero.
      ["avoid_negative_ts": "disabled", "reserve_index_space": "\(reservedIndexSpace)"]
    }
  }

  /// Whether the muxer has to be told to write the color of a film whose source left a part of it open: on its own it
  /// writes all of it or nothing. A QuickTime file has no place for the range.
  private func tellsColor(of layout: OutputLayout) -> Bool {
    layout.streams.contains { stream in
      guard stream.kind == .video, stream.still == nil else { return false }
      let color = stream.description.color
      return color.toldCodePoints > 0 || plan.container == .mp4 && color.range == .full
    }
  }

  /// Room for an index entry every two seconds, in bytes.
  private var reservedIndexSpace: Int { 1024 + Int(plan.timeline.duration / 2) * 24 }

  private var tags: [String: String] {
    var tags = plan.metadata == .keep ? OutputLayout.keptMetadata(metadata, policy: .keep) : [:]
    // The finisher sets entries in files of boxes, whose muxer has a place for few names only.
    guard !plan.container.isISOBaseMedia else { return tags }
    for entry in plan.metadataEntries {
      // Matroska's names have no case to tell them apart by.
      tags = tags.filter { $0.key.lowercased() != entry.key.lowercased() }
      if !entry.value.isEmpty { tags[entry.key] = entry.value }
    }
    return tags
  }
}
