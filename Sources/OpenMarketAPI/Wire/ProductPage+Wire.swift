extension ProductPage: Decodable {
  private enum Keys {
    static let pageNo = WireKey("pageNo", twin: "page_no")
    static let itemsPerPage = WireKey("itemsPerPage", twin: "items_per_page")
    static let totalCount = WireKey("totalCount", twin: "total_count")
    static let offset = WireKey("offset")
    static let limit = WireKey("limit")
    static let lastPage = WireKey("lastPage", twin: "last_page")
    static let hasNext = WireKey("hasNext", twin: "has_next")
    static let hasPrevious = WireKey("hasPrev", twin: "has_prev")
    static let pages = WireKey("pages")
  }

  /// Reads a page as either generation of servers sends it.
  ///
  /// Entries that cannot be read are left out of ``products``; they and unusable optional values are
  /// noted in ``issues``.
  /// - Throws: `DecodingError` when one of the page's own fields is absent or unusable.
  public init(from decoder: any Decoder) throws {
    var object = try WireObject(decoder)
    pageNo = try object.count(Keys.pageNo)
    itemsPerPage = try object.count(Keys.itemsPerPage)
    totalCount = try object.count(Keys.totalCount)
    offset = try object.count(Keys.offset)
    limit = try object.count(Keys.limit)
    lastPage = try object.count(Keys.lastPage)
    hasNext = try object.bool(Keys.hasNext)
    hasPrevious = try object.bool(Keys.hasPrevious)
    products = try object.list(Keys.pages)
    issues = object.issues
  }
}
