import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// Looks on the server for the listing that a write whose response was lost may have made.
///
/// Costs at most ``maxRequests`` requests, however much others have listed since, and says so when these do not
/// suffice.
struct ListingLookup {
  /// Says that a photo that would tell whose listing it is cannot be had just now.
  struct PhotoUnavailable: Error {
    var cause: HTTPError
  }

  static let maxRequests = 60
  /// How many listings are held against the photos that were sent.
  private static let maxCandidates = 10

  private let sender: SubmissionSender
  private let draft: NewListing
  private let photos: [StoredPhoto]
  private let claim: Claim
  /// How many products a page is to bring: hardly ever the same number, as a cache before
  /// the server may have the page of an earlier lookup.
  private let pageSize: Int
  private var requestsLeft = maxRequests
  private var baseline: Product.ID? { claim.baseline }

  init(sender: SubmissionSender, _ claim: Claim, _ draft: NewListing, _ photos: [StoredPhoto]) {
    (self.sender, self.claim, self.draft, self.photos) = (sender, claim, draft, photos)
    pageSize = PageLengths.limit - Int(sender.time.jitter() * 500)
  }

  /// The number that all later listings are above: the highest one of the market.
  ///
  /// A server that honours keys is asked only if this device knows no product: the number serves there only
  /// when a key has run out, and an older number does no harm then.
  static func baseline(_ sender: SubmissionSender) async throws -> Product.ID {
    if sender.client.serverHonoursIdempotencyKeys,
      let newest = try? await sender.store.newest(limit: 1).first
    {
      return newest.id
    }
    let page = try await sender.client.products(page: 1, size: 1, options: sender.lookupOptions).withBody()
    return page.products.map(\.id).max() ?? 0
  }

  /// Looks.
  ///
  /// A search for the vendor's name finds all the vendor's listings, which are few, where the server's search does what
  /// it should: that it shows any of them proves it. Otherwise all that was listed since is looked through.
  mutating func run() async throws -> SubmissionSenderRun.Effect {
    let vendor = try await sender.vendor()
    let first = try await list(matching: vendor?.name ?? draft.name)
    let isVerified = first.products.contains { $0.vendorID == vendor?.id }
    var products = first.products
    var isComplete = first.isComplete && isVerified
    if let effect = try await judge(products, of: vendor?.id) { return effect }
    if !isComplete {
      let all = try await list(matching: nil)
      (products, isComplete) = (all.products, all.isComplete)
      if let effect = try await judge(products, of: vendor?.id) { return effect }
    }
    // A list that is too long, or moves too fast, to be looked through proves nothing.
    return isComplete ? .absent(nil) : .ambiguous([])
  }

  // MARK: - Reading the list

  /// The time since no request of an earlier attempt can have arrived any more.
  ///
  /// Of another start of the device it is not known; nothing is sent again then before it has passed once more.
  private var maxAge: Duration {
    guard let sent = claim.lastSent ?? claim.firstSent else { return .zero }
    let settlingTime = sender.configuration.settlingTime
    return sender.time.uptime().duration(since: sent).map { $0 - settlingTime } ?? settlingTime
  }

  /// The products above the baseline, newest first, in windows that overlap, so that none can slip past.
  ///
  /// - Returns: What was read, some older ones included, and whether it reaches down to the baseline.
  private mutating func list(matching text: String?) async throws -> (products: [Product], isComplete: Bool) {
    var planner = WindowPlanner()
    var products: [Product] = []
    // Half for the lists, half for what is in them and for the second list.
    let reserve = requestsLeft / 2
    while requestsLeft > reserve, let window = planner.choose(bringing: pageSize) {
      requestsLeft -= 1
      let list = try Endpoints.ListProducts(page: window.page, size: window.size, matching: text)
      let page: ProductPage
      do {
        page = try await sender.client.send(
          CurrentList(list: list, maxAge: maxAge), options: sender.lookupOptions
        ).withSurplus().withBody()
      } catch let error as HTTPError where error.code == .invalidInput {
        guard planner.shrink(after: window) else { throw error }
        continue
      }
      // An empty list that counts products proves nothing.
      if page.products.isEmpty, window.start == 0, page.totalCount > 0 { return (products, false) }
      switch planner.accept(WindowResponse(page), to: window) {
      case .elsewhere: continue
      case .unordered, .lost, .stuck: return (products, false)
      case .page(let part):
        products += page.products.dropFirst(part.fresh.lowerBound)
        let isDeepEnough = baseline.map { floor in products.last.map { $0.id <= floor } ?? true } ?? false
        if part.isEnd || isDeepEnough { return (products, isDeepEnough || page.statesCounts) }
      }
    }
    return (products, false)
  }

  // MARK: - Telling whose it is

