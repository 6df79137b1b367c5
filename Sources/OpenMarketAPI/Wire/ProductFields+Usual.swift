import Foundation
import OpenMarketHTTP

/// The values of a product in a list, as far as they have been read.
private struct ListedProduct {
  var id: Int?
  var vendorID: Int?
  var vendorName: String?
  var name: String?
  var description: String?
  var thumbnail: String?
  var currency: String?
  var price: Decimal?
  var salePrice: Decimal?
  var discount: Decimal?
  var stock: Int?
  var createdAt: Date?
  var updatedAt: Date?
}

extension JSONReader {
  private static let productNames: [[UInt8]] = [
    .id, .vendorID, .vendorName, .name, .description, .thumbnail, .currency, .price, .salePrice, .discount,
    .stock, .createdAt, .updatedAt,
  ].map { (field: WireField) in Array(field.rawValue.utf8) }

  /// Reads a product as it is in lists of generation 2, all of whose values can be used.
  mutating func product() throws(Unusual) -> ProductFields {
    var product = ListedProduct()
    try object(Self.productNames) { reader, place throws(Unusual) in
      switch place {
      case 0: product.id = try reader.integer()
      case 1: product.vendorID = try reader.integer()
      case 2: product.vendorName = try reader.optionalString()
      case 3: product.name = try reader.string()
      case 4: product.description = try reader.optionalString()
      case 5: product.thumbnail = try reader.webAddress()
      case 6: product.currency = try reader.optionalString()
      case 7: product.price = try reader.decimal()
      case 8: product.salePrice = try reader.optionalDecimal()
      case 9: product.discount = try reader.optionalDecimal()
      case 10: product.stock = try reader.integer()
      case 11: product.createdAt = try reader.date()
      default: product.updatedAt = try reader.date()
      }
    }
    guard let id = product.id, let vendorID = product.vendorID, let name = product.name,
      let price = product.price,
      let stock = product.stock
    else { throw Unusual() }
    return ProductFields(
      id: Product.ID(rawValue: Int64(id)), vendorID: Vendor.ID(rawValue: Int64(vendorID)),
      vendorName: product.vendorName, name: name, description: product.description,
      thumbnailAddress: product.thumbnail, currency: product.currency.map(Currency.init), price: price,
      salePrice: product.salePrice, discount: product.discount, stock: stock, createdAt: product.createdAt,
      updatedAt: product.updatedAt)
  }

  private mutating func optionalString() throws(Unusual) -> String? { takeNull() ? nil : try string() }

  private mutating func optionalDecimal() throws(Unusual) -> Decimal? { takeNull() ? nil : try decimal() }

  private mutating func date() throws(Unusual) -> Date? {
    if takeNull() { return nil }
    guard let date = LenientDate.parse(bytes[try plainString()]) else { throw Unusual() }
    return date
  }

  private mutating func webAddress() throws(Unusual) -> String? {
    if takeNull() { return nil }
    _ = peek()
    let start = position + 1
    let text = try string()
    if Self.isPlainAddress(bytes[start..<max(start, position - 1)]) { return text }
    guard let url = URL(webAddress: text) else { throw Unusual() }
    return url.absoluteString
  }

  /// Whether a `URL` would leave the address as it is, which is so for nearly all and found out much faster.
  private static func isPlainAddress(_ text: ArraySlice<UInt8>) -> Bool {
    let scheme = [http, https].first { text.starts(with: $0) }
    guard let scheme else { return false }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    var path = rest[host.endIndex...]
    if path.first == UInt8(ascii: ":") {
      let port = path.dropFirst().prefix { 0x30...0x39 ~= $0 }
      guard 1...5 ~= port.count, port.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 65_535 else { return false }
      path = path[port.endIndex...]
    }
    return host.first.map(isAlphanumeric) ?? false && path.first == UInt8(ascii: "/")
      && path.allSatisfy(isPlainInPath)
  }

  private static let http = Array("http://".utf8)
  private static let https = Array("https://".utf8)

  private static func isPlainInPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isAlphanumeric(byte)
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }
}
