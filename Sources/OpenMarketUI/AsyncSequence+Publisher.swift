#if canImport(Combine)
  public import Combine
  import OpenMarketPacing

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A publisher of the sequence's elements, with the sequence's error.
    ///
    /// ```swift
    /// market.submissions.updates.publisher
    ///   .receive(on: DispatchQueue.main)
    ///   .map(\.count)
    ///   .sink { … } receiveValue: { … }
    ///   .store(in: &cancellables)
    /// ```
    ///
    /// Each subscription is one iteration, which begins with the first demand and ends when it is cancelled. Elements come
    /// one after the other, in order, on a thread of Swift's concurrency. None is read before it is asked for, so of a live
    /// sequence a slow subscriber gets what is latest by then.
    ///
    /// In code of the main actor receive on the main queue first, as above: a closure before that belongs to the main actor, too,
    /// and traps on another thread.
    public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
  }

  /// A publisher that iterates an asynchronous sequence for each of its subscribers; see `AsyncSequence.publisher`.
  public struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable
  where Base.Element: Sendable {
    /// The elements of the sequence.
    public typealias Output = Base.Element
    /// The error of the sequence.
    public typealias Failure = Base.Failure

    private let base: Base

    init(_ base: Base) { self.base = base }

    /// Starts an iteration for the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let consumer = SerialConsumer<Output, Failure>(
        receive: { subscriber.receive($0) }, finish: { subscriber.receive(completion: $0) })
      let subscription = SequenceSubscription(base) { element in
        consumer.receive(element).max ?? .max
      } finish: { failure in
        consumer.finish(failure.map { .failure($0) } ?? .finished)
      }
      subscriber.receive(subscription: CombineSubscription(subscription))
    }
  }

  /// A subscriber on its way to the task that calls it.
  ///
  /// `@unchecked` as Combine's subscribers are not declared `Sendable`, and may be called on any thread, one call at a time.
  private struct SerialConsumer<Input, Failure: Error>: @unchecked Sendable {
    let receive: (Input) -> Subscribers.Demand
    let finish: (Subscribers.Completion<Failure>) -> Void
  }

  /// An iteration as Combine sees it.
  private final class CombineSubscription<Base: AsyncSequence & Sendable>: Subscription, Sendable
  where Base.Element: Sendable {
    private let subscription: SequenceSubscription<Base>
    init(_ subscription: SequenceSubscription<Base>) { self.subscription = subscription }
    func request(_ demand: Subscribers.Demand) { subscription.request(demand.max ?? .max) }
    func cancel() { subscription.cancel() }
  }
#endif
