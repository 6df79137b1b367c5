import Foundation
public import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

extension Marketplace {
  /// Returns one page of products, newest first.
  ///
  /// For a scrolling list use ``feed(matching:filter:sort:configure:)``: it repeats nothing and skips nothing
  /// while products come and go, which page numbers cannot promise.
  ///
  /// - Parameters:
  ///   - page: The page's number, from 1.
  ///   - size: The number of products on a page, 1 to 1000.
  ///   - matching: The text to search for in the name, the description or the vendor's name;
  ///     `nil` or empty for all products. Offline such a page is there if the same one was read before; see
  ///     ``search(_:filter:sort:limit:policy:options:)`` for what searches this device.
  ///   - policy: The sources: this device, the server, or both in turn.
  ///   - options: Overrides of the configured times and priority.
  /// - Returns: The page with its stamp.
  /// - Throws: `HTTPError` when the server was asked and nothing stored could take its place; `StoreError`
  ///   when only the store was to respond; `CancellationError`.
  public func products(
    page: Int = 1, size: Int = 20, matching: String? = nil, policy: ReadPolicy = .cacheFirst,
    options: ReadOptions = ReadOptions()
  ) async throws -> Stamped<ProductPage> {
    try await overlays.displayed(
      reader.read(pageRequest(page: page, size: size, matching: matching), policy, options),
      matching: matching)
  }

  /// Returns one product with its pictures and vendor.
  ///
  /// When only a list has shown it so far, `cacheFirst` waits for the server, up to
  /// the timeout of ``ReadOptions``, and then gives what the list has shown, marked as stale.
  ///
  /// - Parameters:
  ///   - id: The product's number.
  ///   - policy: The sources: this device, the server, or both in turn.
  ///   - options: Overrides of the configured times and priority.
  /// - Returns: The product with its stamp.
  /// - Throws: `HTTPError` when the server was asked and nothing stored could take its place, with
  ///   `notFound` when the product is gone; `StoreError` when only the store was to respond;
  ///   `CancellationError`.
  public func product(
    _ id: Product.ID, policy: ReadPolicy = .cacheFirst, options: ReadOptions = ReadOptions()
  ) async throws -> Stamped<Product> {
    guard id.isLocal else {
      return try await overlays.displayed(reader.read(productRequest(id), policy, options))
    }
    try reader.background.checkOpen()
    if let (product, since) = try await overlays.listing(id) {
      var explanation = ReadExplanation(
        policy: policy, staleTime: options.staleTime ?? configuration.detailStaleTime)
      explanation.cache = .found(age: reader.age(of: since))
      return Stamped(
        product, isFromServer: false, fetchedAt: since, isStale: false, details: explanation,
        hasPendingWrites: true)
    }
    guard let number = try await store.serverID(of: id) else { throw HTTPError.withdrawn(id) }
    return try await product(number, policy: policy, options: options)
  }

  /// Returns one product: the stored one at once, even if only a list has shown it, then the server's.
  ///
  /// - Parameters:
  ///   - id: The product's number.
  ///   - options: Overrides of the configured times and priority.
  /// - Returns: One or two states of the product.
  public func productReads(
    _ id: Product.ID, options: ReadOptions = ReadOptions()
  ) -> some AsyncSequence<Stamped<Product>, any Error> & Sendable {
    reader.reads(productRequest(id), options, present: { [self] in try await overlays.displayed($0) })
  }

  /// Returns one product as stored, now and after every change, pending writes included; `nil` while it
  /// is not stored, or is to be deleted.
  ///
  /// When what is stored is stale at the beginning, or at a ``refresh(_:byUser:)``, the server is asked in the
  /// background. A listing that is
  /// followed under its number of this device goes on under the server's as soon as it has one.
  public func updates(of id: Product.ID) -> some AsyncSequence<Product?, any Error> & Sendable {
    let request = productRequest(id)
    return LiveValues(store: store, refresher: refresher) { [self] run in
      guard !id.isLocal else { return }
      var attempt = ReadAttempt(request, "updates", by: reader)
      do {
        guard let stored = try await attempt.askStore(), stored.isComplete,
          !(run?.isDue(stored.fetchedAt, staleTime: request.staleTime) ?? attempt.explanation.isStale)
        else { return reader.refresh(request) }
      } catch { return }  // No one observes it any more.
    } concerns: { change in
      switch change {
      case .products(let changed, let removed): id.isLocal || changed.contains(id) || removed.contains(id)
      case .submissions(let ids): ids?.contains(id) ?? true
      case .everything: true
      case .recentSearches, .drafts: false
      }
    } read: { [store, overlays] in
      let overlay = try await overlays.overlay(over: CollectionOfOne(id))
      if id.isLocal, overlay.concerns(id) { return overlay.listing(id) }
      guard let number = try await store.serverID(of: id) else { return nil }
      let product = try await store.product(number)?.product
      guard number != id else { return product.flatMap(overlay.product) }
      return product.flatMap(try await overlays.overlay(over: CollectionOfOne(number)).product)
    }
  }
}

