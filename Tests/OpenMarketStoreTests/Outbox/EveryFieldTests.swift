import Foundation
import OpenMarketAPI
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The ways of a product's fields that the compiler does not hold against the fields there are: a field that is added
/// must be set in the samples, and then passes through all of them or fails the test of one.
struct EveryFieldTests {
  private let draft = NewListing(name: "chair", description: "as good as new", price: 9)
  private let changes: ProductChanges
  private let product: Product

  init() throws {
    var changes = ProductChanges(
      name: "table", description: "with four legs", price: 20, discount: 5, currency: .usd, stock: 3,
      thumbnailID: 12)
    try changes.extra.set("마포구", for: "region")
    var product = Product.detailed(1).applying(changes)
    product.decodingIssues = [DecodingIssue(.valueDropped, at: "color", reason: "not a text")]
    (self.changes, self.product) = (changes, product)
  }

  @Test("the samples set every field that there is")
  func samples() {
    #expect(unsetFields(of: changes) == [], "set these fields in the sample of this suite")
    #expect(unsetFields(of: product.fields) == [], "set these fields in the sample of this suite")
    let unchangeable: Set = ["thumbnailID"]
    #expect(names(of: draft).union(unchangeable) == names(of: changes), "a draft has what can be changed")
    #expect(names(of: changes).subtracting(unchangeable).isSubset(of: names(of: product.fields)))
  }

  @Test("of a new listing that is edited before it was sent")
  func newListing() {
    var all = ProductChanges(draft.applying(changes))
    all.thumbnailID = changes.thumbnailID
    #expect(all == changes)
    var displayed = ProductChanges(displaying: Product(draft.applying(changes), numbered: -1))
    displayed.thumbnailID = changes.thumbnailID
    #expect(displayed == changes)
  }

  @Test("of edits that are joined")
  func joinedEdits() {
    #expect(ProductChanges().applying(changes) == changes)
    #expect(changes.applying(ProductChanges()) == changes)
    #expect(ProductChanges(draft).applying(changes) == changes)
  }

  @Test("of a product that pending edits are applied to")
  func pendingEdit() {
    var displayed = ProductChanges(displaying: Product.detailed(1).applying(changes))
    displayed.thumbnailID = changes.thumbnailID
    #expect(displayed == changes)
  }

  @Test("of writes in their row")
  func payload() throws {
    var base = EditBase(product, asOf: noon)
    base.enqueuedAt = .test
    let edit = PendingWrite.edit(changes, base: base)
    #expect(PendingWrite(.edit, decoding: try edit.encoded(), version: 1) == edit)
    let create = PendingWrite.create(draft.applying(changes), photos: [])
    #expect(PendingWrite(.create, decoding: try create.encoded(), version: 1) == create)
  }

  @Test("of the values before an edit")
  func base() {
    let (before, after) = (EditBase(.detailed(1), asOf: noon), EditBase(product, asOf: noon))
    let without = unsetFields(of: after.fields)
    #expect(without == ["thumbnailID", "extra"], "these have no value before the edit")
    #expect(after.without([.edit(changes, base: before)]) == before)
    var unknown = EditBase()
    unknown.asOf = noon
    #expect(unknown.filled(from: after) == after)
    unknown.enqueuedAt = .test
    for write in [nil, PendingWrite.edit(changes, base: before)] {
      #expect(unknown.following(after, to: write).enqueuedAt == .test)
    }
  }

  @Test("of a product in its row, and in the outcome of a write")
  func rows() async throws {
    let test = try TestStore()
    try await test.store.save([product], completeness: .detailed, fetchedAt: noon)
    #expect(try await test.store.product(product.id)?.product == product)
    // The same row again, with other values.
    var other = Product.detailed(1)
    other.name = "bench"
    for next in [other, product] {
      try await test.store.save([next], completeness: .detailed, fetchedAt: noon)
      #expect(try await test.store.product(next.id)?.product == next)
    }
    var outcome = product
    outcome.decodingIssues = []
    #expect(StoredOutcome.decoding(StoredOutcome(product: outcome).encoded).product == outcome)
  }

  @Test("of the mock's judgement about writes")
  func intents() {
    let listed = ListedFields(draft).applying(changes)
    #expect(listed == ListedFields(draft.applying(changes)))
    #expect(names(of: listed).union(["thumbnailID", "extra"]) == names(of: changes))
  }

  private func names(of value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }
}

extension ProductChanges {
  /// The changes that would make any product like `product`; its thumbnail has no number.
  fileprivate init(displaying product: Product) {
    self.init(
      name: product.name, description: product.description, price: product.price, discount: product.discount,
      currency: product.currency, stock: product.stock)
    extra = product.extra
  }
}
