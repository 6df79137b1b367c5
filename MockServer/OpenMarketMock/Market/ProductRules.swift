/// The limits for a product's values (contract, section 3.4).
enum ProductRules {
  /// The size of the largest image, in bytes.
  static let imageLimit = 307_200
  /// Most images of a product.
  static let imageCount = 1...5
  /// Highest price: doubles are exact up to here.
  static let highestPrice = 9.0e15
}

extension ProductFields {
  /// Refuses fields that break a rule, naming all that do.
  func check(_ validation: MarketplaceMock.Validation, imageCount: Int) throws(Refusal) {
    var failures: [String] = []
    let isStrict = validation == .strict
    length(of: name, "name", in: isStrict ? 3...100 : 0...100, &failures)
    if isStrict || description != nil {
      length(of: description, "description", in: isStrict ? 10...1000 : 0...1000, &failures)
    }
    switch currency {
    case nil: failures.append("currency is missing")
    case "KRW", "USD": break
    case "": failures.append("currency must not be empty")
    default: if isStrict { failures.append("currency must be KRW or USD") }
    }
    if let price {
      if !(price >= 0 && price <= ProductRules.highestPrice) {
        failures.append("price must be from 0 to 9.0E15")
      }
      // The original stored discounts above the price, and showed what is left as a negative bargain_price.
      let highest = isStrict ? price : ProductRules.highestPrice
      if !(0...max(0, highest)).contains(discount ?? 0) {
        failures.append("discounted_price must be from 0 to \(isStrict ? "the price" : "9.0E15")")
      }
    } else {
      failures.append("price is missing")
    }
    if Int32(exactly: stock ?? 0).map({ $0 < 0 }) ?? true {
      failures.append("stock must be a whole number from 0 to 2147483647")
    }
    if !ProductRules.imageCount.contains(imageCount) { failures.append("images must be 1 to 5") }
    guard failures.isEmpty else { throw .badRequest(failures.joined(separator: "; ") + ".") }
  }

  private func length(of text: String?, _ key: String, in range: ClosedRange<Int>, _ failures: inout [String])
  {
    guard let text else {
      failures.append("\(key) is missing")
      return
    }
    let length = text.utf16.count
    if !range.contains(length) {
      failures.append(
        "\(key) must have \(range.lowerBound) to \(range.upperBound) UTF-16 units, not \(length)")
    }
  }
}

/// The fields of a product in the body of a create or edit request.
///
/// Those of unknown keys are kept with the product, as a market with more fields than the contract does.
struct ProductFields: Sendable {
  var secret: String
  var name: String?
  var description: String?
  var currency: String?
  var price: Double?
  var discount: Double?
  var stock: Double?
  var extra: [String: JSONValue]

  /// The keys that products have or requests use, in the spelling of the contract.
  private static let known: Set = [
    "secret", "identifier", "name", "description", "currency", "price", "discounted_price", "stock",
    "thumbnail_id", "id", "vendor_id", "vendorName", "thumbnail", "bargain_price", "created_at", "issued_at",
    "images", "vendors",
  ]

  /// Reads the keys that have a meaning; values of a wrong type count as malformed.
  init(_ json: JSONObject) throws(Refusal) {
    guard let secret = try json.string("secret") else { throw .badRequest("secret is missing.") }
    self.secret = secret
    name = try json.string("name")
    description = try json.string("description")
    currency = try json.string("currency")
    price = try json.looseNumber("price")
    discount = try json.looseNumber("discounted_price")
    stock = try json.looseNumber("stock")
    extra = json.values.filter { !Self.known.contains($0.key) }
  }
}
