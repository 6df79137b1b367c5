import Foundation
import OpenMarketHTTP
import Testing

@testable import OpenMarketAPI

@Suite("Where a walk through pages goes on")
struct PageCursorTests {
  /// A page of a server that says only whether more follows, and `lastPage` if it is given.
  private func page(_ ids: [Int], hasNext: Bool, lastPage: Int? = nil) -> ProductPage {
    let inferred = (lastPage == nil ? ["lastPage"] : []) + ["totalCount"]
    return ProductPage(
      page: 1, itemsPerPage: 1, totalCount: 1, offset: 0, limit: 1, lastPage: lastPage ?? 1, hasNext: hasNext,
      hasPrevious: false,
      products: ids.map {
        Product(id: Product.ID($0), vendorID: 1, name: "의자", currency: .krw, price: 1, stock: 1)
      },
      issues: inferred.map { DecodingIssue(.valueInferred, at: $0, reason: "not there") })
  }

  @Test("only empty pages in a row count against a server that says more follows")
  func emptyPages() throws {
    var cursor = PageCursor()
    for ids in [[], [], [1], [], []] { _ = try cursor.accept(page(ids, hasNext: true)) }
    #expect(cursor.nextPage == 6)
    #expect(try cursor.accept(page([], hasNext: true)) == nil)
    #expect(cursor.nextPage == nil)
  }

  @Test("an empty page after which nothing follows is the end")
  func lastEmptyPage() throws {
    var cursor = PageCursor()
    _ = try cursor.accept(page([1], hasNext: true, lastPage: 9))
    #expect(try cursor.accept(page([], hasNext: false, lastPage: 9)) == nil)
    #expect(cursor.nextPage == nil)
  }

  @Test("an empty page goes on as far as the stated last page, and no further")
  func statedLastPage() throws {
    var cursor = PageCursor()
    for _ in 1...3 { _ = try cursor.accept(page([], hasNext: true, lastPage: 4)) }
    #expect(cursor.nextPage == 4)
    #expect(try cursor.accept(page([], hasNext: true, lastPage: 4)) == nil)
    #expect(cursor.nextPage == nil)
  }

  @Test(
    "a third page in a row without a new product is an error, unless it is the last",
    arguments: [true, false])
  func repetition(hasNext: Bool) throws {
    var cursor = PageCursor()
    for _ in 1...3 { _ = try cursor.accept(page([1], hasNext: true)) }
    if hasNext {
      #expect(throws: HTTPError.self) { try cursor.accept(page([1], hasNext: true)) }
    } else {
      #expect(try cursor.accept(page([1], hasNext: false))?.products == [])
    }
    #expect(cursor.nextPage == nil)
  }
}