  /// - Returns: `nil` when none of them can be the listing.
  private mutating func judge(
    _ products: [Product], of vendor: Vendor.ID?
  ) async throws -> SubmissionSenderRun.Effect? {
    // What another write of this device has made is that one's. In a long queue to read them all takes long.
    var others: [NewListing]?
    var candidates: [(product: Product, isEqual: Bool)] = []
    for product in products where baseline.map({ product.id > $0 }) ?? true {
      guard vendor.map({ $0 == product.vendorID }) ?? true, Reconciliation.resembles(product, draft),
        try await !sender.store.isListing(product.id)
      else { continue }
      let isEqual = Reconciliation.isEffect(product, of: draft)
      if !isEqual {
        if others == nil {
          others = try await sender.store.indeterminateDrafts(besides: claim.submission.id)
        }
        if others?.contains(where: { Reconciliation.isEffect(product, of: $0) }) == true { continue }
      }
      candidates.append((product, isEqual))
    }
    // Equal ones first, the oldest first.
    candidates.sort { ($0.isEqual ? 0 : 1, $0.product.id) < ($1.isEqual ? 0 : 1, $1.product.id) }
    var possible: [Product] = []
    var unavailable: PhotoUnavailable?
    for candidate in candidates.prefix(Self.maxCandidates) {
      guard let product = try await detail(candidate.product.id, vendor) else { continue }
      let hasSentPhotos: Bool?
      do {
        hasSentPhotos = try await self.hasSentPhotos(product)
      } catch let error as PhotoUnavailable {
        // Another one may be the listing for certain.
        unavailable = error
        continue
      }
      // Some servers keep the last photo alone, and some make it anew.
      let hasAllPhotos = product.images.map { $0.count == photos.count } ?? true
      switch (hasSentPhotos, candidate.isEqual) {
      case (true?, true) where hasAllPhotos: return .found(product)
      case (false?, false): continue
      default: possible.append(product)
      }
    }
    if let unavailable { throw unavailable }
    possible += candidates.dropFirst(Self.maxCandidates).filter(\.isEqual).map(\.product)
    return possible.isEmpty ? nil : .ambiguous(possible.sorted { $0.id < $1.id })
  }

  /// The listing with its photos, if it is there and the vendor's own.
  private mutating func detail(_ id: Product.ID, _ vendor: Vendor.ID?) async throws -> Product? {
    if vendor == nil {
      requestsLeft -= 1
      guard try await isOwn(id) else { return nil }
    }
    requestsLeft -= 1
    do {
      return try await sender.client.product(id, options: sender.lookupOptions)
    } catch let error as HTTPError where error.code == .notFound {
      // The list has just shown it. If it is gone since, the next lookup finds no trace of it.
      throw HTTPError(.serverFailure, "The server shows listing \(id) in its list, and not by its number.")
    }
  }

  /// Whether the first photo that is no page of text is one of those that were sent, byte for byte; `nil` when none can be had,
  /// however often they were asked for.
  ///
  /// Servers may put photos into another order, and may compress them anew, so another one proves little.
  private mutating func hasSentPhotos(_ product: Product) async throws -> Bool? {
    guard let images = product.images, !images.isEmpty else { return nil }
    var failure = HTTPError(.invalidResponse, "Those that were asked for are pages of text.")
    do {
      for image in images where requestsLeft > 0 {
        requestsLeft -= 1
        let bytes = try await sender.client.http.data(from: image.url, options: sender.lookupOptions)
        // A page in place of a photo, as a photo's host shows while it has none, says nothing; the next may be a photo.
        if !Self.isText(bytes) { return photos.contains { $0.isCopy(bytes) } }
      }
    } catch let error as HTTPError {
      failure = error
    }
    // The listing itself has just come, so this may be so for ever, or for a moment.
    guard claim.lookups + 1 >= SubmissionMachine.attemptLimit else { throw PhotoUnavailable(cause: failure) }
    return nil
  }

  /// Whether bytes are HTML, JSON or nothing: no format of images begins so.
  private static func isText(_ bytes: Data) -> Bool {
    let first = bytes.first { !"\r\n\t ".utf8.contains($0) }
    return first.map { "<{".utf8.contains($0) } ?? true
  }

  /// Asks for permission to delete it, which only its vendor gets, and which changes nothing.
  private func isOwn(_ id: Product.ID) async throws -> Bool {
    guard let credentials = try await sender.client.credentials?.credentials() else {
      throw HTTPError(.unauthorized, "Selling needs a vendor's credentials: sign in first.")
    }
    do {
      _ = try await sender.client.send(
        Endpoints.ArchiveProduct(id, as: credentials), options: sender.lookupOptions)
      return true
    } catch var error as HTTPError {
      let isRefused = error.code == .forbidden || error.code == .notFound
      if isRefused, error.serverMessage != nil { return false }
      error.hide([credentials.secret, credentials.identifier])
      throw error
    }
  }
}
