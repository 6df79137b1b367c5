import Dispatch
import Synchronization

/// 64 tasks submit to one object at the same time. Meanwhile the object is replaced by a new one, so that the old
/// goes away with pending writes in it; its queue is suspended and resumed; and pending writes are taken back.
struct Stress<Pacer: Sendable>: Sendable {
  static var submitters: Int { 64 }
  /// How long a submitter stays with one object.
  private static var batch: Int { 500 }

  let make: @Sendable () -> Pacer
  /// Takes back pending writes; nil for an object that must live and serve until the end.
  let cancel: (@Sendable (Pacer) -> Void)?
  /// The queue of the GCD forms.
  var queue: DispatchQueue?
  /// Submits the action with a number.
  let submit: @Sendable (Pacer, Int) async -> Void

  /// Submits `perSubmitter` actions from each task.
  /// - Returns: The object that was used last.
  func run(perSubmitter: Int) async -> Pacer {
    let slot = Slot(make())
    let disturber = Task {
      while !Task.isCancelled {
        queue?.suspend()
        await Task.yield()
        if let cancel {
          cancel(slot.current)
          await Task.yield()
          slot.replace(with: make())
        }
        await Task.yield()
        queue?.resume()
        // On the real clock, as everything here: the submitters get on meanwhile.
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for submitter in 0..<Self.submitters {
        group.addTask {
          let end = (submitter + 1) * perSubmitter
          var number = submitter * perSubmitter
          while number < end {
            let pacer = slot.current
            for _ in 0..<min(Self.batch, end - number) {
              await submit(pacer, number)
              number += 1
            }
            await Task.yield()
          }
        }
      }
    }
    disturber.cancel()
    await disturber.value
    return slot.current
  }
}

/// The object that the submitters use at present.
private final class Slot<Pacer: Sendable>: Sendable {
  private let state: Mutex<Pacer>

  init(_ pacer: Pacer) { state = Mutex(pacer) }

  var current: Pacer { state.withLock { $0 } }

  func replace(with pacer: Pacer) {
    // The old one is released after the lock: it tells actions that they are cancelled.
    _ = state.withLock { state in
      defer { state = pacer }
      return state
    }
  }
}
