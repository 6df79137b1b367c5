import Dispatch

/// An action that waits for its turn on a queue.
struct QueueSubmission: Sendable {
  let action: @Sendable () -> Void
  let onCancel: (@Sendable () -> Void)?
}

/// The Grand Central Dispatch form of a pacer: actions and timer run on one queue.
extension Pacer where Machine.Event == QueueSubmission, Machine.Work == QueueSubmission {
  convenience init(_ blank: Machine, queue: DispatchQueue, alarm: (any Alarm)?) {
    self.init(blank, alarm: alarm ?? DispatchAlarm(queue: queue)) { submission, _, _ in
      queue.async(execute: submission.action)
    } cancel: {
      $0.onCancel?()
    }
  }

  func submit(
    _ key: Key, _ action: @escaping @Sendable () -> Void, _ onCancel: (@Sendable () -> Void)?
  ) {
    submit(QueueSubmission(action: action, onCancel: onCancel), for: key)
  }
}