extension Marketplace {
  func pageRequest(page: Int, size: Int, matching: String?) throws -> ReadRequest<ProductPage> {
    let endpoint = try Endpoints.ListProducts(page: page, size: size, matching: matching)
    let text = matching.flatMap { $0.isEmpty ? nil : $0.streamSafe.composed }
    let key = PageKey.products(matching: text, size: size)
    let store = store
    return ReadRequest(
      key: .page(number: page, size: size, matching: text), staleTime: configuration.listStaleTime,
      flights: flights.pages,
      stored: {
        try await store.page(page, of: key).map {
          .init(
            value: $0.page, fetchedAt: $0.fetchedAt, isComplete: $0.isComplete, lastListing: $0.lastListing)
        }
      },
      fetch: { [client, reader] options in
        let mark = store.responses.mark
        let lastListing = try? await store.lastListing()
        let window = ListWindow(page: page, size: size)
        let newest = text == nil ? try? await store.newestID(before: window) : nil
        var response = try await client.send(endpoint, options: options).withoutDuplicates()
        let fetchedAt = reader.time.date()
        // Without a body it is displayed as an empty page, and takes the place of nothing that is stored.
        guard response.hasBody else {
          return .init(value: response, fetchedAt: fetchedAt, lastListing: lastListing)
        }
        let span = text == nil ? response.completeSpan(newestStored: newest) : nil
        let isKept = try await reader.keep { [response] in
          try await store.save(
            response, as: key, fetchedAt: fetchedAt, replacing: span, lastListing: lastListing, asOf: mark)
        }
        if isKept { response.products = try await reader.latest(response.products, asOf: mark, in: store) }
        return .init(value: response, fetchedAt: fetchedAt, lastListing: lastListing)
      })
  }

  func productRequest(_ id: Product.ID) -> ReadRequest<Product> {
    let (store, overlays) = (store, overlays)
    return ReadRequest(
      key: .product(id), staleTime: configuration.detailStaleTime, flights: flights.products,
      stored: {
        if id.isLocal, let (product, since) = try await overlays.listing(id) {
          return .init(value: product, fetchedAt: since)
        }
        guard let number = try await store.serverID(of: id) else { return nil }
        return try await store.product(number).map {
          .init(value: $0.product, fetchedAt: $0.fetchedAt, isComplete: $0.isComplete)
        }
      },
      fetch: { [client, reader] options in
        guard let number = try await store.serverID(of: id) else { throw NoServerID(id: id) }
        let mark = store.responses.mark
        do {
          let product = try await client.product(number, options: options)
          let fetchedAt = reader.time.date()
          let isKept = try await reader.keep {
            try await store.save([product], completeness: .detailed, fetchedAt: fetchedAt, asOf: mark)
          }
          guard isKept else { return .init(value: product, fetchedAt: fetchedAt) }
          guard let latest = try await reader.latest([product], asOf: mark, in: store).first else {
            throw HTTPError.withdrawn(number)
          }
          return .init(value: latest, fetchedAt: fetchedAt)
        } catch let error as HTTPError where error.code == .notFound {
          try await reader.keep { try await store.remove([number]) }
          throw error
        }
      })
  }
}

extension Reader {
  /// Stores what a response has brought, as ``MarketEvents/storing(by:_:)`` does.
  ///
  /// - Returns: Whether it is stored. What is not says nothing about whether products are there.
  @discardableResult
  func keep(_ save: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    try await events.storing(by: time.clock, save)
  }

  /// Products of a response that was asked for at `mark`, with what this device has learnt about them since.
  func latest(
    _ products: [Product], asOf mark: ResponseMark, in store: MarketStore
  ) async throws -> [Product] {
    try await events.reporting { try await store.latest(products, asOf: mark) } ?? products
  }
}

/// The requests of a market's reads that are in flight, which identical reads join for three seconds.
struct ReadFlights: Sendable {
  typealias Shared<Value: Sendable> = SharedTask<ReadKey, ReadRequest<Value>.Dated>

  let pages: Shared<ProductPage>
  let products: Shared<Product>
  let searches: Shared<SearchResults>
  let suggestions: Shared<[SearchSuggestion]>

  init(clock: AnyClock) {
    pages = SharedTask(joinLimit: .joinLimit, clock: clock)
    products = SharedTask(joinLimit: .joinLimit, clock: clock)
    searches = SharedTask(joinLimit: .joinLimit, clock: clock)
    suggestions = SharedTask(joinLimit: .joinLimit, clock: clock)
  }
}
