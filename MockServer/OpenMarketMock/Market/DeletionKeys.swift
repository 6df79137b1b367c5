/// The opaque last segments of the paths that `/archived` gives out.
struct DeletionKeys: Sendable {
  private var products: [String: Int64] = [:]

  func product(_ key: String) -> Int64? { products[key] }

  /// Makes another key for `product`: random, URL-safe, and no number.
  mutating func make(for product: Int64, using names: inout SplitMix64) -> String {
    let key = "d" + names.hexName()
    products[key] = product
    return key
  }

  /// Forgets all keys of a product that is gone.
  mutating func removeAll(of product: Int64) {
    products = products.filter { $0.value != product }
  }
}

extension SplitMix64 {
  /// 32 hex digits.
  mutating func hexName() -> String { ContentHash.hex(next()) + ContentHash.hex(next()) }
}
