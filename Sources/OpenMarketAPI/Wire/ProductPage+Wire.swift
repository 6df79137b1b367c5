import Foundation

extension ProductPage: Decodable {
  /// Reads a page as either generation of servers sends it.
  ///
  /// Entries that cannot be read are left out of ``products``. Where one of the page's own fields is absent, it is
  /// taken from the others, or from what was asked for. Both is noted for logs. A negative total or last page counts as
  /// absent: so servers say that they have not counted.
  /// - Throws: `DecodingError` when there is no list, when one of the page's own fields is unusable, or when an absent
  ///   one follows from nothing.
  public init(from decoder: any Decoder) throws {
    let wanted = CodingUserInfoKey.wantedPage.flatMap { decoder.userInfo[$0] } as? WantedPage
    var object = try WireObject(decoder)
    page = try object.take(object.findCount(.pageNo), .pageNo, or: wanted?.page)
    itemsPerPage = try object.take(object.findCount(.itemsPerPage), .itemsPerPage, or: wanted?.size)
    offset = try object.take(
      object.findCount(.offset), .offset, or: max(0, page - 1).clampedProduct(itemsPerPage))
    limit = try object.take(object.findCount(.limit), .limit, or: itemsPerPage)
    let length = Self.length(page: page, itemsPerPage: itemsPerPage, limit: limit)
    (products, surplus) = try object.list(.pages, cutAfter: length)

    let (total, last) = (try object.findKnownCount(.totalCount), try object.findKnownCount(.lastPage))
    let count = products.count + surplus.count + object.issues.count { $0.outcome == .entrySkipped }
    let end = offset.clampedSum(count)
    let isFull = count >= max(1, itemsPerPage)
    let expectsMore = last.map { [page] in page < $0 } ?? total.map { end < $0 } ?? isFull
    hasNext = try object.take(object.findBool(.hasNext), .hasNext, or: expectsMore)
    hasPrevious = try object.take(object.findBool(.hasPrevious), .hasPrevious, or: page > 1)
    totalCount = try object.take(total, .totalCount, or: end.clampedSum(hasNext ? 1 : 0))
    let pages = totalCount / max(1, itemsPerPage) + (totalCount % max(1, itemsPerPage) > 0 ? 1 : 0)
    lastPage = try object.take(last, .lastPage, or: hasNext ? max(pages, page.clampedSum(1)) : pages)
    decodingIssues = object.issues
  }

  /// How many of the products that came are this page's own, the first ones.
  ///
  /// The original sent more: page 3 of 20 each has a limit of 60, and 60 products from the 41st on.
  static func length(page: Int, itemsPerPage: Int, limit: Int) -> Int {
    page > 1 && itemsPerPage > 0 && limit == page.clampedProduct(itemsPerPage) ? itemsPerPage : .max
  }
}

/// The page that was asked for, which stands for what an envelope does not say.
private struct WantedPage {
  var page: Int
  var size: Int
}

extension CodingUserInfoKey {
  fileprivate static let wantedPage = CodingUserInfoKey(rawValue: "OpenMarket.wantedPage")
}

extension JSONDecoder {
  /// Decodes the response to a request for a page.
  func decodePage(_ page: Int, size: Int, from body: Data) throws -> ProductPage {
    if let usual = ProductPage(usual: body) { return usual }
    if let key = CodingUserInfoKey.wantedPage { userInfo[key] = WantedPage(page: page, size: size) }
    return try decode(ProductPage.self, from: body)
  }
}

extension Int {
  /// A server may send any number.
  fileprivate func clampedProduct(_ other: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }

  fileprivate func clampedSum(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
