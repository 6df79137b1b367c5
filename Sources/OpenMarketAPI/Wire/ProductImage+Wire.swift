extension ProductImage: WireDecodable {
  private enum Keys {
    static let id = WireKey("id")
    static let url = WireKey("url")
    static let thumbnailURL = WireKey("thumbnail_url", twin: "thumbnailUrl")
    static let issuedAt = WireKey("issued_at", twin: "issuedAt")
  }

  init(from object: inout WireObject) throws {
    id = try object.id(Keys.id)
    url = try object.webAddress(Keys.url)
    thumbnailURL = object.optionalWebAddress(Keys.thumbnailURL)
    issuedAt = object.optionalDate(Keys.issuedAt)
  }
}
