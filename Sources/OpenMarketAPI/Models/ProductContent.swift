/// The values of one product: of its own, or those at a place among packed ones.
struct ProductContent: Sendable, Hashable, CustomDebugStringConvertible {
  private var values: ProductValues
  private let place: UInt32

  init(_ fields: ProductFields) {
    values = ProductValues(fields)
    place = 0
  }

  init(at place: Int, of packed: ProductValues) {
    values = packed
    self.place = UInt32(place)
  }

  /// Unpacked whole on each call where they are packed.
  var fields: ProductFields {
    guard let packed = values.packed else { return values.fields }
    return packed.fields(at: Int(place), beside: values.fields)
  }

  /// Quick also where the others are packed.
  var id: Product.ID { values.packed?.id(at: Int(place)) ?? values.fields.id }

  var isPacked: Bool { values.packed != nil }

  /// One of the values.
  @inline(__always) func value<Value>(_ read: (ProductFields) -> Value) -> Value {
    values.packed == nil ? read(values.fields) : read(fields)
  }

  /// Changes this copy alone.
  mutating func change(_ body: (inout ProductFields) -> Void) {
    if isPacked || !isKnownUniquelyReferenced(&values) { self = ProductContent(fields) }
    body(&values.fields)
  }

  static func == (one: Self, other: Self) -> Bool {
    one.values === other.values && one.place == other.place || one.fields == other.fields
  }

  func hash(into hasher: inout Hasher) { hasher.combine(fields) }

  var debugDescription: String { String(reflecting: fields) }
}

/// The values of a product, shared by its copies, or of many products that are packed.
///
/// `@unchecked`, as they can change: only `ProductContent` changes them, and only where no other copy has them, so that no
/// other thread can be reading.
final class ProductValues: @unchecked Sendable {
  /// Those of the product, or of the first of those packed.
  fileprivate(set) var fields: ProductFields
  /// The packed ones; `nil` for a single product.
  let packed: PackedProducts?

  init(_ fields: ProductFields, packed: PackedProducts? = nil) {
    (self.fields, self.packed) = (fields, packed)
  }
}
