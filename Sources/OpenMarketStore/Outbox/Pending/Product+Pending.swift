package import Foundation
package import OpenMarketAPI

extension Product {
  /// A listing that the server has not seen yet, with its photos on this device.
  package init(
    _ draft: NewListing, photos: [StoredPhoto] = [], numbered id: Product.ID, vendor: Vendor? = nil,
    folder: URL? = nil
  ) {
    let images = folder.map { folder in
      photos.enumerated().map { index, photo in
        ProductImage(id: ProductImage.ID(rawValue: -Int64(index) - 1), url: photo.url(in: folder))
      }
    }
    self.init(
      id: id, vendorID: vendor?.id ?? 0, vendorName: vendor?.name, name: draft.name,
      description: draft.description, thumbnail: images?.first?.url, currency: draft.currency,
      price: draft.price, discount: draft.discount, stock: draft.stock, images: images,
      vendor: vendor)
    extra = ExtraFields().merging(draft.extra, isProduct: true)
  }

  /// The product with what `changes` sets, and nothing else changed.
  package func applying(_ changes: ProductChanges) -> Product {
    var product = self
    product.name = changes.name ?? name
    product.description = changes.description ?? description
    product.currency = changes.currency ?? currency
    product.stock = changes.stock ?? stock
    product.extra = extra.merging(changes.extra, isProduct: true)
    if changes.price != nil || changes.discount != nil {
      product.price = changes.price ?? price
      product.discount = changes.discount ?? discount
      product.salePrice = product.price - product.discount
    }
    if let image = images?.first(where: { $0.id == changes.thumbnailID }) {
      product.thumbnail = image.thumbnailURL ?? thumbnail
    }
    return product
  }
}

extension ProductChanges {
  /// The changes of a listing that has another currency by now, with the amounts that the user saw beside those that they
  /// set, and in their currency.
  func amountsTogether(on product: Product, from base: EditBase) -> ProductChanges {
    guard price != nil || discount != nil || currency != nil,
      let unit = currency ?? base.fields.currency, unit != product.currency
    else { return self }
    var changes = self
    changes.currency = unit
    changes.price = price ?? base.fields.price
    changes.discount = discount ?? base.fields.discount
    return changes
  }
}

extension Product.ID {
  /// Whether a list that shows the newest first has it before `other`: listings that have no number of the
  /// server yet come before all that have.
  package func isNewer(than other: Product.ID) -> Bool {
    switch (isLocal, other.isLocal) {
    case (true, false): true
    case (false, true): false
    case (true, true): self < other
    case (false, false): self > other
    }
  }
}

extension EntityID where Subject == Product {
  /// Whether the number is local to this device, for a listing without a number from the server.
  ///
  /// Such numbers are negative. They stay valid for calls after the server has assigned its own.
  public var isLocal: Bool { rawValue < 0 }
}
