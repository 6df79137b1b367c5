import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The products that belong to a list: those that pass a filter and that the server finds by a text.
struct ListSelection: Sendable {
  let filter: ProductFilter
  private let text: ListText?

  init(text: String?, filter: ProductFilter = .all) {
    self.filter = filter
    self.text = ListText(text)
  }

  /// Whether there is a text to be found.
  var hasText: Bool { text != nil }
  /// Whether all products belong to the list.
  var isWhole: Bool { text == nil && filter == .all }

  func includes(_ product: Product) -> Bool {
    filter.passes(product) && (text?.isFound(in: product) ?? true)
  }

  /// Whether a new listing belongs to the list, which does not say yet who sells it.
  func includes(_ listing: Product, soldBy vendor: Vendor?) -> Bool {
    if let wanted = filter.vendorID, wanted != vendor?.id ?? listing.vendorID { return false }
    var rest = filter
    rest.vendorID = nil
    return rest.passes(listing) && (text?.isFound(in: listing, soldBy: vendor?.name) ?? true)
  }
}

/// A text that the server looks for in the name, the description and the vendor's name, in any case.
struct ListText: Sendable {
  private let text: String
  /// The text in lower case, when it can be compared byte by byte.
  private let bytes: [UInt8]?

  /// - Returns: `nil` when every product has it.
  init?(_ text: String?) {
    guard let text = text?.streamSafe.composed, !text.isEmpty else { return nil }
    self.text = text
    bytes = Self.comparableBytes(of: text)
  }

  func isFound(in product: Product) -> Bool {
    isFound(in: product, soldBy: product.vendorName)
  }

  func isFound(in product: Product, soldBy vendor: String?) -> Bool {
    // The shortest first: a vendor's own list is read by the vendor's name.
    vendor.map(isFound) ?? false || isFound(in: product.name) || product.description.map(isFound) ?? false
  }

  private func isFound(in field: String) -> Bool {
    if let bytes, let field = Self.comparableBytes(of: field) {
      guard bytes.count <= field.count else { return false }
      return (0...(field.count - bytes.count)).contains { start in
        bytes.indices.allSatisfy { bytes[$0] == field[start + $0] }
      }
    }
    return field.streamSafe.composed.range(of: text, options: .caseInsensitive) != nil
  }

  /// ASCII, Hangul syllables and ideographs are composed and have no case but that of ASCII: comparing their bytes takes a
  /// hundredth of the time. `nil` for all other text.
  private static func comparableBytes(of text: String) -> [UInt8]? {
    var bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x41...0x5A:
        bytes[index] |= 0x20
        index += 1
      case 0..<0x80: index += 1
      // U+5000…U+9FFF; the second byte tells U+B000…U+CFFF of Hangul, the rest of which shares its first byte.
      case 0xE5...0xE9, 0xEB, 0xEC: index += 3
      case 0xEA where bytes[index + 1] >= 0xB0, 0xED where bytes[index + 1] <= 0x9D: index += 3
      default: return nil
      }
    }
    return bytes
  }
}
