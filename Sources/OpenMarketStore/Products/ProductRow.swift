import Foundation
import GRDB
import OpenMarketAPI

/// How a product lies in its row.
///
/// Columns are written and read by position: by name, a page of 20 takes 1.3 times as long.
enum ProductRow {
  /// The columns in the order of ``read(_:)``.
  static let columns = Column.allCases.prefix { $0 != .usedAt }.map(\.name).joined(separator: ", ")

  /// The columns of the texts that are searched: the name, the vendor's and the description.
  static let textColumns = "name, coalesce(vendor_name, seller_name), description"

  static let insert = {
    let names = Column.allCases.map(\.name).joined(separator: ", ")
    let values = Column.allCases.map { _ in "?" }.joined(separator: ",")
    return "INSERT INTO product(\(names)) VALUES(\(values)) ON CONFLICT(id) DO NOTHING"
  }()

  static let update = {
    let assignments = Column.allCases.dropFirst().map { column in
      let value = "?\(column.rawValue + 1)"
      return "\(column.name) = \(column == .isSynced ? "max(is_synced, \(value))" : value)"
    }
    return "UPDATE product SET \(assignments.joined(separator: ", ")) WHERE id = ?1"
  }()

  static let stamp = """
    UPDATE product SET fetched_at = ?2, detailed_at = ?3, used_at = ?2, is_synced = max(is_synced, ?4) \
    WHERE id = ?1
    """

  /// Binds the values of ``insert`` or ``update``.
  static func bind(
    _ stored: StoredProduct, _ prices: StoredPrices, isSynced: Bool, to binder: StatementBinder
  ) {
    let product = stored.product.fields
    let fetchedAt = Timestamp.milliseconds(stored.fetchedAt)
    binder.bind(product.id.rawValue, to: .id)
    binder.bind(product.vendorID.rawValue, to: .vendorID)
    binder.bind(product.vendorName, to: .vendorName)
    binder.bind(product.name, to: .name)
    binder.bind(product.description, to: .description)
    binder.bind(product.thumbnailAddress, to: .thumbnail)
    binder.bind(product.currency?.rawValue, to: .currency)
    binder.bind(prices.price, to: .price)
    binder.bind(prices.salePrice, to: .salePrice)
    binder.bind(prices.discount, to: .discount)
    binder.bind(prices.exact, to: .exactPrices)
    binder.bind(Int64(product.stock), to: .stock)
    binder.bind(product.createdAt.map(Timestamp.milliseconds), to: .createdAt)
    binder.bind(product.updatedAt.map(Timestamp.milliseconds), to: .updatedAt)
    binder.bind(product.images.map { Int64($0.count) }, to: .imageCount)
    binder.bind(product.vendor?.id.rawValue, to: .sellerID)
    binder.bind(product.vendor?.name, to: .sellerName)
    binder.bind(StoredIssues.text(product.decodingIssues), to: .issues)
    binder.bind(fetchedAt, to: .fetchedAt)
    binder.bind(stored.detailedAt.map(Timestamp.milliseconds), to: .detailedAt)
    binder.bind(product.extra.isEmpty ? nil : product.extra.text, to: .extra)
    binder.bind(fetchedAt, to: .usedAt)
    binder.bind(isSynced ? 1 as Int64 : 0, to: .isSynced)
  }

  /// The product of a row that begins with ``columns``, and how many pictures it has; they have rows of
  /// their own.
  static func read(_ row: StatementRow) -> (stored: StoredProduct, imageCount: Int) {
    let prices = StoredPrices(
      price: row.double(.price), salePrice: row.double(.salePrice), discount: row.double(.discount),
      exact: row.optionalText(.exactPrices)
    ).decimals
    let imageCount = row.optionalInt64(.imageCount)
    let fields = ProductFields(
      id: Product.ID(rawValue: row.int64(.id)),
      vendorID: Vendor.ID(rawValue: row.int64(.vendorID)),
      vendorName: row.optionalText(.vendorName),
      name: row.text(.name),
      description: row.optionalText(.description),
      thumbnailAddress: row.optionalText(.thumbnail),
      currency: row.optionalText(.currency).map(Currency.init(rawValue:)),
      price: prices.0, salePrice: prices.1, discount: prices.2,
      stock: row.int(.stock),
      createdAt: row.optionalInt64(.createdAt).map(Timestamp.date),
      updatedAt: row.optionalInt64(.updatedAt).map(Timestamp.date),
      images: imageCount.map { _ in [] },
      vendor: row.optionalInt64(.sellerID).map {
        Vendor(id: Vendor.ID(rawValue: $0), name: row.text(.sellerName))
      },
      extra: ExtraFields(text: row.optionalText(.extra) ?? ""),
      decodingIssues: StoredIssues.issues(row.optionalText(.issues)))
    let stored = StoredProduct(
      product: Product(fields), fetchedAt: Timestamp.date(row.int64(.fetchedAt)),
      detailedAt: row.optionalInt64(.detailedAt).map(Timestamp.date))
    return (stored, Int(clamping: imageCount ?? 0))
  }
}

extension ProductRow {
  /// The columns by position: those that are read, and behind them those that are only written.
  ///
  /// `vendor_…` is what lists say of the vendor, `seller_…` the vendor that the product's own page shows (`Product.vendor`).
  /// Some columns have the names of the wire, which landed migrations keep.
  fileprivate enum Column: CInt, CaseIterable {
    case id, vendorID, vendorName, name, description, thumbnail, currency
    case price, salePrice, discount, exactPrices, stock, createdAt, updatedAt
    case imageCount, sellerID, sellerName, issues, fetchedAt, detailedAt, extra
    case usedAt, isSynced

    var name: String {
      switch self {
      case .id: "id"
      case .vendorID: "vendor_id"
      case .vendorName: "vendor_name"
      case .name: "name"
      case .description: "description"
      case .thumbnail: "thumbnail"
      case .currency: "currency"
      case .price: "price"
      case .salePrice: "bargain_price"
      case .discount: "discounted_price"
      case .exactPrices: "exact_prices"
      case .stock: "stock"
      case .createdAt: "created_at"
      case .updatedAt: "issued_at"
      case .imageCount: "image_count"
      case .sellerID: "seller_id"
      case .sellerName: "seller_name"
      case .issues: "issues"
      case .fetchedAt: "fetched_at"
      case .detailedAt: "detailed_at"
      case .extra: "extra"
      case .usedAt: "used_at"
      case .isSynced: "is_synced"
      }
    }
  }
}

extension StatementBinder {
  fileprivate func bind(_ value: some StatementValue, to column: ProductRow.Column) {
    bind(value, at: column.rawValue + 1)
  }
}

extension StatementRow {
  fileprivate func int64(_ column: ProductRow.Column) -> Int64 { int64(column.rawValue) }
  fileprivate func optionalInt64(_ column: ProductRow.Column) -> Int64? { optionalInt64(column.rawValue) }
  fileprivate func int(_ column: ProductRow.Column) -> Int { int(column.rawValue) }
  fileprivate func double(_ column: ProductRow.Column) -> Double { double(column.rawValue) }
  fileprivate func text(_ column: ProductRow.Column) -> String { text(column.rawValue) }
  fileprivate func optionalText(_ column: ProductRow.Column) -> String? { optionalText(column.rawValue) }
}
