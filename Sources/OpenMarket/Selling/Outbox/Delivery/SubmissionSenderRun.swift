import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// One attempt of one submission.
///
/// Whether an earlier attempt had its effect is known in three ways only: the server's response to it, a lookup at the
/// server, the user. So an attempt that may follow another one checks first, unless the server performs both once; and
/// one that is refused looks afterwards.
struct SubmissionSenderRun {
  let sender: SubmissionSender
  let claim: Claim
  /// Whether an attempt may have had its effect that is not known of.
  private var indeterminacy: Indeterminacy
  private var isBegun = false
  private var key: String

  /// Says that the submission was taken over by somebody else.
  private struct Lost: Error {}

  /// Says that the outcome of an equal new listing is unknown, so that neither could tell its own effect.
  private struct HasDuplicate: Error {}

  /// Says that an earlier request may still be on its way.
  private struct Unsettled: Error {}

  /// The error when the server responded with another listing.
  private struct WrongResponse: Error {
    var message: String
  }

  init(sender: SubmissionSender, claim: Claim) {
    (self.sender, self.claim) = (sender, claim)
    indeterminacy = claim.indeterminacy
    key = claim.submission.idempotencyKey
  }

  private var id: Submission.ID { claim.submission.id }
  private var product: Product.ID { claim.submission.product }
  private var kind: PendingWrite.Kind { claim.submission.write.kind }

  private var machine: SubmissionMachine {
    SubmissionMachine(
      backoff: sender.configuration.backoff, claim: claim,
      attempts: claim.submission.attempts + (kind == .create ? 1 : 0), indeterminacy: indeterminacy)
  }

  /// Makes the attempt.
  mutating func deliver() async -> SubmissionSender.Delivery {
    do {
      guard claim.isReadable else {
        return await refused(
          SubmissionFailure(
            .unreadable, "Another version of the app wrote this submission: update the app, or discard it."))
      }
      switch claim.submission.write {
      case .create(let draft, let photos): return try await create(draft, photos)
      case .edit(let changes, let base): return try await edit(changes, base)
      case .delete: return try await delete()
      }
    } catch {
      return await failed(error)
    }
  }

  /// Writes down that the first byte is about to be sent.
  ///
  /// Edits and deletions are begun when they are claimed, so this is for new listings, and for another key.
  private mutating func begin(baseline: Product.ID? = nil) async throws {
    let isNew = indeterminacy == .none
    if kind == .create || claim.indeterminacy != .none {
      let renewsKey = isNew && claim.indeterminacy > .responseLost
      let newKey = renewsKey ? UUID().uuidString : nil
      let beginning = try await sender.store.begin(
        id, as: sender.holder.name, baseline: baseline, key: newKey, isNew: isNew, at: sender.now(),
        uptime: sender.uptime)
      switch beginning {
      case .begun: break
      case .lost: throw Lost()
      case .hasDuplicate: throw HasDuplicate()
      }
      key = newKey ?? key
    }
    isBegun = true
  }

  // MARK: - Unknown outcomes

  /// Whether sending again does no harm, because the server performs both attempts once.
  private var isRepeatable: Bool {
    Reconciliation.isRepeatable(
      indeterminacy, since: claim.firstSent, keysAreHonoured: sender.client.serverHonoursIdempotencyKeys,
      now: sender.uptime)
  }

  /// Whether the key still makes the server perform both attempts once.
  ///
  /// One that has brought the same failure so often brings it for ever, if the server has kept it.
  private var isKeyUsable: Bool {
    guard indeterminacy != .idempotencyKeyConflict else { return false }
    if indeterminacy == .responseInvalid, machine.attempts >= SubmissionMachine.attemptLimit { return false }
    return Reconciliation.isRepeatable(
      .responseLost, since: claim.firstSent, keysAreHonoured: sender.client.serverHonoursIdempotencyKeys,
      now: sender.uptime)
  }

  /// Whether no request of an earlier attempt can still be on its way.
  private var isSettled: Bool {
    guard let lastSent = claim.lastSent, claim.indeterminacy != .none else { return true }
    return sender.uptime.duration(since: lastSent).map { $0 >= sender.configuration.settlingTime } ?? false
  }

