import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("Broadcast", .timeLimit(.minutes(5)))
struct BroadcastTests {
  private func all(_ stream: AsyncStream<Int>) async -> [Int] {
    await stream.reduce(into: []) { $0.append($1) }
  }

  @Test("every listener gets every element in order, and the end")
  func order() async {
    let broadcast = Broadcast<Int>(patience: 10)
    let streams = [broadcast.stream(), broadcast.stream()]
    for number in 1...3 { broadcast.send(number) }
    broadcast.finish()
    broadcast.send(4)
    for stream in streams { #expect(await all(stream) == [1, 2, 3]) }
  }

  @Test("a listener that waits gets the next element")
  func waiting() async {
    let broadcast = Broadcast<Int>(patience: 1)
    let stream = broadcast.stream()
    let next = Task { await stream.first { _ in true } }
    for _ in 0..<100 { await giveWay() }
    broadcast.send(1)
    #expect(await next.value == 1)
  }

  @Test("a slow listener misses the oldest elements, a late one gets the latest first", arguments: [0, 2])
  func limits(replay: Int) async {
    let broadcast = Broadcast<Int>(patience: 2, replay: replay)
    let slow = broadcast.stream()
    for number in 1...5 { broadcast.send(number) }
    let late = broadcast.stream()
    broadcast.finish()
    broadcast.send(6)
    #expect(await all(slow) == [4, 5])
    #expect(await all(late) == (replay == 0 ? [] : [4, 5]))
    #expect(await all(broadcast.stream()) == (replay == 0 ? [] : [4, 5]), "ended, but not forgotten")
  }
}
