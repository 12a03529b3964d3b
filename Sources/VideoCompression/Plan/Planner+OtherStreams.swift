import Media

extension StreamRules {
  /// What happens to a moving picture beside the film.
  func secondaryVideo(_ stream: StreamDescription) -> StreamPlan {
    guard container.takesVideo(stream.codec) else {
      return stream.planned(.drop, "\(container.inWords) can't hold a second film of \(stream.nameInWords)")
    }
    if isTrimmed { return stream.planned(.drop, "a second film can't be cut yet") }
    if !container.canNoteOrientation, let turn = stream.video?.orientation, turn != .up {
      return stream.planned(.drop, "this version can't note the second film's turn in \(container.inWords)")
    }
    return stream.planned(.copy, "a second film beside the first is kept as it is")
  }

  /// What happens to a cover picture.
  func coverArt(_ stream: StreamDescription) -> StreamPlan {
    if request.metadata == .strip { return stream.planned(.drop, "no metadata was asked for", isWished: true) }
    if source.container.isISOBaseMedia, container.isISOBaseMedia {
      return stream.planned(.absorb, "kept among the file's tags")
    }
    guard Self.pictures.contains(stream.codec) else {
      return stream.planned(.drop, "\(container.inWords) can't hold a cover of \(stream.nameInWords)")
    }
    return stream.planned(.copyCoverArt, "kept as the cover")
  }

  /// What happens to a track that names chapters.
  func chapterNames(_ stream: StreamDescription) -> StreamPlan {
    source.chapters.isEmpty
      ? stream.planned(.drop, "it names no chapter", isWished: true) : stream.planned(.absorb, "written as chapters")
  }

  /// What happens to timed data.
  func data(_ stream: StreamDescription) -> StreamPlan {
    if request.metadata == .strip {
      return stream.planned(.drop, "no metadata was asked for, and timed data may tell places", isWished: true)
    }
    if let obstacleToCarrying { return stream.planned(.drop, obstacleToCarrying) }
    if container == .mp4, stream.codecTag == "mebx" {
      return stream.planned(.drop, "only QuickTime files hold timed metadata of this kind (mebx)")
    }
    return stream.planned(.carryTrack, "timed data is carried over as it is")
  }

  /// What happens to a file within the file.
  func attachment(_ stream: StreamDescription) -> StreamPlan {
    container == .mkv
      ? stream.planned(.copyAttachment, "kept as it is")
      : stream.planned(.drop, "\(container.inWords) can't hold attached files")
  }

  private static let pictures: Set<String> = ["mjpeg", "png", "bmp"]
}
