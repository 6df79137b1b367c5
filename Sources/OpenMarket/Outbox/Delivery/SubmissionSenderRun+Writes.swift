import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

// MARK: - New listings

extension SubmissionSenderRun {
  mutating func create(_ draft: NewListing, _ photos: [StoredPhoto]) async throws -> Delivery {
    if !isRepeatable {
      switch try await lookUpEffect() {
      case .found(let found): return accepted(found, with: photos)
      case .ambiguous(let candidates):
        let failure = SubmissionFailure(
          .indeterminate,
          candidates.isEmpty
            ? "No response came, and the market's list cannot be looked through: see whether it is listed."
            : "No response came, and the server shows what may be this listing, or another device's.")
        return Delivery(verdict: machine.question(failure, candidates))
      case .absent: if !isKeyUsable { try noteAbsence() }
      }
    }
    let uploads = try await load(photos)
    var baseline = claim.baseline
    if baseline == nil { baseline = try await ListingLookup.baseline(sender) }
    try await begin(baseline: baseline)
    let response = try await upload(draft, uploads)
    let vendor = try await sender.store.vendor()
    // What this device remembers of the market's numbers proves nothing: the market may have begun anew.
    let known = sender.client.serverHonoursIdempotencyKeys ? nil : baseline
    guard Reconciliation.isResponse(response, to: draft, baseline: known, vendor: vendor?.id) else {
      throw WrongResponse(
        message: "The server responded to the new listing with another one, \(response.id).")
    }
    return accepted(response, with: photos)
  }

  private func accepted(_ listing: Product?, with photos: [StoredPhoto]) -> Delivery {
    if let listing { sender.sentPhotos.note(photos, of: listing, in: sender.store.folder) }
    return accepted(listing)
  }

  private func upload(_ draft: NewListing, _ photos: [CheckedPhoto]) async throws -> Product {
    let (board, id) = (sender.progress, id)
    board.set(id, SendingProgress(photoSizes: photos.map(\.byteCount)))
    defer { board.set(id, nil) }
    var options = sender.options(key, photos: photos.reduce(0) { $0 + $1.byteCount })
    options.onProgress = { progress in
      guard progress.direction == .upload, let total = progress.total else { return }
      board.noteSent(progress.completed, of: total, for: id)
    }
    return try await sender.client.sell(draft, loaded: photos, options: options)
  }

  private func load(_ photos: [StoredPhoto]) async throws -> [CheckedPhoto] {
    var uploads: [CheckedPhoto] = []
    for photo in photos {
      do { uploads.append(try await sender.store.checkedPhoto(photo)) } catch let error as StoreError {
        // The device may read it later, say with fewer open files; not for ever.
        guard claim.lookups + 1 < SubmissionMachine.attemptLimit else {
          throw SubmissionFailure(.photoDamaged, "The photo \(photo.fileName) cannot be read: add it again.")
        }
        throw HTTPError(.invalidInput, "The photo \(photo.fileName) cannot be read now.", cause: error)
      }
    }
    return uploads
  }
}

// MARK: - Edits and deletions

extension SubmissionSenderRun {
  mutating func edit(_ changes: ProductChanges, _ base: EditBase) async throws -> Delivery {
    let isLooking = !isRepeatable
    if isLooking || isOld(base) {
      guard let server = try await serverListing() else {
        return await refused(SubmissionFailure(.gone, "The listing was deleted meanwhile.", status: 404))
      }
      let rule = ConflictRule(changes, from: base, on: server)
      if indeterminacy != .none {
        // One that was carried out, and then followed by another client's change, is in no conflict.
        let isDone =
          isCarriedOut(changes, base, server)
          || rule != .proceed && Reconciliation.isTrace(server, of: changes, from: base)
        if isDone { return accepted(server) }
        if rule != .proceed || isLooking && !isKeyUsable { try noteAbsence() }
      }
      switch rule {
      case .proceed: break
      case .ask(let conflicts):
        return Delivery(verdict: Verdict(id, .ask(conflicts), isUnsent: true), effect: .save(server))
      case .gone:
        let failure = SubmissionFailure(.gone, "The listing was sold meanwhile.")
        return Delivery(verdict: Verdict(id, .refuse(failure), isUnsent: true), effect: .save(server))
      }
    }
    try await begin()
    let response = try await sender.client.edit(product, changes, options: sender.options(key))
    guard response.id == product else {
      throw WrongResponse(message: "The server responded to the edit of \(product) with \(response.id).")
    }
    return accepted(response)
  }

  mutating func delete() async throws -> Delivery {
    if !isRepeatable {
      guard try await serverListing() != nil else { return accepted(nil) }
      if !isKeyUsable { try noteAbsence() }
    }
    try await begin()
    let response = try await sender.client.delete(product, options: sender.options(key))
    guard let response, response.id == product else {
      // Anything on the way may say "done"; only the market shows the listing that it has deleted.
      return await verifyDeletion(
        AttemptFailure(wrongResponse: "The server responded to the deletion without the listing."))
    }
    return Delivery(verdict: machine.accepted(response), effect: .remove(product))
  }

  /// Whether so much time has passed since the edit's base was read that the server is asked again.
  private func isOld(_ base: EditBase) -> Bool {
    guard let asOf = base.asOf else { return false }
    let limit = sender.configuration.baseAgeLimit
    // The calendar may stand still while the device is off, so after another start the age is unknown.
    let wait = base.enqueuedAt.flatMap { sender.time.uptime().duration(since: $0) }
    guard let wait, wait <= limit else { return true }
    let age = sender.time.date().timeIntervalSince(asOf)
    // One from the future is of a clock that was set back since.
    return age < -1 || age > limit.seconds
  }
}
