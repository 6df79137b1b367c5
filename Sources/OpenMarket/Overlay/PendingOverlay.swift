package import Foundation
package import OpenMarketAPI
package import OpenMarketStore

/// Products as their vendor should see them: the server's, with pending writes applied.
///
/// ``Marketplace`` lays it over everything it reads; take one yourself for products that come from elsewhere,
/// such as ``Marketplace/client``. A value that knows no store: it shows what it was made of, whatever is sent
/// meanwhile.
package struct PendingOverlay: Sendable, Hashable {
  package static let none = PendingOverlay()

  private var entries: [Product.ID: PendingEntry] = [:]
  /// The pending new listings, the latest first.
  private(set) var pendingListings: [PendingEntry] = []
  private var vendor: Vendor?
  private var folder: URL?

  private init() {}

  /// Makes an overlay of pending writes, as `MarketStore.pendingEntries(of:)` gives them. New listings show the vendor, and
  /// their photos in the store's folder, as far as these are known.
  package init(_ pending: [PendingEntry], vendor: Vendor? = nil, folder: URL? = nil) {
    entries = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
    (self.vendor, self.folder) = (vendor, folder)
    // The store gives them in this order, and sorting a thousand takes longer than all else here.
    let listings = pending.filter { $0.id.isLocal }
    let isSorted = zip(listings, listings.dropFirst()).allSatisfy { $0.id.isNewer(than: $1.id) }
    pendingListings = isSorted ? listings : sortedListings()
  }

  private func sortedListings() -> [PendingEntry] {
    entries.values.filter { $0.id.isLocal }.sorted { $0.id.isNewer(than: $1.id) }
  }

  /// Whether it changes nothing.
  package var isEmpty: Bool { entries.isEmpty }

  /// Whether something waits for this listing.
  package func concerns(_ id: Product.ID) -> Bool { entries[id] != nil }

  /// The product as it will be; `nil` when it is to be deleted.
  package func product(_ base: Product) -> Product? {
    guard let pending = entries[base.id] else { return base }
    return pending.product.applied(to: base)
  }

  /// The new listing that has this number of this device; `nil` when there is none, or when it is to be deleted.
  package func listing(_ id: Product.ID) -> Product? { entries[id].flatMap(listing) }

  /// The new listing of one of ``pendingListings``; `nil` when it is to be deleted.
  func listing(_ entry: PendingEntry) -> Product? { entry.listing(vendor: vendor, folder: folder) }

  /// The listings that the server has not numbered yet, the latest first.
  package var listings: [Product] { pendingListings.compactMap(listing) }

  package subscript(id: Product.ID) -> PendingProduct? { entries[id]?.product }

  var products: some Collection<Product.ID> { entries.keys }

  /// This overlay and what another one knows, which counts where both know something.
  func merging(_ newer: PendingOverlay) -> PendingOverlay {
    guard !entries.isEmpty else { return newer }
    guard !newer.entries.isEmpty else { return self }
    var merged = newer
    (merged.vendor, merged.folder) = (newer.vendor ?? vendor, newer.folder ?? folder)
    merged.entries = entries.merging(newer.entries) { $1 }
    let isCovered = pendingListings.allSatisfy { newer.entries[$0.id] != nil }
    if !isCovered { merged.pendingListings = merged.sortedListings() }
    return merged
  }
}
