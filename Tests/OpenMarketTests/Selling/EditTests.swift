import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Edits, from the facade to the ledger", .timeLimit(.minutes(5)))
struct EditTests {
  private func open(_ test: TestMarket) throws -> Marketplace {
    try test.open { $0.outbox.startsByItself = false }
  }

  @Test("a listing that was edited before it was sent is accepted as it was edited")
  func editedBeforeSent() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let listing = try await market.sell(.named("접는 의자", price: 45_000), photos: [.pixel])
    try await market.edit(listing.id, ProductChanges(price: 40_000))
    try await market.outbox.flush()
    #expect(try await listing.value.price == 40_000)
    try await market.close()
  }

  @Test("an accepted edit whose listing is not displayed has the edits that were merged into it")
  func editedAndNotShown() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 45_000), photos: [.pixel]).id
    _ = try await market.product(id)
    let first = try await market.edit(id, ProductChanges(price: 40_000))
    let later = try await market.edit(id, ProductChanges(price: 35_000))
    #expect(first.submission.id == later.submission.id && first.product?.price == 40_000)
    #expect(first.expected(of: later.submission.write)?.price == 35_000)
    try await market.close()
  }

  @Test("an edit of a sold product with a discount neither offers it again nor takes the discount away")
  func leavesTheRest() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    var draft = NewListing.named("접는 의자", price: 10_000)
    draft.discount = 2_500
    let id = try await market.client.sell(draft, photos: [.pixel]).id
    #expect(try await market.product(id).stock == 1)
    // Sold, and cheaper, by another device: this one does not know it.
    let other = try await market.client.edit(id, ProductChanges(discount: 3_000, stock: 0))
    #expect(other.stock == 0)
    try await market.edit(id, ProductChanges(name: "접이식 의자"))
    try await market.outbox.flush()
    let server = try await market.client.product(id)
    #expect(server.name == "접이식 의자" && server.stock == 0 && server.discount == 3_000)
    #expect(server.price == 10_000 && server.description == draft.description)

    // The other way: what is marked as sold or offered again keeps texts and prices.
    try await market.relist(id, stock: 2)
    try await market.outbox.flush()
    let relisted = try await market.client.product(id)
    #expect(relisted.stock == 2 && relisted.discount == 3_000 && relisted.name == "접이식 의자")
    try await market.close()
  }

  @Test(
    "an edit goes out with the fields it changes and no others",
    arguments: [
      (ProductChanges(name: "새 이름입니다"), ["name"]), (ProductChanges(price: 3_000), ["price"]),
      (ProductChanges(discount: 5, stock: 0), ["discounted_price", "stock"]),
      (ProductChanges(description: "설명은 열 글자가 넘어야 합니다."), ["description"]),
    ] as [(ProductChanges, [String])])
  func sendsFields(changes: ProductChanges, fields: [String]) async throws {
    let test = try TestMarket(products: 3)
    let log = PatchLog(MockTransport(test.mock))
    let market = try test.open {
      $0.outbox.startsByItself = false
      $0.transport = log
    }
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    let before = try await market.product(id)
    try await market.edit(id, changes, seen: before)
    try await market.outbox.flush()
    #expect(log.fields == [["secret"] + fields].map { $0.sorted() })
    var expected = before.value.applying(changes)
    let after = try await market.client.product(id)
    expected.updatedAt = after.updatedAt
    #expect(after == expected)
    try await market.close()
  }

  @Test(
    "an edit of what the user saw asks when the price has moved on the server since, though this device knows it"
  )
  func seen() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    let seen = try await market.product(id)
    test.wait(3_600)
    _ = try await market.client.edit(id, ProductChanges(price: 1_200))
    #expect(try await market.product(id, policy: .networkOnly).price == 1_200)
    let listing = try await market.edit(id, ProductChanges(price: 900), seen: seen)
    try await market.outbox.flush()
    let state = try await market.store.submission(listing.submission.id)?.state
    let conflict = FieldConflict(
      .price, base: 1_000, mine: 900, theirs: 1_200, myCurrency: .krw, theirCurrency: .krw)
    #expect(state == .conflict([conflict]))
    // Meanwhile the user sees their own price, and the server's once they give way.
    #expect(try await market.product(id).price == 900)
    try await market.submissions.resolve(listing.submission.id, keepingMine: false)
    #expect(try await market.product(id).price == 1_200)
    try await market.close()
  }

  @Test(
    "an edit from before a restart, or of a day ago, asks about a moved price though the calendar stood still",
    arguments: [true, false])
  func calendarStoodStill(isRestarted: Bool) async throws {
    let test = try TestMarket(products: 3)
    var market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    let seen = try await market.product(id)
    let listing = try await market.edit(id, ProductChanges(price: 900), seen: seen)
    _ = try await market.client.edit(id, ProductChanges(price: 1_200))
    try await market.close()
    if isRestarted {
      test.reboot()
      test.wait(20)
    } else {
      test.wait(86_400)
      test.setCalendar(by: -86_400)
    }
    market = try open(test)
    try await market.outbox.flush()
    let conflict = FieldConflict(
      .price, base: 1_000, mine: 900, theirs: 1_200, myCurrency: .krw, theirCurrency: .krw)
    #expect(try await market.store.submission(listing.submission.id)?.state == .conflict([conflict]))
    #expect(try await market.client.product(id).price == 1_200)
    try await market.close()
  }

  @Test("an edit that an earlier version has queued asks when the price has moved on the server since")
  func earlierVersion() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let product = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel])
    let edit = PendingWrite.edit(ProductChanges(price: 900), base: EditBase(product, asOf: test.now))
    let submission = try await market.store.enqueue(edit, of: product.id, key: "earlier", at: test.now)
    _ = try await market.client.edit(product.id, ProductChanges(price: 1_200))
    try await market.outbox.flush()
    guard case .conflict = try await market.store.submission(submission.id)?.state else {
      Issue.record("the price is \(try await market.client.product(product.id).price)")
      return
    }
    try await market.close()
  }

  @Test("an edit right behind its own listing costs no lookup")
  func behindItsListing() async throws {
    let test = try TestMarket(products: 3)
    test.network = .uploadsHeld
    let market = try open(test)
    let listing = try await market.sell(.named("접는 의자", price: 1_000), photos: [.pixel])
    let run = Task { await market.outbox.driver.runInline() }
    try await eventually { test.requestCount > 0 && !market.outbox.driver.sending.isEmpty }
    let before = test.requestCount
    try await eventually { try await market.store.submission(listing.submission.id)?.attempts == 1 }
    let edit = try await market.edit(listing.id, ProductChanges(price: 900))
    #expect(edit.submission.id != listing.submission.id)
    test.network = .up
    await run.value
    #expect(try await edit.value.price == 900)
    #expect(test.requestCount - before == 2, "the listing and the edit")
    try await market.close()
  }

  @Test("an amount that is kept in a conflict is kept in its currency", arguments: [true, false])
  func currencies(keepingMine: Bool) async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 12_000), photos: [.pixel]).id
    let seen = try await market.product(id)
    test.wait(3_600)
    _ = try await market.client.edit(id, ProductChanges(price: 10, currency: .usd))
    let listing = try await market.edit(id, ProductChanges(name: "접이식 의자", price: 11_000), seen: seen)
    try await market.outbox.flush()
    let conflict = FieldConflict(
      .price, base: 12_000, mine: 11_000, theirs: 10, myCurrency: .krw, theirCurrency: .usd)
    #expect(try await market.store.submission(listing.submission.id)?.state == .conflict([conflict]))
    let displayed = try await market.product(id)
    #expect(
      displayed.price == 11_000 && displayed.currency == .krw, "the user's amount in the user's currency")
    try await market.submissions.resolve(listing.submission.id, keepingMine: keepingMine)
    try await market.outbox.flush()
    let product = try await market.client.product(id)
    #expect(product.price == (keepingMine ? 11_000 : 10) && product.currency == (keepingMine ? .krw : .usd))
    #expect(product.name == "접이식 의자")
    try await market.close()
  }

  @Test("a pending write has its listing's title, also when the listing is not stored any more")
  func titles() async throws {
    let test = try TestMarket(products: 3)
    var market = try open(test)
    let names = ["접는 의자", "책상 하나", "선풍기"]
    var ids: [Product.ID] = []
    for name in names {
      let id = try await market.client.sell(.named(name), photos: [.pixel]).id
      _ = try await market.product(id)
      ids.append(id)
    }
    test.network = .down
    try await market.markSold(ids[0])
    try await market.edit(ids[1], ProductChanges(name: "넓은 책상", price: 900))
    let removal = try await market.delete(ids[2])
    #expect(removal.submission.name == "선풍기")
    let new = try await market.sell(.named("새 의자"), photos: [.pixel])
    #expect(new.submission.name == "새 의자")
    let folder = market.store.folder
    try await market.close()
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: folder.appending(path: "cache.db" + end))
    }
    market = try open(test)
    #expect(try await market.store.product(ids[0]) == nil)
    #expect(try await market.submissions.list().map(\.name) == ["접는 의자", "넓은 책상", "선풍기", "새 의자"])
    // The deletion of a renamed listing is about the new title.
    #expect(try await market.delete(ids[1]).submission.name == "넓은 책상")
    try await market.close()
  }

  @Test("an edit to the values that were there is not over while its lost request can still arrive")
  func changesNothing() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    let seen = try await market.product(id)
    test.mock.addFault(Fault(.disconnect, on: .init(.patch)))
    let edit = try await market.edit(id, ProductChanges(price: 1_000), seen: seen)
    func isAccepted(after seconds: TimeInterval) async throws -> Bool {
      test.wait(seconds)
      await market.outbox.driver.retryAll()
      await market.outbox.driver.runInline()
      if case .accepted? = try await market.store.submission(edit.submission.id)?.state { return true }
      return false
    }
    let accepted = [
      try await isAccepted(after: 0), try await isAccepted(after: 10), try await isAccepted(after: 120),
    ]
    #expect(accepted == [false, false, true])
    try await market.close()
  }

  @Test(
    "an edit behind one whose response was lost still asks when somebody else has changed the price",
    arguments: [(delay: 0, wait: 61), (delay: 0.5, wait: 60)])
  func behindAnother(delay: Double, wait: TimeInterval) async throws {
    let test = try TestMarket(products: 3)
    // Without a delay the first edit is looked up before the second is made, which then is due to be checked once
    // what was seen is older than a minute; with one it is checked for what the first finds.
    let market = try test.open {
      $0.outbox.startsByItself = false
      $0.http.time.jitter = { delay }
    }
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    let seen = try await market.product(id)
    test.mock.addFault(Fault(.disconnect, on: .init(.patch), phase: .after))
    try await market.edit(id, ProductChanges(name: "접이식 의자"), seen: seen)
    await market.outbox.driver.runInline()
    let second = try await market.edit(id, ProductChanges(price: 900), seen: seen)
    _ = try await market.client.edit(id, ProductChanges(price: 1_200))
    test.wait(wait)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    let state = try await market.store.submission(second.submission.id)?.state
    let conflict = FieldConflict(
      .price, base: 1_000, mine: 900, theirs: 1_200, myCurrency: .krw, theirCurrency: .krw)
    #expect(state == .conflict([conflict]))
    #expect(try await market.client.product(id).price == 1_200)
    try await market.close()
  }

  @Test("what the user saw of their own waiting edits is no base")
  func ownEditsAreNoBase() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    _ = try await market.product(id)
    test.mock.addFault(Fault(.disconnect, on: .init(.patch), phase: .before, times: 1))
    try await market.edit(id, ProductChanges(price: 800))
    await market.outbox.driver.runInline()
    let seen = try await market.product(id)
    #expect(seen.price == 800 && seen.hasPendingWrites)
    let second = try await market.edit(id, ProductChanges(price: 700, stock: 0), seen: seen)
    guard case .edit(_, let base) = second.submission.write else {
      Issue.record("\(second.submission.write)")
      return
    }
    #expect(base.fields.price == 1_000 && base.fields.stock == 1)
    test.wait(200)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    #expect(try await market.client.product(id).price == 700)
    try await market.close()
  }
}

/// Notes which fields the bodies of edits have.
private final class PatchLog: HTTPTransport {
  private let base: any HTTPTransport
  private let log = Mutex<[[String]]>([])

  init(_ base: any HTTPTransport) { self.base = base }

  var fields: [[String]] { log.withLock { $0 } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    if request.head.method == .patch, case .data(let data) = request.body,
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    {
      log.withLock { $0.append(object.keys.sorted()) }
    }
    return try await base.send(request)
  }
}
