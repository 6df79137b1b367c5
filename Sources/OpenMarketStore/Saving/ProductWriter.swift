import Foundation
import GRDB
import OpenMarketAPI

/// The only code that changes products, inside one transaction, which keeps everything that is derived from
/// a product in step with it.
struct ProductWriter {
  private let db: Database
  /// How the index stood to this version when the transaction began.
  private let standing: IndexVersion.Standing
  /// `nil` where a later version has made the index with other tables.
  private var searchIndex: SearchIndex?
  /// Up to this product, none is in the index yet.
  private let lastUnindexed: Int64?
  /// The changes made so far.
  private(set) var report = SaveReport()
  /// Whether anything was indexed, or noted to be: there is work for ``SuggestionUpkeep``.
  private(set) var hasIndexed = false
  private var notes: SuggestionNotes
  /// Kept over all rows of a transaction: looking it up by its text takes longer than binding a row.
  private let insertion: StatementBinder

  /// An index that another version has made, in a process that has opened the store since, is made anew, or is written to for what
  /// that is worth: see ``IndexVersion/noteMixed(in:)``.
  init(_ db: Database, listed: Set<UInt64>) throws {
    self.db = db
    standing = try IndexVersion.standing(in: db)
    switch standing {
    case .current: searchIndex = try SearchIndex(db, listed: listed)
    case .outdated:
      try IndexBuild.begin(in: db)
      searchIndex = try SearchIndex(db)
      hasIndexed = true
    case .newer: searchIndex = try SearchIndex.tables.areThere(in: db) ? SearchIndex(db, isMixed: true) : nil
    }
    lastUnindexed = try IndexVersion.lastUnindexed(in: db)
    notes = SuggestionNotes(db)
    insertion = StatementBinder(try db.cachedStatement(sql: ProductRow.insert))
  }

  /// The tokens known to be listed, for the next transaction once this one is committed.
  var listed: Set<UInt64> { searchIndex?.listed ?? [] }

  /// Stores the products of one response but for the `newer` ones, and removes those of `window` that it does not show.
  mutating func save(
    _ products: [Product], completeness: Completeness = .listed, fetchedAt: Date,
    retention: Retention = .cached, replacing window: ClosedRange<Product.ID>? = nil,
    except newer: Set<Product.ID> = []
  ) throws {
    report.added.reserveCapacity(products.count)
    for product in products where newer.isEmpty || !newer.contains(product.id) {
      try save(product, completeness: completeness, fetchedAt: fetchedAt, retention: retention)
    }
    if let window { try removeAll(in: window, except: Set(products.map(\.id)).union(newer)) }
  }

  /// Stores `product`, merged with what is known of it.
  ///
  /// A new row takes one statement. What is stored like this already keeps its row but for the stamps.
  private mutating func save(
    _ product: Product, completeness: Completeness, fetchedAt: Date, retention: Retention
  ) throws {
    let isSynced = retention == .synced
    var new = StoredProduct(
      product: product.inWholeMilliseconds, fetchedAt: fetchedAt,
      detailedAt: completeness == .detailed ? fetchedAt : nil)
    let prices = try StoredPrices(product)
    if try insert(new, prices, isSynced: isSynced) {
      try saveImages(of: new.product)
      try indexesFollow(from: nil, to: new.product, prices)
      report.added.insert(product.id)
      return
    }
    guard let old = try db.storedProduct(product.id.rawValue) else { return }
    if completeness == .listed { new.keepDetails(of: old) }
    if new.product == old.product {
      try db.perform(
        ProductRow.stamp,
        [
          product.id.rawValue, Timestamp.milliseconds(new.fetchedAt),
          new.detailedAt.map(Timestamp.milliseconds), isSynced,
        ])
      return
    }
    let oldEntry = try indexEntry(product.id)
    let update = StatementBinder(try db.cachedStatement(sql: ProductRow.update))
    ProductRow.bind(new, prices, isSynced: isSynced, to: update)
    _ = try update.run()
    update.reset()
    if new.product.images != old.product.images {
      try db.perform("DELETE FROM product_image WHERE product_id = ?", [product.id.rawValue])
      try saveImages(of: new.product)
    }
    try indexesFollow(from: oldEntry, to: new.product, prices)
    if !report.added.contains(product.id) { report.changed.insert(product.id) }
  }

  /// Writes what is written once for all products of the transaction, at its end.
  mutating func finish() throws {
    try searchIndex?.save()
    try notes.save()
    if hasIndexed, standing == .newer { try IndexVersion.noteMixed(in: db) }
  }

