/// Whether a market is suspended, and whether it shall be: lifecycle calls in any order come in, one action after the
/// other comes out, and the last call decides.
struct SuspensionMachine: Hashable {
  /// An instruction to the driver; ``finished()`` when it is done.
  enum Action: Hashable {
    case windDown
    case suspend
    case resume
  }

  enum Phase: Hashable {
    case running
    /// Until what runs has come to its end; nothing is closed yet.
    case windingDown
    case suspending
    case suspended
    case resuming
    case closed
  }

  private(set) var phase = Phase.running
  private var isSuspensionWanted = false
  /// Whether a call wants to go on since the winding down began, which ends it with nothing closed.
  private(set) var isRevoked = false

  /// Whether it is as the last call wants it.
  var isSettled: Bool {
    switch phase {
    case .running: !isSuspensionWanted
    case .suspended: isSuspensionWanted
    case .windingDown, .suspending, .resuming: false
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
    if phase == .windingDown { isRevoked = true }
    return next()
  }

  /// Returns the next action once the one before is done.
  mutating func finished() -> Action? {
    switch phase {
    case .windingDown where isRevoked: (phase, isRevoked) = (.running, false)
    case .windingDown:
      phase = .suspending
      return .suspend
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
      phase = .windingDown
      return .windDown
    case .suspended where !isSuspensionWanted:
      phase = .resuming
      return .resume
    default: return nil
    }
  }
}
