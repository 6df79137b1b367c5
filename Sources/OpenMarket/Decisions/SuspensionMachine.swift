/// Whether a market is suspended, and whether it shall be: lifecycle calls in any order come in, one action after the
/// other comes out, and the last call decides.
struct SuspensionMachine: Hashable {
  /// An instruction to the driver; ``finished()`` when it is done.
  enum Action: Hashable {
    case suspend
    case resume
  }

  enum Phase: Hashable {
    case running
    case suspending
    case suspended
    case resuming
    case closed
  }

  private(set) var phase = Phase.running
  private var isSuspensionWanted = false

  /// Whether it is as the last call wants it.
  var isSettled: Bool {
    switch phase {
    case .running: !isSuspensionWanted
    case .suspended: isSuspensionWanted
    case .suspending, .resuming: false
    case .closed: true
    }
  }

  /// Returns the next action, for a call that wants it to be suspended.
  mutating func suspend() -> Action? {
    isSuspensionWanted = true
    return next()
  }

  /// Returns the next action, for a call that wants it to go on.
  mutating func resume() -> Action? {
    isSuspensionWanted = false
    return next()
  }

  /// Returns the next action once the one before is done.
  mutating func finished() -> Action? {
    switch phase {
    case .suspending: phase = .suspended
    case .resuming: phase = .running
    case .running, .suspended, .closed: break
    }
    return next()
  }

  /// The market is closed: nothing begins any more.
  mutating func close() { phase = .closed }

  private mutating func next() -> Action? {
    switch phase {
    case .running where isSuspensionWanted:
      phase = .suspending
      return .suspend
    case .suspended where !isSuspensionWanted:
      phase = .resuming
      return .resume
    default: return nil
    }
  }
}
