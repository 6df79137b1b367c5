import Foundation
import GRDB
import OpenMarketAPI

/// How a product lies in its row.
///
/// Columns are written and read by position: by name, a page of 20 takes 1.3 times as long.
enum ProductRow {
  /// The columns in the order of ``read(_:)``.
  static let columns = """
    id, vendor_id, vendor_name, name, description, thumbnail, currency, price, bargain_price, \
    discounted_price, exact_prices, stock, created_at, issued_at, image_count, seller_id, seller_name, \
    issues, fetched_at, detailed_at, extra
    """

  /// The columns of the texts that are searched: the name, the vendor's and the description.
  static let textColumns = "name, coalesce(vendor_name, seller_name), description"

  static let insert = """
    INSERT INTO product(\(columns), used_at, is_synced)
    VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO NOTHING
    """

  static let update = {
    let names = "\(columns), used_at".split(separator: ", ").enumerated().dropFirst()
    let assignments = names.map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE product SET \(assignments), is_synced = max(is_synced, ?23) WHERE id = ?1"
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
    binder.bind(product.id.rawValue, at: 1)
    binder.bind(product.vendorID.rawValue, at: 2)
    binder.bind(product.vendorName, at: 3)
    binder.bind(product.name, at: 4)
    binder.bind(product.description, at: 5)
    binder.bind(product.thumbnailAddress, at: 6)
    binder.bind(product.currency?.rawValue, at: 7)
    binder.bind(prices.price, at: 8)
    binder.bind(prices.salePrice, at: 9)
    binder.bind(prices.discount, at: 10)
    binder.bind(prices.exact, at: 11)
    binder.bind(Int64(product.stock), at: 12)
    binder.bind(product.createdAt.map(Timestamp.milliseconds), at: 13)
    binder.bind(product.updatedAt.map(Timestamp.milliseconds), at: 14)
    binder.bind(product.images.map { Int64($0.count) }, at: 15)
    binder.bind(product.vendor?.id.rawValue, at: 16)
    binder.bind(product.vendor?.name, at: 17)
    binder.bind(StoredIssues.text(product.decodingIssues), at: 18)
    binder.bind(fetchedAt, at: 19)
    binder.bind(stored.detailedAt.map(Timestamp.milliseconds), at: 20)
    binder.bind(product.extra.isEmpty ? nil : product.extra.text, at: 21)
    binder.bind(fetchedAt, at: 22)
    binder.bind(isSynced ? 1 as Int64 : 0, at: 23)
  }

  /// The product of a row that begins with ``columns``, and how many pictures it has; they have rows of
  /// their own.
  static func read(_ row: StatementRow) -> (stored: StoredProduct, imageCount: Int) {
    let prices = StoredPrices(
      price: row.double(7), salePrice: row.double(8), discount: row.double(9),
      exact: row.optionalText(10)
    ).decimals
    let imageCount = row.optionalInt64(14)
    let fields = ProductFields(
      id: Product.ID(rawValue: row.int64(0)),
      vendorID: Vendor.ID(rawValue: row.int64(1)),
      vendorName: row.optionalText(2),
      name: row.text(3),
      description: row.optionalText(4),
      thumbnailAddress: row.optionalText(5),
      currency: row.optionalText(6).map(Currency.init(rawValue:)),
      price: prices.0, salePrice: prices.1, discount: prices.2,
      stock: row.int(11),
      createdAt: row.optionalInt64(12).map(Timestamp.date),
      updatedAt: row.optionalInt64(13).map(Timestamp.date),
      images: imageCount.map { _ in [] },
      vendor: row.optionalInt64(15).map { Vendor(id: Vendor.ID(rawValue: $0), name: row.text(16)) },
      extra: ExtraFields(text: row.optionalText(20) ?? ""),
      decodingIssues: StoredIssues.issues(row.optionalText(17)))
    let stored = StoredProduct(
      product: Product(fields), fetchedAt: Timestamp.date(row.int64(18)),
      detailedAt: row.optionalInt64(19).map(Timestamp.date))
    return (stored, Int(clamping: imageCount ?? 0))
  }
}
