import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarketStore

/// The table of what becomes of a new write and the one that waits.
struct CoalescingTests {
  private static let draft = NewListing(name: "chair", description: "as good as new", price: 1_000)
  private static let create = PendingWrite.create(draft, photos: [])
  private static func edit(_ changes: ProductChanges, base: EditBase = EditBase()) -> PendingWrite {
    .edit(changes, base: base)
  }

  @Test("a write after nothing goes to the end")
  func alone() {
    #expect(Coalescing(Self.edit(ProductChanges(price: 1)), after: nil) == .append)
    #expect(Coalescing(.delete, after: nil) == .append)
  }

  @Test("an edit of a new listing that was never sent becomes part of it")
  func createAndEdit() {
    var edited = Self.draft
    edited.price = 5
    edited.stock = 0
    let changes = ProductChanges(price: 5, stock: 0)
    #expect(
      Coalescing(Self.edit(changes), after: (Self.create, true)) == .replace(.create(edited, photos: [])))
  }

  @Test("two edits are one, with the later values and the earlier base")
  func editAndEdit() {
    var base = EditBase()
    base.fields.price = 1
    var later = EditBase()
    later.fields.price = 2
    later.fields.stock = 3
    var joined = base
    joined.fields.stock = 3
    let result = Coalescing(
      Self.edit(ProductChanges(price: 7, stock: 0), base: later),
      after: (Self.edit(ProductChanges(name: "table", price: 6), base: base), true))
    #expect(result == .replace(Self.edit(ProductChanges(name: "table", price: 7, stock: 0), base: joined)))
  }

  @Test("a deletion makes an edit void, and a new listing vanish")
  func deletion() {
    #expect(Coalescing(.delete, after: (Self.edit(ProductChanges(price: 1)), true)) == .supersede)
    #expect(Coalescing(.delete, after: (Self.create, true)) == .vanish)
  }

  @Test("nothing comes after a deletion, sent or not", arguments: [true, false])
  func afterDeletion(_ isUnsent: Bool) {
    #expect(Coalescing(Self.edit(ProductChanges(price: 1)), after: (.delete, isUnsent)) == .refuse)
    #expect(Coalescing(.delete, after: (.delete, isUnsent)) == .refuse)
  }

  @Test("what may have been sent is left alone")
  func inFlight() {
    for last in [Self.create, Self.edit(ProductChanges(price: 1))] {
      #expect(Coalescing(Self.edit(ProductChanges(price: 2)), after: (last, false)) == .append)
      #expect(Coalescing(.delete, after: (last, false)) == .append)
    }
  }

  @Test("the choice of a thumbnail waits until the server has numbered the pictures")
  func thumbnail() {
    let changes = ProductChanges(price: 2, thumbnailID: 5)
    #expect(Coalescing(Self.edit(changes), after: (Self.create, true)) == .append)
  }
}
