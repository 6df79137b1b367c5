import Foundation
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct ReplacedQueueTests {
  @Test("the outcome of a write whose folder was removed meanwhile is not that of another with its number")
  func removedWhileSending() async throws {
    let test = try TestStore()
    func sell(_ name: String, at date: Date) async throws -> Submission {
      let draft = NewListing(name: name, description: "as good as new", price: 1_000)
      return try await test.store.enqueue(draft, photos: [], key: UUID().uuidString, at: date)
    }
    func deliver(_ verdicts: [Verdict], claiming limit: Int) async throws -> [Claim] {
      try await test.store.deliver(verdicts, claiming: limit, as: "a", at: noon + 60, uptime: .test).claims
    }
    let first = try await sell("chair", at: noon)
    let sent = try #require(try await deliver([], claiming: 1).first)
    try FileManager.default.removeItem(at: test.folder.url)
    let other = try MarketStore(folder: test.folder.url)
    defer { try? other.close() }
    let second = try await sell("desk", at: noon + 1)
    try #require(second.id == first.id)
    var verdict = Verdict(releasing: sent)
    verdict.outcome = .accepted(.detailed(77))
    #expect(try await deliver([verdict], claiming: 1).map(\.submission.name) == ["desk"])
    #expect(
      try await test.store.begin(
        first.id, queuedAt: sent.submission.createdAt, as: "a", isNew: true, uptime: .test)
        == .lost)
  }
}
