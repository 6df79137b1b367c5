import Dispatch
import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import Synchronization
import Testing

@Suite("Mock market: where requests get a response")
struct ExecutorTests {
  @Test(
    "A search or a picture leaves the caller's event loop free; a page gets a response on it",
    arguments: [
      ("/api/products?search_value=a", false), ("/images/1/20240101/x", false), ("/api/products", true),
      ("/api/products?search_value=", true), ("/healthChecker", true),
    ])
  func executor(path: String, staysOnLoop: Bool) async {
    let loop = Loop()
    let places = Places()
    let mock = MarketplaceMock {
      $0.productCount = 1
      $0.time.date = {
        places.note(isOnLoop: loop.isCurrent)
        return Date(timeIntervalSince1970: 0)
      }
    }
    places.clear()
    _ = await Task(executorPreference: loop) { await mock.send(.get, path) }.value
    #expect(places.all == [staysOnLoop])
  }
}

private final class Loop: TaskExecutor {
  private let queue = DispatchQueue(label: "loop")
  private let key = DispatchSpecificKey<Bool>()

  init() { queue.setSpecific(key: key, value: true) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

private final class Places: Sendable {
  private let list = Mutex<[Bool]>([])
  var all: [Bool] { list.withLock { $0 } }
  func note(isOnLoop: Bool) { list.withLock { $0.append(isOnLoop) } }
  func clear() { list.withLock { $0 = [] } }
}
