import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("LatestOnly", .timeLimit(.minutes(5)))
struct LatestOnlyTests {
  struct Failure: Error {}

  @Test("a response makes older requests void and cancels them")
  func olderIsVoid() async throws {
    let (search, cancelled) = (LatestOnly<Int>(), Gate())
    search {
      await untilCancelled()
      cancelled.open()
      return 1
    }
    search { 2 }
    var responses = search.results.makeAsyncIterator()
    #expect(try await responses.next()?.get() == 2)
    await cancelled.pass()
    #expect(search.count == 0)
  }

  @Test("one request too many cancels the oldest")
  func pushedOut() async throws {
    let (search, cancelled, gate) = (LatestOnly<Int>(maxInFlight: 3), Log<Int>(), Gate())
    for id in 1...4 {
      search {
        await withTaskCancellationHandler {
          if id == 1 { await untilCancelled() } else { await gate.pass() }
        } onCancel: {
          cancelled.append(id)
        }
        return id
      }
    }
    await until { cancelled.entries == [1] }
    #expect(search.count == 3)
    gate.open()
  }

  @Test("fewer than one request in flight count as one", arguments: [1, 0, -7])
  func leastInFlight(maxInFlight: Int) async throws {
    let (search, cancelled) = (LatestOnly<Int>(maxInFlight: maxInFlight), Gate())
    let gate = Gate()
    search {
      await untilCancelled()
      cancelled.open()
      return 1
    }
    search {
      await gate.pass()
      return 2
    }
    await cancelled.pass()
    #expect(search.count == 1)
    gate.open()
    var responses = search.results.makeAsyncIterator()
    #expect(try await responses.next()?.get() == 2)
  }

  @Test("the newest error comes out, unlike one while a newer request is in flight")
  func errors() async throws {
    let (search, gate) = (LatestOnly<Int>(), Gate())
    let (failed, cancelled) = (Gate(), Gate())
    search {
      await untilCancelled()
      cancelled.open()
      return 1
    }
    search {
      defer { failed.open() }
      throw CancellationError()
    }
    search {
      await gate.pass()
      throw Failure()
    }
    await failed.pass()
    await until { search.count == 2 }
    gate.open()
    var responses = search.results.makeAsyncIterator()
    let response = await responses.next()
    #expect(throws: Failure.self) { try response?.get() }
    await cancelled.pass()
    #expect(search.count == 0)
  }

  @Test("responses end when the object goes away, and what is in flight is cancelled")
  func release() async {
    let cancelled = Gate()
    var search: LatestOnly<Int>? = LatestOnly()
    let responses = search?.results
    search? {
      await untilCancelled()
      cancelled.open()
      return 1
    }
    search = nil
    await cancelled.pass()
    var iterator = responses?.makeAsyncIterator()
    #expect(await iterator?.next() == nil)
  }

  @Test(
    "200 keystrokes against a slow server: no response goes back, one request per interval", arguments: 0..<5)
  func searchAsYouType(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (clock, server) = (ManualClock(), ManualClock())
    let (debouncer, search) = (Debouncer(.milliseconds(300), clock: clock), LatestOnly<Int>())
    let (requests, displayed, cancelled) = (Log<Duration>(), Log<Int>(), Counter())
    let screen = Task {
      for await response in search.results { if let id = try? response.get() { displayed.append(id) } }
    }
    for keystroke in 1...200 {
      let latency = Duration.milliseconds(Int.random(in: 0...2_000, using: &random))
      debouncer {
        requests.append(clock.elapsed)
        search {
          try await server.sleep(for: latency)
          return keystroke
        }
      } onCancel: {
        cancelled.increment()
      }
      let pause = Interval(.milliseconds(Int.random(in: 20...600, using: &random)))
      let next = clock.moment.advanced(by: pause)
      await clock.advance(to: next, with: debouncer.base) {
        requests.count + cancelled.count + debouncer.base.pendingCount == keystroke
      }
      server.advance(to: next.offset)
    }
    await until {
      clock.advance(by: .milliseconds(100))
      server.advance(by: .milliseconds(100))
      return displayed.entries.last == 200
    }
    screen.cancel()
    #expect(displayed.entries == displayed.entries.sorted(), "seed \(seed)")
    let gaps = zip(requests.entries, requests.entries.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= .milliseconds(300) } && !gaps.isEmpty, "seed \(seed)")
  }
}
