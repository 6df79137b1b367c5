import Dispatch

/// An action that waits for its turn on a queue.
struct QueueSubmission: Sendable {
  let action: @Sendable () -> Void
  let onCancel: (@Sendable () -> Void)?
}

/// The Grand Central Dispatch form of a pacer: actions and timer run on one queue.
struct QueuePacer<Key: Hashable & Sendable, Machine: PacingMachine>: Sendable
where Machine.Event == QueueSubmission, Machine.Work == QueueSubmission {
  let pacer: Pacer<Key, Machine>

  init(_ blank: Machine, queue: DispatchQueue, alarm: (any Alarm)?) {
    pacer = Pacer(blank, alarm: alarm ?? DispatchAlarm(queue: queue)) { submission, _, _ in
      queue.async(execute: submission.action)
    } cancel: {
      $0.onCancel?()
    }
  }

  /// Submits `action` for `key`.
  func submit(
    _ key: Key, _ action: @escaping @Sendable () -> Void, _ onCancel: (@Sendable () -> Void)?
  ) {
    pacer.submit(QueueSubmission(action: action, onCancel: onCancel), for: key)
  }
}
