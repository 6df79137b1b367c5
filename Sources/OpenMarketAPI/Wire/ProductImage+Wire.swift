extension ProductImage: WireDecodable {
  init(from object: inout WireObject) throws {
    id = try object.id(.id)
    url = try object.webAddress(.url)
    thumbnailURL = object.optionalWebAddress(.thumbnailURL)
    uploadedAt = object.optionalDate(.updatedAt)
  }
}
