public import Foundation
public import OpenMarketAPI
public import OpenMarketStore

/// Products as whoever sells them should see them: what the server has said, and over it pending writes.
///
/// ``Marketplace`` lays it over everything it reads; take one yourself for products that come from elsewhere,
/// such as ``Marketplace/client``. A value that knows no store: it shows what it was made of, whatever is sent
/// meanwhile.
public struct PendingOverlay: Sendable, Hashable {
  /// The overlay without writes.
  public static let none = PendingOverlay()

  private var writes: [Product.ID: PendingProduct] = [:]
  private var vendor: Vendor?
  private var folder: URL?

  private init() {}

  /// Makes an overlay.
  /// - Parameters:
  ///   - pending: Pending writes, as ``MarketStore/pending(of:)`` tells it.
  ///   - vendor: Who sells, whom new listings show; `nil` when that is not known.
  ///   - folder: The store's, where the photos of new listings are; `nil` to show none.
  public init(_ pending: [PendingProduct], vendor: Vendor? = nil, folder: URL? = nil) {
    writes = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
    (self.vendor, self.folder) = (vendor, folder)
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { writes.isEmpty }

  /// Whether something waits for this listing.
  public func concerns(_ id: Product.ID) -> Bool { writes[id] != nil }

  /// The product as it will be; `nil` when it is to be deleted.
  public func product(_ base: Product) -> Product? {
    guard let pending = writes[base.id] else { return base }
    return applied(pending.writes[...], to: base)
  }

  /// The new listing that has this number of this device; `nil` when there is none, or when it is to be deleted.
  public func listing(_ id: Product.ID) -> Product? { listing(id, folder) }

  /// The same without its photos, whose addresses take most of the time.
  func listingWithoutPhotos(_ id: Product.ID) -> Product? { listing(id, nil) }

  private func listing(_ id: Product.ID, _ folder: URL?) -> Product? {
    guard let pending = writes[id], case .create(let draft, let photos)? = pending.writes.first else {
      return nil
    }
    let product = Product(draft, photos: photos, numbered: id, vendor: vendor, folder: folder)
    return applied(pending.writes.dropFirst(), to: product)
  }

  /// The listings that the server has not numbered yet, the latest first.
  public var listings: [Product] { pendingListings.compactMap { listing($0.id) } }

  /// Pending writes to be listed, the latest first.
  var pendingListings: [PendingProduct] {
    writes.values.filter(\.id.isLocal).sorted { $0.id.isNewer(than: $1.id) }
  }

  /// Pending writes for a product.
  public subscript(id: Product.ID) -> PendingProduct? { writes[id] }

  /// The products that it concerns.
  var products: some Collection<Product.ID> { writes.keys }

  /// This overlay and what another one knows, which counts where both know something.
  func merging(_ newer: PendingOverlay) -> PendingOverlay {
    var merged = newer
    merged.writes = writes.merging(newer.writes) { $1 }
    return merged
  }

  private func applied(_ writes: ArraySlice<PendingWrite>, to base: Product) -> Product? {
    var product = base
    for write in writes {
      switch write {
      case .create: break
      case .edit(let changes, _): product = product.applying(changes)
      case .delete: return nil
      }
    }
    return product
  }
}
