import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// How it is found out whether an attempt had its effect.
extension SubmissionSenderRun {
  /// Whether sending again does no harm, because the server performs both attempts once.
  var isRepeatable: Bool { isRepeatable(after: indeterminacy) }

  /// Whether the key still makes the server perform both attempts once.
  ///
  /// One that has brought the same failure so often brings it for ever, if the server has kept it.
  var isKeyUsable: Bool {
    guard indeterminacy != .idempotencyKeyConflict else { return false }
    if indeterminacy == .responseInvalid, machine.attempts >= SubmissionMachine.attemptLimit { return false }
    return isRepeatable(after: .responseLost)
  }

  private func isRepeatable(after indeterminacy: Indeterminacy) -> Bool {
    Reconciliation.isRepeatable(
      indeterminacy, since: claim.firstSent, keysAreHonoured: sender.client.serverHonoursIdempotencyKeys,
      now: sender.time.uptime(),
      queuedFor: sender.time.date().timeIntervalSince(claim.submission.createdAt))
  }

  /// Whether no request of an earlier attempt can still be on its way.
  private var isSettled: Bool {
    guard let lastSent = claim.lastSent, claim.indeterminacy != .none else { return true }
    return sender.time.uptime().duration(since: lastSent).map { $0 >= sender.configuration.settlingTime }
      ?? false
  }

  /// Whether the server shows all that an edit sets, and its request cannot arrive any more.
  ///
  /// A field that is set to the value it had shows nothing: the request may still be on its way, and would undo what is
  /// sent after it.
  func isCarriedOut(_ changes: ProductChanges, _ base: EditBase, _ server: Product) -> Bool {
    Reconciliation.isEffect(server, of: changes)
      && (isSettled || Reconciliation.isTrace(server, of: changes, from: base))
  }

  /// The effect cannot be seen, which proves something once nothing is on its way any more.
  mutating func noteAbsence() throws {
    guard isSettled else { throw Unsettled() }
    indeterminacy = .none
  }

  /// Waits until an earlier request has arrived, if it ever does.
  func waitUntilSettled(_ failure: SubmissionFailure? = nil) -> Delivery {
    let (uptime, span) = (sender.time.uptime(), sender.configuration.settlingTime)
    // After a new start of the device the time counts from now.
    let passed = claim.lastSent.flatMap { uptime.duration(since: $0) }
    let lastSent = passed == nil ? uptime : claim.lastSent
    let failure =
      failure
      ?? SubmissionFailure(
        .responseLost, "No response came, and the server shows no effect yet: it is looked for once more.")
    return Delivery(
      verdict: Verdict(
        id, .wait(for: span - (passed ?? .zero), failure, isHeld: false),
        indeterminacy: max(indeterminacy, .responseLost), lastSent: lastSent, isUnsent: !isBegun))
  }

  /// Nothing will make the server do it; what was sent may have been carried out all the same.
  mutating func refused(_ failure: SubmissionFailure) async -> Delivery {
    let wasSent = isBegun
    guard wasSent || indeterminacy != .none else {
      return Delivery(
        verdict: Verdict(id, .refuse(failure), isUnsent: true),
        effect: failure.code == .gone ? .remove(product) : .none)
    }
    indeterminacy = max(indeterminacy, .responseLost)
    do {
      switch try await lookUpEffect() {
      case .found(nil) where failure.code == .gone:
        // Another client was faster, which the user is told.
        return Delivery(verdict: Verdict(id, .refuse(failure)), effect: .remove(product))
      case .found(let found): return accepted(found)
      case .ambiguous(let candidates):
        return Delivery(verdict: machine.question(failure, candidates))
      case .absent(let server?)
      where failure.code == .gone && machine.attempts < SubmissionMachine.attemptLimit:
        // It is there: whoever said otherwise was not the market.
        return retry(failure, effect: .save(server))
      case .absent(let server):
        guard isSettled else { return waitUntilSettled(failure) }
        let isGone = failure.code == .gone || server == nil && kind != .create
        return Delivery(
          verdict: Verdict(id, .refuse(failure), isUnsent: !wasSent),
          effect: server.map { .save($0) } ?? (isGone ? .remove(product) : .none))
      }
    } catch {
      var delivery = lookupFailed(error)
      delivery.verdict.isUnsent = !wasSent
      return delivery
    }
  }

  /// The trace of this write on the server.
  enum Effect {
    /// It was carried out; the product, if there is one.
    case found(Product?)
    /// It was not; the listing as it is now.
    case absent(Product?)
    /// Only the user can tell: these may be it.
    case ambiguous([Product])
  }

  func lookUpEffect() async throws -> Effect {
    switch claim.submission.write {
    case _ where !claim.isReadable: return .ambiguous([])
    case .create(let draft, let photos):
      var lookup = ListingLookup(sender: sender, claim, draft, photos)
      let effect = try await lookup.run()
      guard case .absent = effect else { return effect }
      return try await sender.store.hasIndeterminateDuplicate(id) ? .ambiguous([]) : effect
    case .edit(let changes, let base):
      guard let server = try await serverListing() else { return .absent(nil) }
      let isDone =
        isCarriedOut(changes, base, server) || Reconciliation.isTrace(server, of: changes, from: base)
      return isDone ? .found(server) : .absent(server)
    case .delete:
      let server = try await serverListing()
      return server == nil ? .found(nil) : .absent(server)
    }
  }

  /// The listing as the server shows it now; `nil` when it is not there any more, as the market itself says: a gateway
  /// has other words for it, if any.
  func serverListing() async throws -> Product? {
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
