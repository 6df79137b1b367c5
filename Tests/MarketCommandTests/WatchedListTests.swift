import Foundation
import OpenMarketAPI
import Testing

@testable import market

/// What counts as new, changed and gone when only the newest products are looked at.
struct WatchedListTests {
  /// A first page of products with these numbers and prices.
  private func page(_ products: [(Int64, Int)], more: Bool = false) -> ProductPage {
    ProductPage(
      page: 1, itemsPerPage: 3, totalCount: products.count + (more ? 1 : 0), offset: 0, limit: 3,
      lastPage: more ? 2 : 1, hasNext: more, hasPrevious: false,
      products: products.map { id, price in
        Product(
          id: .init(rawValue: id), vendorID: 1, name: "의자", currency: .krw, price: .init(price), stock: 1)
      })
  }

  @Test(
    "from one lookup to the next",
    arguments: [
      ([1], false, [1], false, []),
      ([1], false, [2, 1], false, ["new 2"]),
      ([2, 1], false, [1], false, ["gone 2"]),
      ([], false, [1], false, ["new 1"]),
      ([1], false, [], false, ["gone 1"]),
      // A newer one pushes 1 off the page.
      ([3, 2, 1], true, [4, 3, 2], true, ["new 4"]),
      ([3, 2, 1], false, [4, 3, 2], true, ["new 4"]),
      // 2 has gone, so 1 moves up onto the page.
      ([4, 3, 2], true, [4, 3, 1], true, ["present 1", "gone 2"]),
      // Both at once; and one that has come to match the text.
      ([5, 4, 2], true, [6, 4, 2], true, ["new 6", "gone 5"]),
      ([5, 3, 2], true, [5, 4, 3], true, ["new 4"]),
      // The whole page replaced.
      ([3, 2, 1], true, [9, 8, 7], true, ["new 9", "new 8", "new 7"]),
    ] as [([Int64], Bool, [Int64], Bool, [String])])
  func looks(before: [Int64], more: Bool, after: [Int64], moreAfter: Bool, changes: [String]) {
    var list = WatchedList()
    _ = list.take(page(before.map { ($0, 10) }, more: more))
    let found = list.take(page(after.map { ($0, 10) }, more: moreAfter))
    #expect(found.map { "\($0.kind) \($0.product.id)" } == changes)
  }

  @Test("the first lookup shows what is present; a change carries what was before, and shows both values")
  func change() {
    var list = WatchedList()
    #expect(list.take(page([(2, 10), (1, 10)])).map(\.kind) == [.present, .present])
    let changes = list.take(page([(2, 10), (1, 12_000)]))
    #expect(changes.map(\.kind) == [.changed] && changes.first?.previous?.price == 10)
    #expect(changes.first?.cells[1] == "10원 → 12,000원")
    #expect(list.take(page([(2, 10), (1, 12_000)])).isEmpty)
  }

  @Test("the picture marks the last changes until something else changes, and survives a failure")
  func view() {
    struct Broken: Error, CustomStringConvertible { var description: String { "no\nserver" } }
    var view = WatchView(query: "의자", interval: .seconds(1.5))
    view.take(.success(page([(3, 10), (2, 10), (1, 10)])), at: "10:00:00")
    view.take(.success(page([(4, 10), (3, 11), (1, 10)])), at: "10:00:01")
    view.take(.success(page([(4, 10), (3, 11), (1, 10)])), at: "10:00:02")
    var lines = view.frame(columns: 80).lines
    #expect(lines[0].text == "의자: 3 of 3 products")
    #expect(lines[1].text == "asked 10:00:02, every 1.5 s  10:00:01: +1 new, ~1 changed, -1 gone")
    #expect(lines.dropFirst(3).map { String($0.text.prefix(5)) } == ["+   4", "~   3", "-   2", "    1"])
    #expect(lines.dropFirst(3).map(\.ink) == [.green, .yellow, .dim, .plain])
    view.take(.failure(Broken()), at: "10:00:03")
    lines = view.frame(columns: 80).lines
    #expect(lines[1] == .init(text: "failed 10:00:03, goes on every 1.5 s: no server", ink: .red))
    #expect(lines.count == 7)
  }

  @Test("the interval is written alike in every locale")
  func interval() {
    var view = WatchView(query: "의자", interval: .seconds(1_500))
    view.take(.success(page([(1, 10)])), at: "10:00:00")
    #expect(view.frame(columns: 80).lines[1].text == "asked 10:00:00, every 1500 s")
  }
}