  /// The effect cannot be seen, which proves something once nothing is on its way any more.
  private mutating func noteAbsence() throws {
    guard isSettled else { throw Unsettled() }
    indeterminacy = .none
  }

  /// Waits until an earlier request has arrived, if it ever does.
  private func waitUntilSettled(_ failure: SubmissionFailure? = nil) -> SubmissionSender.Delivery {
    let (uptime, span) = (sender.uptime, sender.configuration.settlingTime)
    // After a new start of the device the time counts from now.
    let passed = claim.lastSent.flatMap { uptime.duration(since: $0) }
    let lastSent = passed == nil ? uptime : claim.lastSent
    let failure =
      failure
      ?? SubmissionFailure(
        .responseLost, "No response came, and the server shows no effect yet: it is looked for once more.")
    return SubmissionSender.Delivery(
      verdict: Verdict(
        id, .wait(until: sender.now() + (span - (passed ?? .zero)).seconds, failure, isHeld: false),
        indeterminacy: max(indeterminacy, .responseLost), lastSent: lastSent, isUnsent: !isBegun))
  }

  /// Nothing will make the server do it; what was sent may have been carried out all the same.
  private mutating func refused(_ failure: SubmissionFailure) async -> SubmissionSender.Delivery {
    let wasSent = isBegun
    guard wasSent || indeterminacy != .none else {
      return SubmissionSender.Delivery(
        verdict: Verdict(id, .refuse(failure), isUnsent: true),
        effect: failure.code == .gone ? .remove(product) : .none)
    }
    indeterminacy = max(indeterminacy, .responseLost)
    do {
      switch try await lookUpEffect() {
      case .found(nil) where failure.code == .gone:
        // Somebody else was faster, which the user is told.
        return SubmissionSender.Delivery(verdict: Verdict(id, .refuse(failure)), effect: .remove(product))
      case .found(let found):
        return SubmissionSender.Delivery(
          verdict: machine.accepted(found), effect: found.map { .save($0) } ?? .remove(product))
      case .ambiguous(let candidates):
        return SubmissionSender.Delivery(verdict: machine.question(failure, candidates))
      case .absent(let server?)
      where failure.code == .gone && machine.attempts < SubmissionMachine.attemptLimit:
        // It is there: whoever said otherwise was not the market.
        return retry(failure, effect: .save(server))
      case .absent(let server):
        guard isSettled else { return waitUntilSettled(failure) }
        let isGone = failure.code == .gone || server == nil && kind != .create
        return SubmissionSender.Delivery(
          verdict: Verdict(id, .refuse(failure), isUnsent: !wasSent),
          effect: server.map { .save($0) } ?? (isGone ? .remove(product) : .none))
      }
    } catch {
      var delivery = lookupFailed(error)
      delivery.verdict.isUnsent = !wasSent
      return delivery
    }
  }

  /// The effect of this write that the server shows.
  private enum Effect {
    /// It was carried out; the product, if there is one.
    case found(Product?)
    /// It was not; the listing as it is now.
    case absent(Product?)
    case ambiguous([Product])
  }

  private func lookUpEffect() async throws -> Effect {
    switch claim.submission.write {
    case _ where !claim.isReadable: return .ambiguous([])
    case .create(let draft, let photos):
      var lookup = ListingLookup(sender: sender, claim, draft, photos)
      switch try await lookup.run() {
      case .found(let product): return .found(product)
      case .absent:
        return try await sender.store.hasIndeterminateDuplicate(id) ? .ambiguous([]) : .absent(nil)
      case .ambiguous(let products): return .ambiguous(products)
      case .gaveUp: return .ambiguous([])
      }
    case .edit(let changes, let base):
      guard let server = try await serverListing() else { return .absent(nil) }
      let isDone =
        Reconciliation.isEffect(server, of: changes)
        || Reconciliation.isTrace(server, of: changes, from: base)
      return isDone ? .found(server) : .absent(server)
    case .delete:
      let server = try await serverListing()
      return server == nil ? .found(nil) : .absent(server)
    }
  }

  /// The listing as the server shows it now; `nil` when it is not there any more, as the market itself says: a gateway
  /// has other words for it, if any.
  private func serverListing() async throws -> Product? {
    do {
      let server = try await sender.client.product(product, options: sender.lookupOptions)
      guard server.id == product else {
        throw WrongResponse(message: "The server showed \(server.id) instead of \(product).")
      }
      return server
    } catch let error as HTTPError where error.code == .notFound && error.serverMessage != nil {
      return nil
    }
  }
}

