import Foundation
import OpenMarketHTTP

extension JSONReader {
  private static let productNames = Names(
    WireField.listed.map(\.rawValue),
    optional: Set(
      [
        .vendorName, .description, .thumbnail, .currency, .salePrice, .discount, .createdAt, .updatedAt,
      ].map(\WireField.rawValue)))

  /// Reads a product as it is in lists of generation 2, all of whose values can be used.
  mutating func product() throws(Unusual) -> ProductFields {
    var product = ProductFields(
      id: 0, vendorID: 0, vendorName: nil, name: "", description: nil, thumbnailAddress: nil, currency: nil,
      price: 0, salePrice: nil, discount: nil, stock: 0, createdAt: nil, updatedAt: nil)
    var (salePrice, discount): (Decimal?, Decimal?)
    try object(Self.productNames) { reader, place throws(Unusual) in
      switch place {  // In `WireField.listed`.
      case 0: product.id = Product.ID(rawValue: try reader.integer64())
      case 1: product.vendorID = Vendor.ID(rawValue: try reader.integer64())
      case 2: product.vendorName = try reader.optionalString()
      case 3: product.name = try reader.string()
      case 4: product.description = try reader.optionalString()
      case 5: product.thumbnailAddress = try reader.webAddress()
      case 6: product.currency = try reader.optionalString().map(Currency.init)
      case 7: product.price = try reader.decimal()
      case 8: salePrice = try reader.optionalDecimal()
      case 9: discount = try reader.optionalDecimal()
      case 10: product.stock = try reader.integer()
      case 11: product.createdAt = try reader.date()
      case 12: product.updatedAt = try reader.date()
      default: throw Unusual()
      }
    }
    product.setPrices(sale: salePrice, discount: discount)
    return product
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
    let host = rest.prefix { $0.isAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    var path = rest[host.endIndex...]
    if path.first == UInt8(ascii: ":") {
      let port = path.dropFirst().prefix { 0x30...0x39 ~= $0 }
      guard 1...5 ~= port.count, port.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 65_535 else { return false }
      path = path[port.endIndex...]
    }
    return host.first?.isAlphanumeric ?? false && path.first == UInt8(ascii: "/")
      && path.allSatisfy(isPlainInPath)
  }

  private static let http = Array("http://".utf8)
  private static let https = Array("https://".utf8)

  private static func isPlainInPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isAlphanumeric
    }
  }
}
