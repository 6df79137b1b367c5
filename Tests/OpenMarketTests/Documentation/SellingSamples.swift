import Foundation
import OpenMarket

/// The code of the article on selling.
private enum Samples {
  static func sell(_ url: URL, _ credentials: VendorCredentials, _ file: URL) async throws {
    let market = try Marketplace(server: url) { $0.credentials = credentials }

    let draft = NewListing(name: "접이식 의자", description: "두 번 사용한 의자입니다.", price: 45_000)
    let listing = try await market.sell(draft, photos: [PhotoUpload(contentsOf: file)])
    close()
    let product = try await listing.value
    _ = product
  }

  static func change(_ market: Marketplace, _ listing: Listing) async throws {
    try await market.edit(listing.id, ProductChanges(price: 40_000))
    try await market.markSold(listing.id)
    try await market.relist(listing.id)
    try await market.delete(listing.id)
  }

  static func form(_ market: Marketplace, _ draft: NewListing, _ photos: [PhotoUpload]) async throws {
    do {
      try await market.sell(draft, photos: photos)
    } catch let error as ListingValidationError {
      for failure in error.failures { mark(failure.field, failure.koreanText) }
    } catch let error as StoreError where error.code == .diskFull {
      suggestCleaningUp()
    }
  }

  static func progress(_ market: Marketplace) async {
    for await uploads in market.submissions.uploads {
      for (submission, progress) in uploads {
        show(submission, progress.completed, progress.total)
      }
    }
  }

  static func waiting(_ market: Marketplace) async throws {
    for try await submissions in market.submissions.updates {
      for submission in submissions {
        switch submission.state {
        case .refused(let failure): offerToCorrect(submission, failure.koreanText, failure.fields)
        case .conflict(let fields): ask(submission, fields)
        case .question(_, let candidates): ask(submission, "서버가 받았는지 알 수 없어요.", candidates)
        case .unauthorized: offerToSignIn()
        case .waiting(let date, _): show(submission, date, "곧 다시 보낼게요.")
        default: break
        }
      }
    }
  }

  static func conflict(_ market: Marketplace, _ submission: Submission, _ fields: [FieldConflict])
    async throws
  {
    for field in fields {
      draw(field.field, field.mine.formatted(.koreanPrice(field.myCurrency, free: nil)))
      draw(field.field, field.theirs.formatted(.koreanPrice(field.theirCurrency, free: nil)))
    }
    try await market.submissions.resolve(submission.id, keepingMine: true)
  }

  static func correct(_ market: Marketplace, _ submission: Submission) async throws {
    try await market.submissions.resubmit(submission.id, edited: ProductChanges(price: 40_000))
    try await market.submissions.resubmit(submission.id)
  }

  static func questions(_ market: Marketplace, _ submission: Submission, _ candidate: Product) async throws {
    try await market.submissions.resolve(submission.id, carriedOut: true, as: candidate.id)
    try await market.submissions.resolve(submission.id, carriedOut: false)
  }

  static func once(_ url: URL, _ credentials: VendorCredentials) async throws {
    let market = try Marketplace(server: url) {
      $0.credentials = credentials
      $0.serverHonoursIdempotencyKeys = true
    }
    let unsent = try await market.outbox.flush(timeout: .seconds(10))
    if !unsent.isEmpty { warn(unsent) }
  }

  static func signOut(_ market: Marketplace) async throws {
    let report = try await market.signOut(.flush(timeout: .seconds(10)))
    if !report.unsent.isEmpty { warn(report.unsent) }
  }

  static func erase(_ market: Marketplace) async throws {
    try await market.store.resetCache()
    market.images.removeAll()
    try await market.signOut(.discard)
  }

  static func signIn(
    _ url: URL, _ credentials: VendorCredentials, _ guest: Marketplace
  ) async throws -> Marketplace {
    let market = try Marketplace(server: url) { $0.credentials = credentials }
    try await market.drafts.move(from: guest)
    try await guest.close()
    return market
  }

  static func moved(_ newURL: URL, _ oldURL: URL, _ credentials: VendorCredentials) throws -> Marketplace {
    let market = try Marketplace(server: newURL) {
      $0.credentials = credentials
      $0.formerServer = oldURL
    }
    return market
  }

  static func open(_ makeMarket: @escaping @Sendable () throws -> Marketplace) async throws -> Marketplace {
    let market = await Task.detached { try makeMarket() }.result
    return try market.get()
  }

  static func timeline(_ market: Marketplace) async throws -> [Product] {
    let products = try await market.performBackgroundTask {
      try await market.products(page: 1, size: 4, policy: .networkFirst).products
    }
    return products
  }

  static func share(_ market: Marketplace, _ draft: NewListing, _ photos: [PhotoUpload]) async throws {
    try await market.sell(draft, photos: photos)
    try await market.outbox.flush(timeout: .seconds(10))
    await market.suspend()
  }

  // What the samples call.
  static func close() {}
  static func mark(_ field: ListingField, _ text: String) {}
  static func draw(_ field: ListingField, _ value: String) {}
  static func suggestCleaningUp() {}
  static func show(_ submission: Submission.ID, _ sent: Int64, _ total: Int64?) {}
  static func show(_ submission: Submission, _ date: Date, _ reason: String) {}
  static func offerToCorrect(_ submission: Submission, _ reason: String, _ fields: [String: String]) {}
  static func ask(_ submission: Submission, _ fields: [FieldConflict]) {}
  static func ask(_ submission: Submission, _ reason: String, _ candidates: [Product]) {}
  static func offerToSignIn() {}
  static func warn(_ unsent: [Submission]) {}
}
