import Synchronization

/// An alarm on a Swift clock: a task that sleeps, and that exists only while the alarm is set.
///
/// Its readings never go back. When the clock does, the alarm counts on from the last reading and moves its
/// own setting along, so that nothing waits for a time that has to come a second time.
final class ClockAlarm: Alarm {
  private struct State {
    var sleeper: Task<Void, Never>?
    var setFor: Moment?
    var lastReading = Moment.zero
    /// The correction of the clock's own time; not zero once the clock has gone back.
    var lead: Int64 = 0
  }

  /// The longest sleep in one piece: no clock needs to cope with a sleep of centuries.
  private static let longestSleep = Interval(.seconds(86_400))

  private let clock: AnyClock
  private let priority: TaskPriority?
  private let bell = Bell()
  private let state = Mutex(State())

  init(_ clock: some Clock<Duration>, priority: TaskPriority? = nil) {
    // Wrapping costs memory, so what is wrapped already is not wrapped again.
    self.clock = .erasing(clock)
    self.priority = priority
  }

  deinit { stop() }

  func now() -> Moment {
    let (reading, moved) = state.withLock { state in
      let raw = clock.now.nanoseconds
      let wentBack = raw &+ state.lead < state.lastReading.nanoseconds
      if wentBack { state.lead = state.lastReading.nanoseconds &- raw }
      state.lastReading = Moment(nanoseconds: raw &+ state.lead)
      return (state.lastReading, wentBack ? state.setFor : nil)
    }
    if let moved { set(for: moved) }
    return reading
  }

  func start(_ ring: @escaping @Sendable () -> Void) {
    bell.hang(ring)
  }

  func set(for moment: Moment) {
    let old = state.withLock { state in
      let latest = state.lastReading.advanced(by: Self.longestSleep)
      let wake = Moment(nanoseconds: min(moment, latest).nanoseconds &- state.lead)
      defer {
        state.setFor = moment
        state.sleeper = makeSleeper(until: wake)
      }
      return state.sleeper
    }
    old?.cancel()
  }

  func stop() {
    bell.takeDown()
    let old = state.withLock { state in
      defer { (state.sleeper, state.setFor) = (nil, nil) }
      return state.sleeper
    }
    old?.cancel()
  }

  private func makeSleeper(until wake: Moment) -> Task<Void, Never> {
    // Detached: a timer must not keep the task-local values of whoever happened to set it.
    Task.detached(priority: priority) { [clock, bell] in
      do { try await clock.sleep(until: wake, tolerance: nil) } catch { return }
      bell.ring()
    }
  }
}