  /// Forgets the product `id`, its pictures and everything derived from it.
  mutating func remove(_ id: Product.ID) throws {
    guard let old = try indexEntry(id) else { return }
    try indexesFollow(id, from: old, to: nil)
    try db.perform("DELETE FROM product WHERE id = ?", [id.rawValue])
    if report.added.remove(id) == nil {
      report.changed.remove(id)
      report.removed.insert(id)
    }
  }

  /// Forgets all products numbered in `range` except `kept`.
  private mutating func removeAll(in range: ClosedRange<Product.ID>, except kept: Set<Product.ID>) throws {
    let stored = try db.rows(
      "SELECT id FROM product WHERE id BETWEEN ? AND ?",
      [range.lowerBound.rawValue, range.upperBound.rawValue]
    ) { Product.ID(rawValue: $0.int64(0)) }
    for id in stored where !kept.contains(id) { try remove(id) }
  }

  /// The index entry of a stored product, with its price as it is stored, which may not be as it is read.
  private func indexEntry(_ id: Product.ID) throws -> SearchIndex.Entry? {
    try db.firstRow("SELECT \(SearchIndex.Entry.columns) FROM product WHERE id = ?", [id.rawValue]) {
      SearchIndex.Entry($0, from: 0)
    }
  }

  /// Every text that enters the store or changes in it comes by here: search index and suggestions follow.
  private mutating func indexesFollow(
    from old: SearchIndex.Entry?, to new: Product, _ prices: StoredPrices
  ) throws {
    let entry = SearchIndex.Entry(
      texts: SearchedTexts(new), vendorID: new.vendorID.rawValue, price: prices.salePrice,
      isSoldOut: new.isSoldOut)
    try indexesFollow(new.id, from: old, to: entry)
  }

  private mutating func indexesFollow(
    _ id: Product.ID, from old: SearchIndex.Entry?, to new: SearchIndex.Entry?
  ) throws {
    hasIndexed = true
    if let lastUnindexed, id.rawValue <= lastUnindexed { return }
    try searchIndex?.update(id: id.rawValue, from: old, to: new)
    // The suggestions of a later version stay as they are until it counts anew.
    guard standing != .newer else { return }
    try notes.note(
      from: old.flatMap { $0.isSoldOut ? nil : $0.texts.name },
      to: new.flatMap { $0.isSoldOut ? nil : $0.texts.name })
  }

  /// - Returns: Whether there was no row of this number.
  private func insert(
    _ stored: StoredProduct, _ prices: StoredPrices, isSynced: Bool
  ) throws -> Bool {
    insertion.reset()
    ProductRow.bind(stored, prices, isSynced: isSynced, to: insertion)
    return try insertion.run() == 1
  }

  private func saveImages(of product: Product) throws {
    guard let images = product.images, !images.isEmpty else { return }
    for (position, image) in images.enumerated() {
      let sql = """
        INSERT INTO product_image(product_id, position, id, url, thumbnail, issued_at) VALUES(?,?,?,?,?,?)
        """
      try db.perform(
        sql,
        [
          product.id.rawValue, position, image.id.rawValue, image.url.absoluteString,
          image.thumbnailURL?.absoluteString, image.uploadedAt.map(Timestamp.milliseconds),
        ])
    }
  }
}

extension StoredProduct {
  /// Takes over from `old` what a list does not tell.
  fileprivate mutating func keepDetails(of old: StoredProduct) {
    product.vendorName = product.vendorName ?? old.product.vendorName
    product.description = product.description ?? old.product.description
    product.images = product.images ?? old.product.images
    product.vendor = product.vendor ?? old.product.vendor
    product.extra = old.product.extra.merging(product.extra, isProduct: true)
    detailedAt = old.detailedAt
  }
}

extension Product {
  /// Itself with dates as the file holds them, so that a product equals its stored self.
  fileprivate var inWholeMilliseconds: Product {
    func rounded(_ date: Date?) -> Date? { date.map { Timestamp.date(Timestamp.milliseconds($0)) } }
    guard createdAt != nil || updatedAt != nil || images?.isEmpty == false else { return self }
    var product = self
    product.createdAt = rounded(createdAt)
    product.updatedAt = rounded(updatedAt)
    product.images = images?.map { image in
      ProductImage(
        id: image.id, url: image.url, thumbnailURL: image.thumbnailURL, uploadedAt: rounded(image.uploadedAt))
    }
    return product
  }
}
