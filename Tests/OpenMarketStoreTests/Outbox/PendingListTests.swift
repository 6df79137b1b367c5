import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct PendingListTests {
  @Test(
    "an order that follows its writes is that of all pending writes in the end",
    arguments: 1...40 as ClosedRange<UInt64>)
  func follows(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ranks: [Int64: Int64] = [:]
    var order = PendingOrder(ranks)
    for step in 1...400 as ClosedRange<Int64> {
      let number = Int64.random(in: -12...12, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: ranks[number] = number < 0 ? number : -step - 12
      // An earlier one, whose later writes were taken back.
      case 2:
        let rank = Int64.random(in: -step - 12...0, using: &random)
        if number >= 0, ranks[number] != nil, !ranks.values.contains(rank) { ranks[number] = rank }
      default: ranks[number] = nil
      }
      order.set(number, ranks[number])
      for kind in [PendingKind.new, .changed] {
        #expect(order.latest(kind) == PendingOrder(ranks).latest(kind), "seed \(seed), step \(step)")
      }
      #expect(order.isEmpty == ranks.isEmpty && order.contains(number) == (ranks[number] != nil))
    }
  }

  @Test(
    "pending writes are the same as another reader sees, whatever was written",
    arguments: 1...8 as ClosedRange<UInt64>)
  func store(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let test = try TestStore()
    let store = test.store
    let holder = "a"
    var products: [Product.ID] = [1, 2, 3]
    var claimed: [Submission] = []
    for step in 0..<60 {
      let product = products[Int.random(in: 0..<products.count, using: &random)]
      let name = ["chair", "desk"][Int.random(in: 0..<2, using: &random)] + " \(step)"
      do {
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1:
          let draft = NewListing(name: name, description: "", price: 1)
          products.append(
            try await store.enqueue(draft, photos: [], key: UUID().uuidString, at: noon).productID)
        case 2, 3:
          let write = PendingWrite.edit(ProductChanges(name: name), base: EditBase())
          _ = try await store.enqueue(write, of: product, key: UUID().uuidString, at: noon)
        case 4: _ = try await store.enqueue(.delete, of: product, key: UUID().uuidString, at: noon)
        case 5:
          claimed += try await store.deliver([], claiming: 2, as: holder, at: noon, uptime: .test).claims.map(
            \.submission)
        default:
          guard let submission = claimed.popLast() else { continue }
          let isRefused = Bool.random(using: &random)
          let response = submission.productID.isLocal ? Product.detailed(100 + Int64(step)) : nil
          let outcome: Verdict.Outcome =
            isRefused ? .refuse(SubmissionFailure(.invalid, "no")) : .accepted(response)
          _ = try await store.deliver(
            [Verdict(submission.id, outcome)], claiming: 0, as: holder, at: noon, uptime: .test)
        }
      } catch is SubmissionFailure {
        // A listing that is to be deleted cannot be changed.
      }
      try await compare(store, products, "seed \(seed), step \(step)")
    }
  }

  private func compare(_ store: MarketStore, _ products: [Product.ID], _ comment: Comment) async throws {
    for kind in [PendingKind.new, .changed] {
      let fresh = try await store.readUser { try $0.pendingEntries(kind) }
      #expect(try await store.pendingEntries(kind).map(\.product) == fresh.map(\.product), comment)
      let (query, search) = (SearchQuery("desk"), TextSearch("desk", nil))
      if kind == .new {
        let hits = try await store.newHits(of: search, soldBy: "b").map(\.entry.id)
        #expect(hits == fresh.filter { $0.stage(in: search, soldBy: "b") != nil }.map(\.id), comment)
      } else {
        let candidates = try await store.candidates(of: search, into: query).map(\.id)
        #expect(candidates == fresh.filter { $0.mayEnter(search, query) }.map(\.id), comment)
      }
    }
    let single = try await store.readUser { db in
      try products.compactMap { try PendingProduct(db.openSubmissions(of: $0.rawValue)) }
    }
    let known = try await store.pendingEntries(of: products).map(\.product)
    #expect(Set(known) == Set(single), comment)
  }
}