// MARK: - What errors mean

extension SubmissionSenderRun {
  private mutating func failed(_ error: any Error) async -> SubmissionSender.Delivery {
    switch error {
    case is Lost: return SubmissionSender.Delivery(verdict: Verdict(releasing: claim), isVoid: true)
    case is Unsettled: return waitUntilSettled()
    case is HasDuplicate where indeterminacy == .none:
      return SubmissionSender.Delivery(verdict: Verdict(id, .waitForDuplicate, isUnsent: true))
    case is HasDuplicate:
      return SubmissionSender.Delivery(
        verdict: machine.question(
          SubmissionFailure(.indeterminate, "The outcome of an equal listing is unknown, too.")))
    case is StoreError, is CancellationError: return interrupted(error)
    case let error as SubmissionFailure: return await refused(error)
    default: break
    }
    guard isBegun else { return lookupFailed(error) }
    let failure = attemptFailure(error)
    if failure.remedy == .done { return await done(failure) }
    let verdict = machine.failed(
      failure, now: sender.now(), uptime: sender.uptime, fraction: sender.random())
    guard let verdict else {
      var delivery = await refused(failure.failure)
      delivery.failure = failure
      return delivery
    }
    return SubmissionSender.Delivery(verdict: verdict, failure: failure)
  }

  /// The listing that was to be deleted is not there any more, as somebody says.
  private mutating func done(_ failure: AttemptFailure) async -> SubmissionSender.Delivery {
    do {
      guard let server = try await serverListing() else {
        return SubmissionSender.Delivery(verdict: machine.accepted(nil), effect: .remove(product))
      }
      return retry(failure.failure, effect: .save(server))
    } catch {
      indeterminacy = max(indeterminacy, .responseLost)
      var delivery = lookupFailed(error)
      delivery.verdict.isUnsent = false
      return delivery
    }
  }

  /// Tries again after a response that the server itself has contradicted.
  private func retry(_ failure: SubmissionFailure, effect: SubmissionSender.Delivery.Effect)
    -> SubmissionSender.Delivery
  {
    let delay = sender.configuration.backoff.bound(after: machine.attempts)
    return SubmissionSender.Delivery(
      verdict: Verdict(
        id, .wait(until: sender.now() + delay.seconds, failure, isHeld: false),
        indeterminacy: max(indeterminacy, .responseLost), lastSent: claim.lastSent), effect: effect)
  }

  private func attemptFailure(_ error: any Error) -> AttemptFailure {
    switch error {
    case let error as HTTPError: AttemptFailure(error, in: kind, after: claim.indeterminacy)
    case let error as WrongResponse: AttemptFailure(wrongResponse: error.message)
    default:
      AttemptFailure(
        HTTPError(.connectionLost, "\(error)", cause: error), in: kind, after: claim.indeterminacy)
    }
  }

  /// Returns the result when a step before the first byte, or after a refusal, has failed.
  private func lookupFailed(_ error: any Error) -> SubmissionSender.Delivery {
    if error is StoreError || error is CancellationError { return interrupted(error) }
    let failure = attemptFailure(error)
    return SubmissionSender.Delivery(
      verdict: machine.notSent(failure, now: sender.now(), fraction: sender.random()), failure: failure)
  }

  private func interrupted(_ error: any Error) -> SubmissionSender.Delivery {
    let isCancelled = error is CancellationError
    let reason = SubmissionFailure(.responseLost, isCancelled ? "Sending was interrupted." : "\(error)")
    let delay = isCancelled ? .zero : isBegun ? sender.configuration.backoff.base : .seconds(1)
    return SubmissionSender.Delivery(
      verdict: Verdict(
        id, .wait(until: sender.now() + delay.seconds, reason, isHeld: false),
        indeterminacy: isBegun ? max(indeterminacy, .responseLost) : indeterminacy,
        lastSent: isBegun ? sender.uptime : claim.lastSent, lookups: claim.lookups, isUnsent: !isBegun))
  }
}

// MARK: - New listings

