import Foundation
import OpenCombine
import Testing

@testable import OpenMarketPacing

/// The adapter of OpenMarketUI, which needs Combine, with OpenCombine in its place.
@Suite("Publishers of sequences", .timeLimit(.minutes(5)))
struct SequencePublisherTests {
  struct Failure: Error {}
  let source = CountingSource(Int.self, Failure.self)

  @Test("the elements, then the end", arguments: [false, true])
  func sink(fails: Bool) async {
    let log = Log<String>()
    let subscription = source.publisher.sink { completion in
      if case .failure = completion { log.append("failed") } else { log.append("finished") }
    } receiveValue: {
      log.append("\($0)")
    }
    for number in 1...3 { source.send(number) }
    if fails { source.fail(Failure()) } else { source.finish() }
    await until { log.count == 4 }
    #expect(log.entries == ["1", "2", "3", fails ? "failed" : "finished"])
    subscription.cancel()
  }

  @Test("each subscription iterates for itself, and ends for itself")
  func subscriptions() async {
    let publisher = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }.publisher
    let never: AnyPublisher<Int, Never> = publisher.eraseToAnyPublisher()
    let log = Log<Int>()
    let first = never.sink { log.append($0) }
    await until { log.count == 3 }
    // The stream has ended for everybody; the publisher has not.
    let ended = Log<Bool>()
    let second = never.sink(receiveCompletion: { _ in ended.append(true) }, receiveValue: { log.append($0) })
    await until { ended.count == 1 }
    #expect(log.entries == [1, 2, 3])
    first.cancel()
    second.cancel()
  }

  @Test("an operator that has had enough cancels: no more is read")
  func prefix() async {
    let log = Log<Int>()
    let subscription = source.publisher.prefix(2).replaceError(with: 0).sink { log.append($0) }
    for number in 1...5 { source.send(number) }
    await until { log.count == 2 }
    #expect(log.entries == [1, 2] && source.asked.count <= 3)
    subscription.cancel()
  }

  @Test("a slow subscriber of a sequence that keeps the latest gets the latest")
  func latest() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let (log, done) = (Log<Int>(), CurrentValueSubject<Int, Never>(0))
    // One at a time: the next is asked for when `done` is as far.
    let subscription = stream.publisher
      .flatMap(maxPublishers: .max(1)) { number -> AnyPublisher<Int, Never> in
        log.append(number)
        return done.filter { $0 >= number }.first().eraseToAnyPublisher()
      }
      .sink { _ in }
    continuation.yield(1)
    await until { log.count == 1 }
    for number in 2...9 { continuation.yield(number) }
    done.send(1)
    await until { log.count == 2 }
    #expect(log.entries == [1, 9])
    subscription.cancel()
  }

  @Test("releasing the subscription ends the iteration")
  func releasing() async {
    let (log, ended) = (Log<Int>(), Log<Bool>())
    var subscriptions: Set<AnyCancellable> = []
    AsyncStream<Int> { continuation in
      continuation.onTermination = { _ in ended.append(true) }
      continuation.yield(1)
    }
    .publisher.sink { log.append($0) }.store(in: &subscriptions)
    await until { log.count == 1 }
    #expect(ended.count == 0)
    subscriptions = []
    await until { ended.count == 1 }
  }

  @Test("it is that of OpenMarketUI, line by line")
  func isThatOfOpenMarketUI() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    func code(_ path: String) throws -> [String] {
      try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("public ", with: "") }
        .filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("#") && !$0.hasPrefix("import ") }
    }
    let adapter = try code("Sources/OpenMarketUI/AsyncSequence+Publisher.swift")
    #expect(adapter.count > 20)
    #expect(try code("Tests/OpenMarketPacingTests/Sequences/AsyncSequence+Publisher.swift") == adapter)
  }
}
