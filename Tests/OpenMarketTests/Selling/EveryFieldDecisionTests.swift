import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarket
@testable import OpenMarketStore

/// Decisions by the fields of a listing that the compiler does not hold against the fields there are, as `EveryFieldTests` of
/// the store: each field that a vendor can set, alone.
struct EveryFieldDecisionTests {
  private let product: Product
  private let draft = NewListing(name: "chair", description: "as good as new", price: 9)
  private let changes: ProductChanges

  init() throws {
    let images = try [11 as Int64, 12].map { id in
      let url = try #require(URL(string: "https://a.com/\(id).jpg"))
      return ProductImage(id: ProductImage.ID(rawValue: id), url: url, thumbnailURL: url)
    }
    product = Product(draft, numbered: 1).applying(images)
    var changes = ProductChanges(
      name: "table", description: "with four legs", price: 20, discount: 5, currency: .usd, stock: 3,
      thumbnailID: 12)
    try changes.extra.set("마포구", for: "region")
    self.changes = changes
  }

  @Test("there is an edit for every field")
  func samples() throws {
    #expect(
      try edits().count == Mirror(reflecting: changes).children.count,
      "set the others in the sample of this suite")
  }

  @Test("an edit was carried out if the server shows its field, whichever it is")
  func edited() throws {
    for (name, edit) in try edits() {
      #expect(!Reconciliation.isEffect(product, of: edit), "\(name)")
      #expect(Reconciliation.isEffect(product.applying(edit), of: edit), "\(name)")
    }
  }

  @Test(
    "one field alone proves that an edit was carried out, but for those whose value before is unknown or proves nothing"
  )
  func traced() throws {
    let base = EditBase(product, asOf: .distantPast)
    let traces = try edits().filter {
      Reconciliation.isTrace(product.applying($0.edit), of: $0.edit, from: base)
    }
    #expect(
      Set(try edits().map(\.name)).subtracting(traces.map(\.name)) == ["currency", "thumbnailID", "extra"])
  }

  @Test("a listing is the draft's only if every field is, but for those that a server need not keep")
  func listed() throws {
    let others = try edits().filter {
      !Reconciliation.isEffect(Product(draft.applying($0.edit), numbered: 1), of: draft)
    }
    #expect(Set(try edits().map(\.name)).subtracting(others.map(\.name)) == ["thumbnailID", "extra"])
  }

  @Test("a form changes the field that the user has changed, whichever it is")
  func form() throws {
    for (name, edit) in try edits() where name != "thumbnailID" {
      let content = ListingFormContent(
        editing: Stamped(
          product, isFromServer: true, fetchedAt: .distantPast, isStale: false,
          details: ReadExplanation(policy: .cacheOnly, staleTime: .zero)))
      let typed = ListingDraft(product.applying(edit))
      let found = content.changes(to: typed.read(photoCount: nil).listing, in: typed)
      #expect(found == edit, "\(name)")
    }
  }

  @Test("a form of a listing that is not sent has all its fields")
  func pendingForm() {
    let listing = draft.applying(changes)
    #expect(ListingDraft(listing, photos: []).read(photoCount: nil).listing == listing)
  }

  /// For each field the edit of it alone, by its name in the rows of `user.db`.
  private func edits() throws -> [(name: String, edit: ProductChanges)] {
    let all = try PendingWrite.edit(changes, base: EditBase()).encoded()
    let fields = try #require(try JSONSerialization.jsonObject(with: all) as? [String: Any])
    return try fields.filter { $0.key != "base" }.map { name, value in
      let data = try JSONSerialization.data(withJSONObject: [name: value])
      let write = try #require(PendingWrite(.edit, decoding: data, version: WritePayload.version))
      return (name, try #require(write.fields))
    }
  }
}

extension Product {
  fileprivate func applying(_ images: [ProductImage]) -> Product {
    var product = self
    product.images = images
    product.thumbnail = images.first?.thumbnailURL
    return product
  }
}