extension SubmissionSenderRun {
  private mutating func create(_ draft: ProductDraft, _ photos: [StoredPhoto]) async throws
    -> SubmissionSender.Delivery
  {
    if !isRepeatable {
      switch try await lookUpEffect() {
      case .found(let found):
        return SubmissionSender.Delivery(
          verdict: machine.accepted(found), effect: found.map { .save($0) } ?? .none)
      case .ambiguous(let candidates):
        let failure = SubmissionFailure(
          .indeterminate,
          candidates.isEmpty
            ? "No response came, and the market's list cannot be looked through: see whether it is listed."
            : "No response came, and the server shows what may be this listing, or another device's.")
        return SubmissionSender.Delivery(verdict: machine.question(failure, candidates))
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
    return SubmissionSender.Delivery(verdict: machine.accepted(response), effect: .save(response))
  }

  private func upload(_ draft: ProductDraft, _ photos: [LoadedPhoto]) async throws -> Product {
    let (board, id) = (sender.progress, id)
    board.set(id, SendingProgress(photoSizes: photos.map(\.byteCount)))
    defer { board.set(id, nil) }
    var options = sender.options(key)
    options.onProgress = { progress in
      guard progress.direction == .upload, let total = progress.total else { return }
      board.noteSent(progress.completed, of: total, for: id)
    }
    return try await sender.client.create(draft, loaded: photos, options: options)
  }

  private func load(_ photos: [StoredPhoto]) async throws -> [LoadedPhoto] {
    var uploads: [LoadedPhoto] = []
    for photo in photos { uploads.append(try await sender.store.checkedPhoto(photo)) }
    return uploads
  }
}

// MARK: - Edits and deletions

extension SubmissionSenderRun {
  private mutating func edit(_ changes: ProductChanges, _ base: EditBase) async throws
    -> SubmissionSender.Delivery
  {
    let isLooking = !isRepeatable
    if isLooking || isOld(base) {
      guard let server = try await serverListing() else {
        return await refused(SubmissionFailure(.gone, "The listing was deleted meanwhile.", status: 404))
      }
      let rule = ConflictRule(changes, from: base, on: server)
      if indeterminacy != .none {
        // One that was carried out, and from which somebody has gone on, is in no conflict.
        let isDone =
          Reconciliation.isEffect(server, of: changes)
          || rule != .proceed && Reconciliation.isTrace(server, of: changes, from: base)
        if isDone {
          return SubmissionSender.Delivery(verdict: machine.accepted(server), effect: .save(server))
        }
        if rule != .proceed || isLooking && !isKeyUsable { try noteAbsence() }
      }
      switch rule {
      case .proceed: break
      case .ask(let conflicts):
        return SubmissionSender.Delivery(
          verdict: Verdict(id, .ask(conflicts), isUnsent: true), effect: .save(server))
      case .gone:
        let failure = SubmissionFailure(.gone, "The listing was sold meanwhile.")
        return SubmissionSender.Delivery(
          verdict: Verdict(id, .refuse(failure), isUnsent: true), effect: .save(server))
      }
    }
    try await begin()
    let response = try await sender.client.edit(product, changes, options: sender.options(key))
    guard response.id == product else {
      throw WrongResponse(message: "The server responded to the edit of \(product) with \(response.id).")
    }
    return SubmissionSender.Delivery(verdict: machine.accepted(response), effect: .save(response))
  }

  private mutating func delete() async throws -> SubmissionSender.Delivery {
    if !isRepeatable {
      guard try await serverListing() != nil else {
        return SubmissionSender.Delivery(verdict: machine.accepted(nil), effect: .remove(product))
      }
      if !isKeyUsable { try noteAbsence() }
    }
    try await begin()
    let response = try await sender.client.delete(product, options: sender.options(key))
    return SubmissionSender.Delivery(
      verdict: machine.accepted(response?.id == product ? response : nil), effect: .remove(product))
  }

  /// Whether so much time has passed since the edit's base was read that the server is asked again.
  private func isOld(_ base: EditBase) -> Bool {
    guard let asOf = base.asOf else { return false }
    let age = sender.now().timeIntervalSince(asOf)
    // One from the future is of a clock that was set back since.
    return age < -1 || age > sender.configuration.trustsBaseFor.seconds
  }
}
