public import Foundation
public import Observation
import OpenMarketAPI

/// One product for a screen: the stored one at once, then the server's unless it is fresh, then every change.
///
/// ```swift
/// @State private var detail: ProductDetailModel?
/// ZStack { … }.onChange(of: id, initial: true) { detail = ProductDetailModel(id, in: market) }
/// TabView(selection: Bindable(detail).photoIndex) { … detail.photos … }
/// if let url = detail.shareURL { ShareLink(item: url, message: Text(detail.shareText)) }
/// if detail.isMine { Button("Sold") { Task { try await detail.markSold() } } }
/// ```
@MainActor @Observable
public final class ProductDetailModel {
  /// The state of a product's loading.
  public enum Phase: Sendable, Equatable {
    /// The server is being asked; the stored product may be displayed already.
    case loading
    /// The server has returned the product, now or moments ago.
    case loaded
    /// The product is no longer in the market, or never was; a displayed one stays.
    case gone
    /// The displayed product is the stored one. ``ProductDetailModel/refresh()`` tries again; without a response so does the market when
    /// it refreshes, as when the network is back.
    case failed(LoadFailure)
  }

  /// The product; `nil` until it is known.
  public private(set) var product: Product?
  /// The present phase.
  public private(set) var phase = Phase.loading
  /// The photos in order; empty until more than a list's row is known.
  public private(set) var photos: [ProductImage] = []
  /// The photo that is displayed, counted from 0; always one of ``photos``, or 0. It stays the same photo when their order changes.
  public var photoIndex: Int {
    get { displayedPhoto }
    set {
      let index = min(max(0, newValue), max(0, photos.count - 1))
      if displayedPhoto != index { displayedPhoto = index }
    }
  }
  /// Whether the account itself sells it; not while the vendor is unknown (``Marketplace/Configuration/vendor``).
  public private(set) var isMine = false
  /// The name and the price, for sharing.
  public private(set) var shareText = ""
  /// The address for sharing the product; `nil` when the app has none, and until the server has the product.
  public private(set) var shareURL: URL?
  private var displayedPhoto = 0
  @ObservationIgnored private let id: Product.ID
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let makeShareURL: (Product) -> URL?
  @ObservationIgnored private let tasks = ModelTasks()
  @ObservationIgnored private let reading = ModelTasks()
  @ObservationIgnored private var state = ProductDetailState()
  /// Has a product that failed read again when the market refreshes.
  @ObservationIgnored private var whenBack: Displayed?

  /// Shows a product, which begins to load: from this device alone for a minute after it was read.
  /// - Parameters:
  ///   - id: The product's number, the server's or one of this device's own.
  ///   - market: The market of the product.
  ///   - shareURL: Makes the product's address on the app's own site. Default: none.
  public init(
    _ id: Product.ID, in market: Marketplace, shareURL: @escaping (Product) -> URL? = { _ in nil }
  ) {
    (self.id, self.market, makeShareURL) = (id, market, shareURL)
    // From a store that cannot be read nothing comes; what the server says is displayed all the same.
    tasks.follow(market.updates(of: id), for: self, clock: market.reader.time.clock) { model, product in
      if model.take({ $0.changed(to: product) }) { model.read() }
    }
    // The response to another write may tell who the vendor is.
    tasks.follow(market.store.changes(), for: self) { if $1.concernsSubmissions { $0.showOwnership() } }
    read(evenIfFresh: false)
  }

  /// Reloads the product from the server, and returns when that is done.
  public func refresh() async { await read().value }

  /// Marks the product as sold; see ``Marketplace/markSold(_:)``.
  public func markSold() async throws { try await market.markSold(product?.id ?? id) }

  /// Offers the product again; see ``Marketplace/relist(_:stock:)``.
  public func relist(stock: Int = 1) async throws { try await market.relist(product?.id ?? id, stock: stock) }

  /// Deletes the product; see ``Marketplace/delete(_:)``.
  public func delete() async throws { try await market.delete(product?.id ?? id) }

  @discardableResult
  private func read(evenIfFresh: Bool = true) -> Task<Void, Never> {
    reading.cancelAll()
    whenBack = nil
    take { $0.readBegan() }
    let id = product?.id ?? id
    return reading.add { [weak self, market] in
      var version = self?.state.version ?? 0
      do {
        let stored = evenIfFresh ? nil : try? await market.product(id, policy: .cacheOnly)
        if let stored, !stored.isStale {
          self?.take { $0.read(stored.value, since: version) }
        } else {
          for try await read in market.productReads(id) {
            guard let self else { return }
            take { $0.read(read.value, since: version) }
            version = state.version
          }
        }
        try Task.checkCancellation()
        self?.take { $0.readEnded() }
      } catch {
        if !Task.isCancelled { self?.failed(error) }
      }
    }
  }

  private func failed(_ error: any Error) {
    take { $0.failed(error) }
    // A server that responds would be asked at every refresh.
    guard (error as? HTTPError)?.status == nil else { return }
    whenBack = market.refresher.display { [weak self] _ in _ = await self?.read() }
  }

  @discardableResult
  private func take<Value>(_ event: (inout ProductDetailState) -> Value) -> Value {
    let value = event(&state)
    if phase != state.phase { phase = state.phase }
    guard let product = state.product, product != self.product else { return value }
    self.product = product
    showOwnership()
    if photos != product.images ?? [] {
      let displayed = photos.indices.contains(displayedPhoto) ? photos[displayedPhoto].id : nil
      photos = product.images ?? []
      photoIndex = photos.firstIndex { $0.id == displayed } ?? displayedPhoto
    }
    let url = product.id.isLocal ? nil : makeShareURL(product)
    let text = "\(product.name) \(KoreanPriceTag(product))"
    if shareText != text { shareText = text }
    if shareURL != url { shareURL = url }
    return value
  }

  /// As far as this device knows who the vendor is.
  private func showOwnership() {
    guard let product else { return }
    let vendor = market.configuration.vendor ?? market.store.knownVendor
    let isMine = product.id.isLocal || product.vendorID == vendor?.id
    if self.isMine != isMine { self.isMine = isMine }
  }
}
