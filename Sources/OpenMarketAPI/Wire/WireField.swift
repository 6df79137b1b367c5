/// The fields of all JSON objects, as generation 2 spells them.
enum WireField: String {
  case id, name, description, thumbnail, currency, price, stock, images, vendors, url
  case vendorName
  case vendorID = "vendor_id"
  case salePrice = "bargain_price"
  case discount = "discounted_price"
  case createdAt = "created_at"
  case updatedAt = "issued_at"
  case thumbnailURL = "thumbnail_url"

  case pageNo, itemsPerPage, totalCount, offset, limit, lastPage, hasNext, pages
  case hasPrevious = "hasPrev"

  /// The fields of a product in lists, in the order in which servers send them.
  static let listed: [WireField] = [
    .id, .vendorID, .vendorName, .name, .description, .thumbnail, .currency, .price, .salePrice, .discount,
    .stock, .createdAt, .updatedAt,
  ]

  /// The same name in the other of snake_case and camelCase; `nil` when both are the same.
  var alternative: String? {
    switch self {
    case .vendorName: "vendor_name"
    case .vendorID: "vendorId"
    case .salePrice: "bargainPrice"
    case .discount: "discountedPrice"
    case .createdAt: "createdAt"
    case .updatedAt: "issuedAt"
    case .thumbnailURL: "thumbnailUrl"
    case .pageNo: "page_no"
    case .itemsPerPage: "items_per_page"
    case .totalCount: "total_count"
    case .lastPage: "last_page"
    case .hasNext: "has_next"
    case .hasPrevious: "has_prev"
    default: nil
    }
  }
}

/// One spelling of a field.
///
/// Trivial to copy, which `JSONDecoder` does a dozen times for each value.
struct WireKey: CodingKey {
  private let field: WireField
  private let isAlternative: Bool

  /// The field as generation 2 spells it.
  init(_ field: WireField) {
    self.field = field
    isAlternative = false
  }

  /// The field in its other spelling, if it has one.
  init?(alternativeOf field: WireField) {
    guard field.alternative != nil else { return nil }
    self.field = field
    isAlternative = true
  }

  var stringValue: String { isAlternative ? field.alternative ?? field.rawValue : field.rawValue }
  var intValue: Int? { nil }

  /// Stands for any field that is none of a product's: a decoder that is asked for all keys finds only those. All other keys
  /// are made from fields.
  init?(stringValue: String) {
    if Self.isOfProduct(stringValue) { return nil }
    self.init(.id)
  }
  init?(intValue: Int) { nil }

  /// Whether a product has a field called `name`, in either spelling.
  static func isOfProduct(_ name: String) -> Bool { productNames.contains(name) }

  /// Whether `name` means something where a product is read or written.
  static func isOfContract(_ name: String) -> Bool {
    isOfProduct(name) || ["secret", "thumbnail_id", "thumbnailId"].contains(name)
  }

  private static let productNames: Set<String> = {
    let fields = WireField.listed + [.images, .vendors]
    return Set(fields.map(\.rawValue) + fields.compactMap(\.alternative))
  }()
}
