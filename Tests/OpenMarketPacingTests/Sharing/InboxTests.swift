import Testing

@testable import OpenMarketPacing

@Suite("Inbox", .timeLimit(.minutes(5)))
struct InboxTests {
  @Test("a busy consumer finds the newest elements, as many as it has room for", arguments: [1, 2, .max])
  func capacity(_ capacity: Int) async {
    let inbox = Inbox<Int>(capacity: capacity)
    for number in 1...5 { inbox.add(number) }
    inbox.wake()
    inbox.finish()
    inbox.add(6)
    #expect(await Array(inbox.stream()) == Array((1...5).suffix(capacity)))
  }

  @Test("an element that comes while a consumer waits takes none of the room")
  func waiting() async {
    let inbox = Inbox<Int>(capacity: 1)
    async let first = inbox.next()
    await until { inbox.readerCount == 1 }
    inbox.add(1)
    inbox.add(2)
    #expect(inbox.readerCount == 0)
    inbox.wake()
    #expect(await first == 1)
    #expect(await inbox.next() == 2)
  }

  @Test("every one of several consumers gets the end, and each element is one consumer's")
  func several() async {
    let inbox = Inbox<Int>(capacity: .max)
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 { group.addTask { await Array(inbox.stream()) } }
      await until { inbox.readerCount == 4 }
      for number in 0..<100 {
        inbox.add(number)
        inbox.wake()
      }
      inbox.finish()
      #expect(await group.reduce(into: []) { $0 += $1 }.sorted() == Array(0..<100))
    }
  }

  @Test("it ends for a consumer whose task is cancelled")
  func cancelled() async {
    let inbox = Inbox<Int>(capacity: 1)
    let consumer = Task { await Array(inbox.stream()) }
    await until { inbox.readerCount == 1 }
    consumer.cancel()
    #expect(await consumer.value == [])
  }
}

extension Array {
  fileprivate init(_ stream: AsyncStream<Element>) async where Element: Sendable {
    self = []
    for await element in stream { append(element) }
  }
}
