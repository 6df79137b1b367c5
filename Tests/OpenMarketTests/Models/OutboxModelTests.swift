import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: outbox", .timeLimit(.minutes(5)))
struct OutboxModelTests {
  @Test("a pending one is cancelled, a refused one is discarded, brought back and sent again")
  func decides() async throws {
    let test = try TestMarket(products: 3)
    test.network = .down
    let market = try test.open { $0.outbox.startsByItself = false }
    let outbox = OutboxModel(market)
    #expect(!outbox.isLoaded)
    try await eventually { outbox.isLoaded }
    let first = try await market.sell(.named("first"), photos: [.pixel])
    let second = try await market.sell(.named("second"), photos: [.pixel])
    try await eventually { outbox.pending.map(\.id) == [first.submission.id, second.submission.id] }
    try await outbox.cancel(first.submission.id)
    try await eventually { outbox.pending.map(\.id) == [second.submission.id] }
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    test.network = .up
    #expect(try await outbox.retryAll().map(\.id) == [second.submission.id])
    try await eventually { outbox.refused.map(\.id) == [second.submission.id] && outbox.pending.isEmpty }
    try await outbox.discard(second.submission.id)
    try await eventually { outbox.refused.isEmpty }
    #expect(outbox.lastDiscarded?.id == second.submission.id)
    try await outbox.undoDiscard()
    try await eventually { outbox.refused.count == 1 }
    #expect(outbox.lastDiscarded == nil)
    try await outbox.undoDiscard()
    try await outbox.retry(second.submission.id)
    try await market.outbox.flush()
    #expect(try await second.value.name == "second")
    try await eventually { outbox.refused.isEmpty && outbox.pending.isEmpty && outbox.uploads.isEmpty }
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("an undo that is not possible any more is not offered again")
  func undoTooLate() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let outbox = OutboxModel(market)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    let id = try await market.sell(.chair, photos: [.pixel]).submission.id
    try await market.outbox.deliver()
    try await eventually { outbox.refused.count == 1 }
    try await outbox.discard(id)
    try await market.submissions.undoDiscard(id)
    await #expect(throws: SubmissionFailure.self) { try await outbox.undoDiscard() }
    #expect(outbox.lastDiscarded == nil)
    try await market.close()
  }

  @Test("an action on another state throws, and changes nothing")
  func refusesActions() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let outbox = OutboxModel(market)
    let id = try await market.sell(.chair, photos: [.pixel]).submission.id
    try await eventually { outbox.pending.count == 1 }
    await #expect(throws: SubmissionFailure.self) { try await outbox.discard(id) }
    await #expect(throws: SubmissionFailure.self) { try await outbox.resolve(id, carriedOut: false) }
    await #expect(throws: SubmissionFailure.self) { try await outbox.resolve(id, keepingMine: true) }
    await #expect(throws: SubmissionFailure.self) { try await outbox.cancel(Submission.ID(999)) }
    #expect(outbox.lastDiscarded == nil && outbox.pending.map(\.id) == [id])
    try await market.close()
  }

  @Test("an unknown outcome and a conflict are questions, which end with what the user says")
  func questions() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    test.mock.addFault(Fault(.disconnect, on: .init(.get, "/images/**"), times: 1_000))
    let market = try test.open { $0.http.time.jitter = { 0 } }
    let outbox = OutboxModel(market)
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { outbox.questions.count == 1 }
    let question = try #require(outbox.questions.first)
    guard case .question(_, let candidates) = question.state else {
      Issue.record("\(question)")
      return
    }
    try await outbox.resolve(question.id, carriedOut: true, as: try #require(candidates.first).id)
    #expect(try await listing.value.id == 4)
    try await eventually { outbox.questions.isEmpty }
    test.mock.removeFaults()
    let seen = try await market.product(4, policy: .networkOnly)
    _ = try await market.client.edit(4, ProductChanges(price: 50_000))
    test.wait(120)
    try await market.edit(4, ProductChanges(price: 30_000), seen: seen)
    try await market.outbox.deliver()
    try await eventually { outbox.questions.count == 1 }
    let conflict = try #require(outbox.questions.first)
    guard case .conflict = conflict.state else {
      Issue.record("\(conflict)")
      return
    }
    try await outbox.resolve(conflict.id, keepingMine: true)
    try await market.outbox.flush()
    try await eventually { outbox.questions.isEmpty && outbox.pending.isEmpty }
    #expect(try await market.product(4, policy: .networkOnly).price == 30_000)
    try await market.close()
  }

  @Test("a change invalidates only who reads it, and a released outbox ends")
  func invalidates() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    var outbox: OutboxModel? = OutboxModel(market)
    weak let model = outbox
    let told = try await invalidated([
      "pending": { _ = model?.pending }, "refused": { _ = model?.refused },
      "questions": { _ = model?.questions }, "uploads": { _ = model?.uploads },
      "discarded": { _ = model?.lastDiscarded },
    ]) {
      try await market.sell(.chair, photos: [.pixel])
      try await eventually { model?.pending.count == 1 }
    }
    #expect(told == ["pending"])
    outbox = nil
    try await eventually { model == nil }
    try await market.close()
  }
}
