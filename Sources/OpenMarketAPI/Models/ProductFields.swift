package import Foundation

package struct ProductFields: Sendable, Hashable {
  package var id: Product.ID
  package var vendorID: Vendor.ID
  package var vendorName: String?
  package var name: String
  package var description: String?
  /// As text, which takes a fifth of the memory of a `URL`: it becomes one only on access.
  package var thumbnailAddress: String?
  package var currency: Currency?
  package var price: Decimal
  package var salePrice: Decimal
  package var discount: Decimal
  package var stock: Int
  package var createdAt: Date?
  package var updatedAt: Date?
  package var images: [ProductImage]?
  package var vendor: Vendor?
  package var extra: ExtraFields
  package var decodingIssues: [DecodingIssue]

  /// Makes them; of the two lower prices, the one that is absent follows from the other.
  ///
  /// The vendor's name stands for an absent `vendorName`: responses about one product have it only there.
  package init(
    id: Product.ID, vendorID: Vendor.ID, vendorName: String?, name: String, description: String?,
    thumbnailAddress: String?, currency: Currency?, price: Decimal, salePrice: Decimal?, discount: Decimal?,
    stock: Int, createdAt: Date?, updatedAt: Date?, images: [ProductImage]? = nil, vendor: Vendor? = nil,
    extra: ExtraFields = ExtraFields(), decodingIssues: [DecodingIssue] = []
  ) {
    self.id = id
    self.vendorID = vendorID
    self.vendorName = vendorName ?? vendor?.name
    self.name = name
    self.description = description
    self.thumbnailAddress = thumbnailAddress
    self.currency = currency
    self.price = price
    (self.salePrice, self.discount) = (price, 0)
    self.stock = stock
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.images = images
    self.vendor = vendor
    self.extra = extra
    self.decodingIssues = decodingIssues
    setPrices(sale: salePrice, discount: discount)
  }

  /// Sets the two lower prices; the one that is absent follows from the other.
  mutating func setPrices(sale: Decimal?, discount: Decimal?) {
    self.discount = discount ?? sale.map { price - $0 } ?? 0
    salePrice = sale ?? price - self.discount
  }
}
