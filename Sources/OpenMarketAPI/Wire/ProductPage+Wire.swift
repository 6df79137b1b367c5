extension ProductPage: Decodable {
  /// Reads a page as either generation of servers sends it.
  ///
  /// Entries that cannot be read are left out of ``products``.
  /// - Throws: `DecodingError` when one of the page's own fields is absent or unusable.
  public init(from decoder: any Decoder) throws {
    var object = try WireObject(decoder)
    page = try object.count(.pageNo)
    itemsPerPage = try object.count(.itemsPerPage)
    totalCount = try object.count(.totalCount)
    offset = try object.count(.offset)
    limit = try object.count(.limit)
    lastPage = try object.count(.lastPage)
    hasNext = try object.bool(.hasNext)
    hasPrevious = try object.bool(.hasPrevious)
    products = try object.list(.pages)
    issues = object.issues
  }
}
