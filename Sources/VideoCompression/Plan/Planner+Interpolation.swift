import Media

extension Planner {
  /// Frames a second in slow parts between whose frames new ones are made; `nil` where none are.
  func interpolation(
    of film: Film, on timeline: TimelinePlan, bitDepth: Int, notes: inout PlanNotes
  ) -> Rational? {
    guard request.interpolation == .motion else { return nil }
    let obstacle: String? =
      if !timeline.speed.contains(where: { $0.speed.value < 1 }) {
        "nothing is shown slower"
      } else if bitDepth > 8 {
        "frames can be made of 8 bits a sample only, and these have \(bitDepth)"
      } else {
        nil
      }
    guard let obstacle else { return FrameTiming.rate(of: film.video) }
    notes.decide("interpolation", FrameInterpolation.none.rawValue, because: obstacle)
    return nil
  }

  /// Frames at a rate wherever the source's are shown slower.
  func interpolate(at rate: Rational, _ film: Film, on timeline: TimelinePlan, _ schedule: inout FrameSchedule) {
    let source = FrameTiming.rate(of: film.video)
    schedule.interpolation = rate
    var count = 0.0
    for segment in timeline.speed {
      let length = (segment.end - segment.start) / segment.speed.value
      count += length * (segment.speed.value < 1 ? rate.value : source.value * segment.speed.value)
    }
    schedule.frameCount = max(1, Int(count.rounded()))
    schedule.frameRate = FrameTiming.clamped(.approximating(count / max(timeline.duration, 0.001)))
    schedule.isConstant = false
    schedule.clock = FrameTiming.fine(schedule.clock)
    if timeline.uniformSpeed != nil {
      schedule.frameRate = FrameTiming.clamped(rate)
      schedule.isConstant = !film.video.isVariableFrameRate
      schedule.clock = FrameTiming.timeBase(ofMultiplesOf: rate)
    }
    schedule.timeBase = schedule.clock
  }
}
