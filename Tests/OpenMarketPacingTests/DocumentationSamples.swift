import Dispatch
import Foundation
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

/// The code of the articles, so that it is compiled; ``DocumentationTests`` compares the two.
private enum Samples {
  static func searchAsYouType() async {
    let typing = Debouncer(.milliseconds(300), maxWait: .seconds(1))
    let search = LatestOnly<[String]>()

    func textChanged(to text: String) {
      typing { search { try await find(text) } }
    }

    textChanged(to: "chair")
    for await response in search.results {
      switch response {
      case .success(let names): show(names)
      case .failure(let error): show(error)
      }
    }
  }

  static func sequence(_ texts: AsyncStream<String>, _ search: LatestOnly<[String]>) async {
    for await text in texts.debounced(for: .milliseconds(300)) {
      search { try await find(text) }
    }
  }

  static func cache(_ text: String) async throws {
    let suggestions = QueryCache<String, [String]>(maxAge: .seconds(60), staleFor: .seconds(600))
    let names = try await suggestions.value(for: text) { try await find(text) }
    show(names)
  }

  static func buttons(_ product: Int) {
    let taps = Throttler(.seconds(1), mode: .leadingOnly)
    taps {
      await order(product)
    } onCancel: {
      Task { @MainActor in vibrate() }
    }

    let hearts = Debouncer(.milliseconds(500), keyedBy: Int.self)
    hearts(for: product) { await saveFavourite(product) }
  }

  static func list() {
    let merger = TriggerMerger { run in
      await reload(showingErrors: run.isByUser)
    }
    merger.fire("appeared")

    switch merger.fire("pullToRefresh", byUser: true) {
    case .ran, .merged: break
    case .scheduled(let delay): show("Loading in \(delay)")
    case .tooSoon(let delay): show("Try again in \(delay)")
    }
  }

  static func cells(_ product: Int, _ cell: Int, _ slots: StagedWorkSlots<Int, String>) {
    let work = StagedWork<String>(priority: .userInitiated)
      .concurrent { try await loadPicture(product) }
      .concurrent { try await loadText(product) }
      .barrier { results in results.contains { (try? $0.get()) != nil } }
      .serial { results in showCell(results) }
    slots.start(work, for: cell, timeout: .seconds(5))
  }

  static func rate(_ text: String) async throws {
    let limiter = RateLimiter(RateLimit(oneEvery: .milliseconds(200), burst: 5))
    try await limiter.acquire(.user)
    let names = try await find(text)
    show(names)
  }

  static func queues(_ queue: DispatchQueue, _ draft: String) {
    let saving = DispatchDebouncer(.seconds(2), maxWait: .seconds(20), queue: queue)
    saving {
      save(draft)
    } onCancel: {
      countSkippedSave()
    }
  }

  static func tests(_ clock: ManualClock, _ finished: Gate) async {
    let debouncer = Debouncer(.seconds(1), clock: clock)
    debouncer { finished.open() }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await finished.pass()
  }

  // What the samples call; what a queue calls is `nonisolated`.
  static func find(_ text: String) async throws -> [String] { [text] }
  static func show(_ something: Any) {}
  static func order(_ product: Int) async {}
  static func vibrate() {}
  static func saveFavourite(_ product: Int) async {}
  static func reload(showingErrors: Bool) async {}
  static func loadPicture(_ product: Int) async throws -> String { "" }
  static func loadText(_ product: Int) async throws -> String { "" }
  static func showCell(_ results: [Result<String, any Error>]) {}
  nonisolated static func save(_ draft: String) {}
  nonisolated static func countSkippedSave() {}
}

@Suite("Documentation", .timeLimit(.minutes(5)))
struct DocumentationTests {
  @Test("every code block of the article appears in this file", arguments: ["PacingUserInput"])
  func samples(article: String) throws {
    let samples = try uncompiledSamples(of: "Sources/OpenMarketPacing/Documentation.docc/\(article).md")
    #expect(samples.missing.isEmpty && samples.total > 5)
  }

  @Test("the sample for tests works")
  func testSample() async {
    await Samples.tests(ManualClock(), Gate())
  }
}
