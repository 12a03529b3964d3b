import Media

extension Planner {
  /// When frames are shown, and which.
  func schedule(
    of film: Film, on timeline: TimelinePlan, bitDepth: Int, notes: inout PlanNotes
  ) throws(CompressionError) -> FrameSchedule {
    var schedule = unchanged(film, on: timeline)
    let interpolation = interpolation(of: film, on: timeline, bitDepth: bitDepth, notes: &notes)
    switch request.video.frameRate {
    case .source:
      if let interpolation { interpolate(at: interpolation, film, on: timeline, &schedule) }
    case .constant(let rate):
      if let interpolation { interpolate(at: interpolation, film, on: timeline, &schedule) }
      keep(rate, of: film, on: timeline, &schedule)
    case .atMost(let rate, let reduction):
      let choice = try frameChoice(of: film, on: timeline, atMost: rate, by: reduction, notes: &notes)
      if let choice {
        if interpolation != nil {
          notes.decide(
            "interpolation", FrameInterpolation.none.rawValue,
            because: "the film has too many frames already, so that none are made")
        }
        choose(choice, &schedule)
      } else if let interpolation {
        interpolate(at: interpolation.value > rate.value ? rate.reduced : interpolation, film, on: timeline, &schedule)
      }
    }
    return schedule
  }

  /// Every frame at its time.
  private func unchanged(_ film: Film, on timeline: TimelinePlan) -> FrameSchedule {
    let rate = FrameTiming.rate(of: film.video)
    let count = frameCount(of: film, on: timeline)
    var schedule = FrameSchedule(
      frameRate: rate, isConstant: !film.video.isVariableFrameRate, clock: FrameTiming.timeBase(of: film),
      timeBase: FrameTiming.timeBase(of: film), exactSourceRate: film.video.roundedFrameRate, frameCount: count,
      endTime: endTime(of: film, on: timeline))
    guard timeline.changesSpeed else { return schedule }
    if let speed = timeline.uniformSpeed {
      let shown = rate.times(speed)
      schedule.frameRate = FrameTiming.clamped(shown ?? .approximating(rate.value * speed.value))
      schedule.isConstant = schedule.isConstant && shown == schedule.frameRate
      schedule.clock = FrameTiming.timeBase(of: film, at: speed)
    } else {
      schedule.frameRate = FrameTiming.clamped(.approximating(rate.value * timeline.pace))
      schedule.isConstant = false
      schedule.clock = FrameTiming.fine(schedule.clock)
    }
    schedule.timeBase = schedule.clock
    let slowest = timeline.speed.map(\.speed.value).min() ?? 1
    schedule.longestStep = (film.video.longestStep ?? 1 / rate.value) / slowest
    return schedule
  }

  /// Frames at each multiple of a rate's period, up to the film's end.
  private func keep(_ rate: Rational, of film: Film, on timeline: TimelinePlan, _ schedule: inout FrameSchedule) {
    let rate = rate.reduced
    schedule.frameRate = rate
    schedule.isConstant = true
    schedule.timeBase = rate.inverse
    let pictures = range(of: film.stream)
    let clock = TimelineClock(timeline)
    let nearest = (max(0, clock.result(pictures.lowerBound)) * rate.value).rounded()
    let first = nearest == 1 ? 0 : nearest
    // Without a length of its own the last frame is shown for as long as those before.
    let end = max(schedule.endTime ?? 0, clock.result(lastPicture(of: film, on: timeline)))
    let until = max(first + 1, (end * rate.value).rounded())
    schedule.selection = .constant(until: schedule.endTime == nil ? nil : Int64(until))
    schedule.frameCount = Int(until - first)
    if schedule.endTime != nil { schedule.endTime = until / rate.value }
    schedule.longestStep = nil
  }

  /// The end of the last picture that is kept, if it is shown for as long as those before.
  private func lastPicture(of film: Film, on timeline: TimelinePlan) -> Double {
    let pictures = range(of: film.stream)
    let step = 1 / FrameTiming.rate(of: film.video).value
    let last = frames?.entries.last.map { $0.time + step } ?? pictures.upperBound
    return min(timeline.end ?? .infinity, max(pictures.upperBound, min(last, pictures.upperBound + step)))
  }

  private func choose(_ choice: FrameChoice, _ schedule: inout FrameSchedule) {
    let ticks = choice.times.map { Timestamp.ticks(seconds: $0, in: schedule.clock) }
    schedule.selection = .chosen(ticks)
    schedule.frameCount = ticks.count
    let end = schedule.endTime ?? choice.end
    let steps = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    let lastStep = end - (choice.times.last ?? end)
    let longest = steps.max().map { Timestamp.seconds($0, in: schedule.clock) } ?? 0
    schedule.longestStep = max(longest, lastStep)
    if let step = steps.min(), step > 0, steps.max() == step,
      let rate = Rational(1, Int32(clamping: step)).times(schedule.clock.inverse), (1...240).contains(rate.value)
    {
      schedule.frameRate = rate
      schedule.isConstant = true
    } else {
      let length = max(end - (choice.times.first ?? 0), 0.001)
      schedule.frameRate = FrameTiming.clamped(.approximating(Double(ticks.count) / length))
      schedule.isConstant = false
    }
  }

  /// The explicit wish for a rate that the source doesn't meet; `nil` when it does.
  func unmetRate(of film: Film) -> String? {
    let video = film.video
    let average = averageRate(of: film)
    switch request.video.frameRate {
    case .source: return nil
    case .constant(let rate):
      let isMet = !video.isVariableFrameRate && FrameTiming.rate(of: video) == rate.reduced
      return isMet ? nil : "the film is to have exactly \(rate.inWords) frames a second"
    case .atMost(let rate, _):
      return average <= rate.value * Self.rateTolerance
        ? nil : "the film is to have at most \(rate.inWords) frames a second"
    }
  }

  /// What measuring a rate may be off by.
  static let rateTolerance = 1.000_1

  private func averageRate(of film: Film) -> Double {
    film.video.isVariableFrameRate ? film.video.frameRate : FrameTiming.rate(of: film.video).value
  }
}

extension FrameTiming {
  /// A clock that meets the ticks of another and has at least 90 000 in a second, as far as a microsecond allows.
  static func fine(_ base: Rational) -> Rational {
    guard base.numerator == 1, base.denominator > 0, base.denominator < 90_000 else { return base }
    return Rational(1, base.denominator * ((90_000 + base.denominator - 1) / base.denominator))
  }
}

extension Rational {
  /// A rate near a number, in thousandths.
  static func approximating(_ value: Double) -> Rational {
    Rational(Int32((min(max(value, 0.001), 1_000) * 1_000).rounded()), 1_000).reduced
  }
}
