/// The fields of a product in the body of a create or edit request.
///
/// Unknown keys are ignored.
struct ProductFields: Sendable {
  var secret: String
  var name: String?
  var description: String?
  var currency: String?
  var price: Double?
  var discount: Double?
  var stock: Double?

  /// Reads the keys that have a meaning; values of a wrong type count as malformed.
  init(_ json: JSONObject) throws(Refusal) {
    guard let secret = try json.string("secret") else { throw .badRequest("secret is missing.") }
    self.secret = secret
    name = try json.string("name")
    description = try json.string("description")
    currency = try json.string("currency")
    price = try json.number("price")
    discount = try json.number("discounted_price")
    stock = try json.number("stock")
  }
}
