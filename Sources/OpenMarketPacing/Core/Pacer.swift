import Synchronization

/// Drives one state machine per key with one alarm: the thin part that all forms of debouncing, throttling and
/// merging share.
///
/// Work is handed over while the lock is held, so that it arrives in the order of the decisions; `start` must
/// therefore only enqueue it, and resumes no task: `afterStart` may, which follows when the lock is released.
/// Cancellations are told then, too, on the thread that caused them.
/// No event is released under the lock either: what it holds might be the last owner of the pacer itself.
final class Pacer<Key: Hashable & Sendable, Machine: PacingMachine>: Sendable {
  private struct Entry {
    var machine: Machine
    /// Counts up from one new key to the next.
    let number: UInt64
    /// The moment at which the agenda has this key; never later than the machine's wake.
    var plannedFor: Moment?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var lastNumber: UInt64 = 0
    var agenda = Agenda<Key>()
    var alarmedFor: Moment?
    var onDrained: (@Sendable () -> Void)?

    /// The keys by when they wake, then by when they came: a dictionary has them in any order.
    var keysByMoment: [Key] {
      let keys = entries.map {
        (wake: $1.machine.wake ?? Moment(nanoseconds: .max), number: $1.number, key: $0)
      }
      return keys.sorted { ($0.wake, $0.number) < ($1.wake, $1.number) }.map { $0.key }
    }
  }

  private let blank: Machine
  private let alarm: any Alarm
  private let start: @Sendable (Machine.Work, Key, Pacer) -> Void
  private let cancel: @Sendable (Machine.Event) -> Void
  private let afterStart: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes a pacer for machines that begin as `blank`; it lives until it is closed.
  init(
    _ blank: Machine, alarm: any Alarm,
    start: @escaping @Sendable (Machine.Work, Key, Pacer) -> Void,
    cancel: @escaping @Sendable (Machine.Event) -> Void,
    afterStart: @escaping @Sendable () -> Void = {}
  ) {
    self.blank = blank
    self.alarm = alarm
    self.start = start
    self.cancel = cancel
    self.afterStart = afterStart
    // Strong, and undone by `close()`: a weak reference would slow down every other one.
    alarm.start { self.ring() }
  }

  /// How many keys are not idle.
  var activeKeys: Int { state.withLock { $0.entries.count } }
  var pendingCount: Int { state.withLock { $0.entries.values.count { $0.machine.hasPending } } }
  /// The moment that the alarm is set for.
  var alarmedFor: Moment? { state.withLock { $0.alarmedFor } }

  @discardableResult
  func submit(_ event: Machine.Event, for key: Key) -> Machine.Outcome {
    let (step, due) = state.withLock { state in
      let now = alarm.now()
      state.lastNumber += 1
      let number = state.lastNumber
      let taken = take(event, key, now, &state.entries[key, default: Entry(machine: blank, number: number)])
      replan(key, &state)
      return taken
    }
    if step.run != nil || due != nil { afterStart() }
    if let cancelled = step.cancelled { cancel(cancelled) }
    return step.outcome
  }

  /// Takes back the event that waits for `key`, if `condition` holds for it, and cancels it.
  /// - Returns: Whether there was one.
  @discardableResult
  func withdraw(_ key: Key, where condition: (Machine.Event) -> Bool = { _ in true }) -> Bool {
    let event: Machine.Event? = state.withLock { state in
      let event = state.entries[key]?.machine.withdraw(where: condition)
      replan(key, &state)
      return event
    }
    if let event { cancel(event) }
    return event != nil
  }

  /// Work that was started has ended.
  func runEnded(_ key: Key) {
    let work = state.withLock { state in
      let work = state.entries[key]?.machine.runEnded(at: alarm.now())
      if let work { start(work, key, self) }
      replan(key, &state)
      return work
    }
    if work != nil { afterStart() }
    tellIfDrained()
  }

  /// Cancels everything that waits; nothing may be submitted afterwards that shall ever run.
  func close() {
    let waiting = state.withLock { state in
      alarm.stop()
      let waiting = state.entries.keys.compactMap { key in
        state.entries[key]?.machine.withdraw { _ in true }
      }
      state = State()
      return waiting
    }
    for event in waiting { cancel(event) }
  }

  /// No event will follow: calls `onDrained` once everything that waits has been handed over, in the order in which it would
  /// have been due.
  func finish(onDrained: @escaping @Sendable () -> Void) {
    let started = state.withLock { state in
      let now = alarm.now()
      state.onDrained = onDrained
      return state.keysByMoment.compactMap { key in
        let work = state.entries[key]?.machine.finish(at: now)
        if let work { start(work, key, self) }
        return work
      }
    }
    if !started.isEmpty { afterStart() }
    tellIfDrained()
  }

  private func ring() {
    let started = state.withLock { state in
      state.alarmedFor = nil
      let now = alarm.now()
      var started: [Machine.Work] = []
      while let due = state.agenda.popFirst(dueAt: now) {
        // The agenda may hold moments that have been overtaken; only the planned one counts.
        guard state.entries[due.key]?.plannedFor == due.moment else { continue }
        state.entries[due.key]?.plannedFor = nil
        if let work = state.entries[due.key]?.machine.ring(at: now) {
          start(work, due.key, self)
          started.append(work)
        }
        replan(due.key, &state)
      }
      setAlarm(&state)
      return started
    }
    if !started.isEmpty { afterStart() }
    tellIfDrained()
  }

  private func take(
    _ event: Machine.Event, _ key: Key, _ now: Moment, _ entry: inout Entry
  ) -> (step: PacingStep<Machine.Event, Machine.Work, Machine.Outcome>, due: Machine.Work?) {
    // A timer that is due comes before an event of the same moment.
    let due = entry.machine.wake.flatMap { $0 <= now ? entry.machine.ring(at: now) : nil }
    if let due { start(due, key, self) }
    let step = entry.machine.submit(event, at: now)
    if let work = step.run { start(work, key, self) }
    return (step, due)
  }

  /// Puts the key on the agenda if it must be looked at earlier than planned, and forgets it when idle.
  private func replan(_ key: Key, _ state: inout State) {
    guard let entry = state.entries[key] else { return }
    if entry.machine.isIdle {
      state.entries[key] = nil
      if state.entries.isEmpty, state.entries.capacity > 64 { state.entries = [:] }
    } else if let wake = entry.machine.wake, entry.plannedFor.map({ wake < $0 }) ?? true {
      state.entries[key]?.plannedFor = wake
      state.agenda.insert(key, at: wake)
      setAlarm(&state)
    }
  }

  /// Sets the alarm if it is not set early enough; under the lock, so that the last decision wins.
  private func setAlarm(_ state: inout State) {
    guard let first = state.agenda.first?.moment, state.alarmedFor.map({ first < $0 }) ?? true else { return }
    state.alarmedFor = first
    alarm.set(for: first)
  }

  private func tellIfDrained() {
    let onDrained: (@Sendable () -> Void)? = state.withLock { state in
      guard state.onDrained != nil, !state.entries.values.contains(where: \.machine.hasPending) else {
        return nil
      }
      return state.onDrained.take()
    }
    onDrained?()
  }
}
