import Foundation

/// The differences of a product from the first of those packed.
private struct Difference: OptionSet {
  var rawValue: Int64

  static let vendorID = Difference(rawValue: 1)
  static let vendorName = Difference(rawValue: 2)
  static let description = Difference(rawValue: 4)
  static let currency = Difference(rawValue: 8)
  static let createdAt = Difference(rawValue: 16)
  static let updatedAt = Difference(rawValue: 32)
  static let extra = Difference(rawValue: 64)
  // From its own price, and from nothing.
  static let salePrice = Difference(rawValue: 128)
  static let discount = Difference(rawValue: 256)
}

extension [UInt8] {
  /// Appends what ``PackedFieldsReader`` reads.
  mutating func put(_ fields: ProductFields, beside first: ProductFields) {
    var difference: Difference = []
    if fields.vendorID != first.vendorID { difference.insert(.vendorID) }
    if !fields.vendorName.hasSameBytes(as: first.vendorName) { difference.insert(.vendorName) }
    if !fields.description.hasSameBytes(as: first.description) { difference.insert(.description) }
    if !(fields.currency?.rawValue).hasSameBytes(as: first.currency?.rawValue) {
      difference.insert(.currency)
    }
    if fields.createdAt != first.createdAt { difference.insert(.createdAt) }
    if fields.updatedAt != first.updatedAt { difference.insert(.updatedAt) }
    if !(fields.extra.text as String?).hasSameBytes(as: first.extra.text) { difference.insert(.extra) }
    if fields.salePrice != fields.price { difference.insert(.salePrice) }
    if fields.discount != 0 { difference.insert(.discount) }
    put(difference.rawValue)
    put(Int64(fields.stock))
    put(fields.name)
    put(fields.thumbnailAddress, beside: first.thumbnailAddress)
    put(fields.price)
    if difference.contains(.vendorID) { put(fields.vendorID.rawValue) }
    if difference.contains(.vendorName) { put(fields.vendorName) }
    if difference.contains(.description) { put(fields.description) }
    if difference.contains(.currency) { put(fields.currency?.rawValue) }
    if difference.contains(.salePrice) { put(fields.salePrice) }
    if difference.contains(.discount) { put(fields.discount) }
    if difference.contains(.createdAt) { put(fields.createdAt) }
    if difference.contains(.updatedAt) { put(fields.updatedAt) }
    if difference.contains(.extra) { put(fields.extra.text) }
  }

  /// Seven bits a byte, the sign lowest: small numbers take one.
  fileprivate mutating func put(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// The number of bytes, −1 for `nil`, and the bytes.
  fileprivate mutating func put(_ text: String?) {
    put(Int64(text?.utf8.count ?? -1))
    if let text { append(contentsOf: text.utf8) }
  }

  /// How much of the beginning it shares with another text, and the rest.
  fileprivate mutating func put(_ text: String?, beside other: String?) {
    guard let text else { return put(-1 as Int64) }
    // Whole characters of UTF-8 only where the rest begins with one.
    var shared = zip(text.utf8, (other ?? "").utf8).prefix { $0 == $1 }.count
    while shared > 0, text.utf8.dropFirst(shared).first.map({ $0 & 0xC0 == 0x80 }) ?? false { shared -= 1 }
    put(Int64(shared))
    put(Int64(text.utf8.count - shared))
    append(contentsOf: text.utf8.dropFirst(shared))
  }

  /// The number if it is whole, and else its digits.
  fileprivate mutating func put(_ price: Decimal) {
    let whole = Int64(exactly: NSDecimalNumber(decimal: price).doubleValue)
    if let whole, whole >= 0, whole < 1 << 53, Decimal(whole) == price {
      put(whole)
    } else {
      put(-1 as Int64)
      put(price.description)
    }
  }

  /// The seconds since 1970, as a rule a day's first one; `Int64.min` for `nil`.
  fileprivate mutating func put(_ date: Date?) {
    let seconds: Int64? = date.map { Int64(exactly: $0.timeIntervalSince1970) ?? 0 }
    put(seconds ?? Int64.min)
  }
}

extension String? {
  /// Texts of other bytes are equal, too, if they are the same characters.
  fileprivate func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}

/// Reads the values of a product from the bytes that they were packed into.
struct PackedFieldsReader {
  let bytes: [UInt8]
  var position: Int

  mutating func fields(of id: Product.ID, beside first: ProductFields) -> ProductFields {
    let difference = Difference(rawValue: number())
    let (stock, name) = (Int(truncatingIfNeeded: number()), text() ?? "")
    let (thumbnail, price) = (text(beside: first.thumbnailAddress), price())
    return ProductFields(
      id: id,
      vendorID: difference.contains(.vendorID) ? Vendor.ID(rawValue: number()) : first.vendorID,
      vendorName: difference.contains(.vendorName) ? text() : first.vendorName, name: name,
      description: difference.contains(.description) ? text() : first.description,
      thumbnailAddress: thumbnail,
      currency: difference.contains(.currency) ? text().map(Currency.init(rawValue:)) : first.currency,
      price: price, salePrice: difference.contains(.salePrice) ? self.price() : price,
      discount: difference.contains(.discount) ? self.price() : 0, stock: stock,
      createdAt: difference.contains(.createdAt) ? date() : first.createdAt,
      updatedAt: difference.contains(.updatedAt) ? date() : first.updatedAt, images: nil, vendor: nil,
      extra: difference.contains(.extra) ? ExtraFields(text: text() ?? "") : first.extra)
  }

  private mutating func number() -> Int64 {
    var (bits, shift) = (0 as UInt64, 0 as UInt64)
    while true {
      let byte = bytes[position]
      position += 1
      bits |= UInt64(byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    return Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)
  }

  private mutating func text(_ count: Int) -> String {
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  private mutating func text() -> String? {
    let count = Int(truncatingIfNeeded: number())
    return count < 0 ? nil : text(count)
  }

  private mutating func text(beside other: String?) -> String? {
    let shared = Int(truncatingIfNeeded: number())
    guard shared >= 0 else { return nil }
    let rest = text(Int(truncatingIfNeeded: number()))
    return String(decoding: (other ?? "").utf8.prefix(shared), as: UTF8.self) + rest
  }

  private mutating func price() -> Decimal {
    let whole = number()
    return whole < 0 ? Decimal(string: text() ?? "") ?? .nan : Decimal(whole)
  }

  private mutating func date() -> Date? {
    let seconds = number()
    return seconds == .min ? nil : Date(timeIntervalSince1970: TimeInterval(seconds))
  }
}
