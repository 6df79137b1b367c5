import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketPacing

@Suite("Sequences by demand", .timeLimit(.minutes(5)))
struct SequenceSubscriptionTests {
  struct Failure: Error {}
  typealias Source = CountingSource<Int, Failure>
  enum Event: Equatable {
    case element(Int)
    case finished
    case failed
  }

  let source = Source(Int.self, Failure.self)
  let events = Log<Event>()

  private func subscribe(_ more: @escaping @Sendable (Int) -> Int = { _ in 0 }) -> SequenceSubscription<
    Source
  > {
    SequenceSubscription(source) { [events] element in
      events.append(.element(element))
      return more(element)
    } finish: { [events] failure in
      events.append(failure == nil ? .finished : .failed)
    }
  }

  @Test("nothing is read before it is asked for, and then as much as is asked for")
  func demand() async {
    let subscription = subscribe { $0 == 3 ? 1 : 0 }
    for number in 1...5 { source.send(number) }
    for nothing in [0, -1, .min] { subscription.request(nothing) }
    #expect(source.asked.count == 0)
    subscription.request(2)
    await until { events.count == 2 }
    #expect(source.asked.count == 2)
    subscription.request(1)
    await until { events.count == 4 }
    #expect(events.entries == (1...4).map { .element($0) } && source.asked.count == 4)
    subscription.cancel()
  }

  @Test(
    "more than can be counted is all there is",
    arguments: [[Int.max], [.max, 1, .max], [.max - 1, 5], [5, .max]])
  func unlimited(requests: [Int]) async {
    let subscription = subscribe { $0 }
    for count in requests { subscription.request(count) }
    for number in 1...1_000 { source.send(number) }
    source.finish()
    await until { events.count == 1_001 }
    #expect(events.entries == (1...1_000).map { .element($0) } + [.finished])
  }

  @Test("a failure comes after what was before it, and nothing after that")
  func failure() async {
    let subscription = subscribe()
    source.send(1)
    source.fail(Failure())
    source.send(2)
    subscription.request(.max)
    await until { events.count == 2 }
    subscription.request(1)
    subscription.cancel()
    #expect(events.entries == [.element(1), .failed] && source.asked.count == 2)
  }

  @Test("after cancelling nobody is called and asked, whatever it waits for", arguments: [0, 1, 2])
  func cancelling(asked: Int) async {
    let subscription = subscribe()
    source.send(1)
    subscription.request(asked)
    await until { events.count == min(asked, 1) && source.asked.count == asked }
    subscription.cancel()
    subscription.cancel()
    subscription.request(.max)
    source.send(2)
    source.finish()
    for _ in 0..<100 { await giveWay() }
    #expect(events.count == min(asked, 1) && source.asked.count == asked)
  }

  @Test("the consumer may cancel, and is called no more")
  func cancellingWithin() async {
    let box = Mutex<SequenceSubscription<Source>?>(nil)
    let subscription = subscribe { element in
      if element == 2 { box.withLock { $0 }?.cancel() }
      return 1
    }
    box.withLock { $0 = subscription }
    for number in 1...4 { source.send(number) }
    subscription.request(.max)
    await until { events.count == 2 }
    for _ in 0..<100 { await giveWay() }
    #expect(events.entries == [.element(1), .element(2)] && source.asked.count == 2)
    box.withLock { $0 = nil }
  }

  @Test("the consumer is released when it is cancelled, or at the end", arguments: [false, true])
  func releasing(isCancelled: Bool) async {
    final class Consumer: Sendable {}
    let (subscription, box) = {
      let consumer = Consumer()
      let subscription = SequenceSubscription(source) { _ in
        withExtendedLifetime(consumer) { 1 }
      } finish: { _ in
      }
      return (subscription, WeakBox(consumer))
    }()
    subscription.request(1)
    #expect(box.isAlive)
    if isCancelled { subscription.cancel() } else { source.finish() }
    await until { !box.isAlive }
  }

  @Test("requests from many threads: each element once, in order, and no more than asked for")
  func race() async {
    let subscription = subscribe { $0.isMultiple(of: 10) ? 1 : 0 }
    for number in 1...10_000 { source.send(number) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { subscription.request(1) } }
      }
    }
    // One more for every tenth, and for those again.
    await until { events.count == 4_444 }
    for _ in 0..<100 { await giveWay() }
    #expect(events.entries == (1...4_444).map { .element($0) })
    subscription.cancel()
  }

  @Test("cancelled while others ask and elements come: it ends, with the first ones in order")
  func cancellingRace() async {
    for _ in 0..<200 {
      let (source, log) = (Source(Int.self, Failure.self), Log<Int>())
      let subscription = SequenceSubscription(source) { element in
        log.append(element)
        return 1
      } finish: { _ in
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for number in 1...20 { source.send(number) } }
        group.addTask { for _ in 0..<5 { subscription.request(1) } }
        group.addTask { subscription.cancel() }
      }
      let entries = log.entries
      #expect(entries == Array(1...20).prefix(entries.count).map { $0 })
    }
  }
}
