import Synchronization

/// One iteration of a sequence that gives out its elements as they are asked for: a subscription of Combine, without Combine.
///
/// An element is only taken from the sequence when the consumer has asked for it, so a sequence that has the latest value alone
/// gives the latest one to a consumer who is slow. The end, which is the sequence's next response, is noticed by then, too.
/// The consumer is called by one task, one call after the other, and never under a lock: it may call back.
package final class SequenceSubscription<Base: AsyncSequence & Sendable>: Sendable
where Base.Element: Sendable {
  /// Takes an element; returns how many more are asked for.
  package typealias Receive = @Sendable (Base.Element) -> Int
  /// Takes the end; `nil` unless the sequence has failed.
  package typealias Finish = @Sendable (Base.Failure?) -> Void

  private struct Consumer: Sendable {
    let receive: Receive
    let finish: Finish
  }

  private struct State {
    var demand = 0
    /// `nil` once it has ended or is cancelled; then no consumer is called any more.
    var consumer: Consumer?
    var task: Task<Void, Never>?
    /// Set while the task waits for the consumer to ask.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let base: Base
  private let state: Mutex<State>

  /// Makes a subscription, which begins to iterate when something is asked for.
  package init(_ base: Base, receive: @escaping Receive, finish: @escaping Finish) {
    self.base = base
    state = Mutex(State(consumer: Consumer(receive: receive, finish: finish)))
  }

  /// Asks for that many elements more; `Int.max` is all there will ever be. Does nothing for less than one.
  package func request(_ count: Int) {
    guard count > 0 else { return }
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.consumer != nil else { return nil }
      state.demand = state.demand > .max - count ? .max : state.demand + count
      if state.task == nil { state.task = Task { await self.run() } }
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Ends the iteration and releases the consumer, which is not called any more, but for a call that goes on meanwhile.
  package func cancel() {
    let (consumer, task, waiter) = state.withLock { state in
      defer { state.demand = 0 }
      return (state.consumer.take(), state.task.take(), state.waiter.take())
    }
    task?.cancel()
    waiter?.resume()
    _ = consumer  // Released only here: it may cancel again as it goes.
  }

  private func run() async {
    var elements = base.makeAsyncIterator()
    do throws(Base.Failure) {
      while await isAsked() {
        guard let element = try await elements.next(isolation: nil) else { return finish(nil) }
        guard let consumer = state.withLock({ $0.consumer }) else { return }
        request(consumer.receive(element))
      }
    } catch {
      finish(error)
    }
  }

  /// Waits until an element is asked for, and counts it; false when it was cancelled.
  private func isAsked() async -> Bool {
    await withCheckedContinuation { continuation in
      let mayGoOn = state.withLock { state in
        guard state.consumer != nil, state.demand == 0 else { return true }
        state.waiter = continuation
        return false
      }
      if mayGoOn { continuation.resume() }
    }
    return state.withLock { state in
      guard state.consumer != nil else { return false }
      state.demand -= 1
      return true
    }
  }

  private func finish(_ failure: Base.Failure?) {
    let consumer = state.withLock { state in
      (state.task, state.demand) = (nil, 0)
      return state.consumer.take()
    }
    consumer?.finish(failure)
  }
}
