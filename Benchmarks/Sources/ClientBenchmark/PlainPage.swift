/// A page as an app decodes it that writes this layer by hand: one generation, explicit keys, binary prices,
/// dates left as text. The cheapest form that the peer can have.
struct PlainPage: Decodable {
  struct Item: Decodable {
    var id: Int
    var vendorID: Int
    var vendorName: String
    var name: String
    var description: String?
    var thumbnail: String
    var currency: String
    var price: Double
    var salePrice: Double
    var discount: Double
    var stock: Int
    var createdAt: String
    var updatedAt: String

    enum CodingKeys: String, CodingKey {
      case id, vendorName, name, description, thumbnail, currency, price, stock
      case vendorID = "vendor_id"
      case salePrice = "bargain_price"
      case discount = "discounted_price"
      case createdAt = "created_at"
      case updatedAt = "issued_at"
    }
  }

  var pageNo: Int
  var itemsPerPage: Int
  var totalCount: Int
  var offset: Int
  var limit: Int
  var lastPage: Int
  var hasNext: Bool
  var hasPrev: Bool
  var pages: [Item]
}
