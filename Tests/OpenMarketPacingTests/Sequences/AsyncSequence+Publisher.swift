import OpenCombine
import OpenMarketPacing

// From here on line by line that of OpenMarketUI, but for comments and access, with OpenCombine for Combine; a test compares.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}

struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable
where Base.Element: Sendable {
  typealias Output = Base.Element
  typealias Failure = Base.Failure

  private let base: Base

  init(_ base: Base) { self.base = base }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
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

private struct SerialConsumer<Input, Failure: Error>: @unchecked Sendable {
  let receive: (Input) -> Subscribers.Demand
  let finish: (Subscribers.Completion<Failure>) -> Void
}

private final class CombineSubscription<Base: AsyncSequence & Sendable>: Subscription, Sendable
where Base.Element: Sendable {
  private let subscription: SequenceSubscription<Base>
  init(_ subscription: SequenceSubscription<Base>) { self.subscription = subscription }
  func request(_ demand: Subscribers.Demand) { subscription.request(demand.max ?? .max) }
  func cancel() { subscription.cancel() }
}
