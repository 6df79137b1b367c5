import Foundation

extension ProductTable {
  /// The bytes served at `/images/{vendorID}/{day}/{name}`, if an existing product has that picture.
  ///
  /// The day is `yyyyMMdd`; the name is the last path segment, of the full picture or of the thumbnail.
  func image(vendorID: Int64, day: String, name: String) -> (bytes: Data, contentType: String)? {
    let owner = overlay.imageOwners[name] ?? SeededImageName(name, seed: catalogue.seed)?.productID
    guard let owner, let record = record(id: owner), record.vendorID == vendorID,
      let image = record.images.first(where: { $0.originName == name || $0.thumbnailName == name }),
      image.issuedDay.compactText == day
    else { return nil }
    switch image.content {
    case .uploaded(let bytes, let contentType): return (bytes, contentType)
    case .generated(let photo):
      let rendered = image.originName == name ? photo : photo.thumbnail
      return (RenderedPhotos.shared.bytes(of: rendered), photo.format.contentType)
    }
  }
}
