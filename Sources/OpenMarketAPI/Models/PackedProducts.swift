import Foundation

/// Products of the part of a long list that is far from the displayed one, in a fraction of their memory.
///
/// Each product is one run of bytes, in which is left out what it has in common with the first of them.
final class PackedProducts: Sendable {
  private let ids: [Product.ID]
  private let starts: [UInt32]
  private let bytes: [UInt8]

  private init(ids: [Product.ID], starts: [UInt32], bytes: [UInt8]) {
    (self.ids, self.starts, self.bytes) = (ids, starts, bytes)
  }

  func id(at place: Int) -> Product.ID { ids[place] }

  func fields(at place: Int, beside first: ProductFields) -> ProductFields {
    var reader = PackedFieldsReader(bytes: bytes, position: Int(starts[place]))
    return reader.fields(of: ids[place], beside: first)
  }

  /// Packs what can be packed of `products`; what would not come back exactly as it was is left out.
  fileprivate static func packing(_ products: ArraySlice<Product>) -> [(index: Int, packed: Product)] {
    guard let first = products.first?.fields else { return [] }
    var (indices, ids, starts, bytes) = ([Int](), [Product.ID](), [UInt32](), [UInt8]())
    for index in products.indices {
      let (fields, start) = (products[index].fields, bytes.count)
      guard fields.isOfList else { continue }
      bytes.put(fields, beside: first)
      var reader = PackedFieldsReader(bytes: bytes, position: start)
      guard reader.fields(of: fields.id, beside: first) == fields else {
        bytes.removeLast(bytes.count - start)
        continue
      }
      indices.append(index)
      ids.append(fields.id)
      starts.append(UInt32(start))
    }
    // Without spare room.
    let packed = PackedProducts(
      ids: ids.map(\.self), starts: starts.map(\.self), bytes: bytes.map(\.self))
    let values = ProductValues(first, packed: packed)
    return indices.enumerated().map { ($1, Product(at: $0, of: values)) }
  }
}

extension ProductFields {
  /// Whether it has nothing that only a response about one product shows, as a rule.
  fileprivate var isOfList: Bool { images == nil && vendor == nil && decodingIssues.isEmpty }
}

extension Array where Element == Product {
  /// Packs the products in `range` that are not packed: equal values in about a sixth of the memory, at the cost of a
  /// microsecond for each look into one.
  package mutating func pack(_ range: Range<Int>) {
    guard self[range].contains(where: { !$0.isPacked }) else { return }
    for (index, product) in PackedProducts.packing(self[range]) { self[index] = product }
  }
}
