import Foundation
public import OpenMarketAPI
import OpenMarketHTTP
package import OpenMarketStore

extension Marketplace {
  /// Lists a product, also without a network.
  ///
  /// ```swift
  /// let listing = try await market.sell(new, photos: photos)   // safe on this device
  /// let product = try await listing.value                     // and on the server
  /// ```
  ///
  /// Everything is validated first, and the photos are prepared for upload: upright, without the place where they
  /// were taken and all other metadata, less than 300,000 bytes (`Configuration.Images.upload`), off the calling
  /// thread. Then these copies are stored beside the queue, so that it does not matter what becomes of the
  /// originals, and the listing is put into the queue in one transaction. Costs the photos, and one flush of the
  /// disk. Without the package trait `Images` photos are sent as they are, if they are fit.
  ///
  /// - Parameters:
  ///   - new: The listing to sell.
  ///   - photos: 1 to 5 photos, the first of which becomes the thumbnail.
  /// - Returns: The listing under a number of this device's own.
  /// - Throws: `ListingValidationError` with all broken rules; `StoreError`, with `diskFull` when there is no
  ///   room. Then nothing was enqueued.
  @discardableResult
  public func sell(_ new: NewListing, photos: [PhotoUpload]) async throws -> Listing {
    var failures: [ListingValidationError.Failure] = []
    do { try new.validateFields(photoCount: photos.count) } catch { failures = error.failures }
    let stored = try await storePhotos(photos, unless: failures)
    return try await enqueue(new, stored)
  }

  /// Lists a product as ``sell(_:photos:)`` does, with photos that are stored already. The saved draft that is done with goes in
  /// the same transaction (``drafts``).
  ///
  /// - Throws: As of ``sell(_:photos:)``; `SubmissionFailure` with `photoDamaged` when one of the photos is not there any more.
  @discardableResult
  package func sell(
    _ new: NewListing, stored photos: [StoredPhoto],
    replacing saved: (key: String, draft: ListingDraft)? = nil
  ) async throws -> Listing {
    try new.validateFields(photoCount: photos.count)
    return try await enqueue(new, photos, replacing: saved)
  }

  /// Edits one of the vendor's own listings, also one without a number from the server yet, and also without
  /// a network.
  ///
  /// A field that `changes` does not set stays as it is on the server, whatever that is by then.
  ///
  /// - Parameters:
  ///   - id: The listing's number, the server's or this device's.
  ///   - changes: The fields to change.
  ///   - seen: The listing as the user saw it when the form was opened, as ``product(_:policy:options:)`` gave it: a field that the
  ///     server's listing and `changes` have both moved away from that is a conflict, not overwritten. The server is asked
  ///     when it is older than a minute. Default: what this device knows now.
  /// - Returns: The listing as it will be.
  /// - Throws: `ListingValidationError` with all broken rules;
  ///   `SubmissionFailure` with `gone` when it is to be deleted already; `StoreError`. Then nothing was
  ///   enqueued.
  @discardableResult
  public func edit(
    _ id: Product.ID, _ changes: ProductChanges, seen: Stamped<Product>? = nil
  ) async throws -> Listing {
    try changes.validate()
    // The server's number as soon as there is one: what is known of a listing is stored under that.
    let number = try await store.serverID(of: id) ?? id
    let known = try? await store.product(number)
    let overlay = try await overlays.overlay(over: CollectionOfOne(number))
    var base = known.map { EditBase($0.product, asOf: $0.fetchedAt) } ?? EditBase()
    if let seen {
      base = EditBase(seen.value, asOf: seen.fetchedAt).without(overlay[number]?.writes ?? [])
    }
    base.enqueuedAt = reader.time.uptime()
    // Everything is read before: once the edit is enqueued, nothing may throw, also when the caller is cancelled.
    let before = number.isLocal ? overlay.listing(number) : (known?.product).flatMap(overlay.product)
    let submission = try await store.enqueue(.edit(changes, base: base), of: number, key: .newKey, at: now)
    noteEnqueued(submission)
    var product = before?.applying(changes)
    product?.id = submission.productID
    // A refused listing was not displayed; the edit has become part of it.
    if product == nil, case .create(let draft, let photos) = submission.write {
      product = self.product(draft, photos, submission)
    }
    return Listing(submission: submission, product: product, submissions: submissions)
  }

  /// Marks a listing as sold: sets its stock to 0 and changes nothing else.
  ///
  /// - Throws: As of ``edit(_:_:seen:)``.
  @discardableResult
  public func markSold(_ id: Product.ID) async throws -> Listing {
    try await edit(id, ProductChanges(stock: 0))
  }

  /// Offers a sold listing again: sets its stock and changes nothing else.
  ///
  /// - Parameters:
  ///   - id: The listing's number.
  ///   - stock: The number in stock.
  /// - Returns: The listing as it will be.
  /// - Throws: As of ``edit(_:_:seen:)``.
  @discardableResult
  public func relist(_ id: Product.ID, stock: Int = 1) async throws -> Listing {
    try await edit(id, ProductChanges(stock: stock))
  }

  /// Deletes a listing, also without a network.
  ///
  /// An unsent listing is deleted at once, with all its pending writes.
  ///
  /// - Parameter id: The listing's number, the server's or this device's.
  /// - Returns: The pending removal.
  /// - Throws: `SubmissionFailure` with `gone` when it is to be deleted already; `StoreError`.
  @discardableResult
  public func delete(_ id: Product.ID) async throws -> Removal {
    let number = try await store.serverID(of: id) ?? id
    let name = (try? await store.product(number))?.product.name
    let submission = try await store.enqueue(.delete, of: id, name: name, key: .newKey, at: now)
    noteEnqueued(submission)
    return Removal(submission: submission, submissions: submissions)
  }

  /// The pending writes, and those that need a decision of the user.
  public var submissions: Submissions {
    Submissions(
      store: store, driver: outbox.driver, send: { [weak outbox] in outbox?.noteEnqueued() },
      date: reader.time.date)
  }
}

extension Marketplace {
  /// Enqueues a listing that has been checked.
  private func enqueue(
    _ new: NewListing, _ photos: [StoredPhoto], replacing saved: (key: String, draft: ListingDraft)? = nil
  ) async throws -> Listing {
    let submission = try await store.enqueue(new, photos: photos, replacing: saved, key: .newKey, at: now)
    noteEnqueued(submission)
    return Listing(
      submission: submission, product: product(new, photos, submission), submissions: submissions)
  }

  /// Tells of a write that is in the queue, and has it sent.
  private func noteEnqueued(_ submission: Submission) {
    reader.events.trace(.submission) { $0.note(submission) }
    outbox.noteEnqueued()
  }

  private func product(_ new: NewListing, _ photos: [StoredPhoto], _ submission: Submission) -> Product {
    Product(
      new, photos: photos, numbered: submission.productID, vendor: configuration.vendor,
      folder: store.folder)
  }
}
