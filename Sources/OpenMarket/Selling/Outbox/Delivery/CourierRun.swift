import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// One try of one submission.
struct CourierRun {
  let courier: Courier
  let claim: Claim
  private var doubt: Doubt
  private var isBegun = false
  private var key: String

  /// Says that the submission was taken over by somebody else.
  private struct Lost: Error {}

  /// Says that an identical new listing is on its way, so that neither could tell its own effect.
  private struct HasTwin: Error {}

  init(courier: Courier, claim: Claim) {
    (self.courier, self.claim) = (courier, claim)
    doubt = claim.doubt
    key = claim.submission.idempotencyKey
  }

  private var id: Submission.ID { claim.submission.id }
  private var product: Product.ID { claim.submission.product }

  private var machine: SubmissionMachine {
    SubmissionMachine(
      backoff: courier.configuration.backoff, id: id,
      attempts: claim.submission.attempts + (claim.submission.write.kind == .create ? 1 : 0), doubt: doubt)
  }

  mutating func deliver() async throws -> Courier.Delivery {
    guard claim.isReadable else {
      throw SubmissionFailure(
        .unreadable, "Another version of the app wrote this submission: update the app, or discard it.")
    }
    switch claim.submission.write {
    case .create(let draft, let photos): return try await create(draft, photos)
    case .edit(let changes, let base): return try await edit(changes, base)
    case .delete: return try await delete()
    }
  }

  /// What an error means.
  func failed(_ error: any Error) -> Courier.Delivery {
    let (now, fraction) = (courier.now(), courier.random())
    let failure: AttemptFailure
    switch error {
    case is Lost: return Courier.Delivery(verdict: Verdict(id, .release), isVoid: true)
    case is HasTwin, is StoreError, is CancellationError:
      let message =
        switch error {
        case is HasTwin: "An equal listing is sent first."
        case is CancellationError: "Sending was interrupted."
        default: "\(error)"
        }
      let reason = SubmissionFailure(.answerLost, message)
      let wait = isBegun ? courier.configuration.backoff.base : .seconds(1)
      return Courier.Delivery(
        verdict: Verdict(
          id, .wait(until: error is CancellationError ? now : now + wait.seconds, reason, isHeld: false),
          doubt: isBegun && doubt == .none ? .answerLost : doubt, isUnsent: !isBegun))
    case let error as SubmissionFailure:
      return Courier.Delivery(
        verdict: Verdict(id, .refuse(error), doubt: doubt, isUnsent: !isBegun),
        effect: error.code == .gone ? .remove(product) : .none)
    case let error as HTTPError:
      failure = AttemptFailure(error, in: claim.submission.write.kind, after: doubt)
    case let error as WrongAnswer:
      failure = AttemptFailure(wrongAnswer: error.message)
    default:
      failure = AttemptFailure(
        HTTPError(.connectionLost, "\(error)", cause: error), in: claim.submission.write.kind, after: doubt)
    }
    guard isBegun else {
      return Courier.Delivery(
        verdict: machine.notSent(failure, now: now, fraction: fraction), failure: failure)
    }
    let isGone = failure.remedy == .done || failure.failure.code == .gone
    return Courier.Delivery(
      verdict: machine.failed(failure, now: now, fraction: fraction),
      effect: isGone ? .remove(product) : .none, failure: failure)
  }

  /// Says that the server has answered with another listing.
  private struct WrongAnswer: Error {
    var message: String
  }

  private var mustLook: Bool {
    Reconciliation.isNeeded(
      doubt, since: claim.doubtSince, keysAreHonoured: courier.client.serverHonoursIdempotencyKeys,
      now: courier.now())
  }

  /// Writes down that the first byte is about to be sent.
  ///
  /// Edits and deletions are begun when they are claimed, so this is for new listings, for another key, and
  /// for a lease that ends too soon.
  private mutating func begin(baseline: Product.ID? = nil, isNew: Bool) async throws {
    let renewsKey = doubt == .keySpent
    let lease = courier.lease()
    let isShort = claim.leaseEnd < courier.now() + courier.configuration.attemptTimeout.seconds
    if claim.submission.write.kind == .create || isNew || isShort {
      let newKey = isNew && renewsKey ? UUID().uuidString : nil
      let answer = try await courier.store.begin(
        id, as: lease, baseline: baseline, key: newKey, isNew: isNew, at: courier.now())
      switch answer {
      case .begun: break
      case .lost: throw Lost()
      case .hasTwin: throw HasTwin()
      }
      key = newKey ?? key
    }
    if isNew { doubt = .none }
    isBegun = true
  }
}

// MARK: - New listings

extension CourierRun {
  private mutating func create(_ draft: ProductDraft, _ photos: [StoredPhoto]) async throws
    -> Courier.Delivery
  {
    let isNew = doubt == .none
    var hasLooked = false
    if mustLook {
      if try await courier.store.hasTwinInDoubt(id) { throw HasTwin() }
      if let found = try await EffectSearch(courier: courier).find(draft, above: claim.baseline) {
        return Courier.Delivery(verdict: machine.accepted(found), effect: .save(found))
      }
      hasLooked = true
    }
    let uploads = try await load(photos)
    var baseline = claim.baseline
    if baseline == nil { baseline = try await EffectSearch(courier: courier).baseline() }
    try await begin(baseline: baseline, isNew: isNew || hasLooked)
    let answer = try await upload(draft, uploads)
    let vendor = try await courier.store.vendor()
    // What this device remembers of the market's numbers proves nothing: the market may have begun anew.
    let known = courier.client.serverHonoursIdempotencyKeys ? nil : baseline
    guard Reconciliation.isAnswer(answer, to: draft, baseline: known, vendor: vendor?.id) else {
      throw WrongAnswer(message: "The server answered the new listing with another one, \(answer.id).")
    }
    return Courier.Delivery(verdict: machine.accepted(answer), effect: .save(answer))
  }

  private func upload(_ draft: ProductDraft, _ photos: [LoadedPhoto]) async throws -> Product {
    let (board, id) = (courier.progress, id)
    board.set(id, SendingProgress(photoSizes: photos.map(\.byteCount)))
    defer { board.set(id, nil) }
    var options = courier.options(key)
    options.onProgress = { progress in
      guard progress.direction == .upload, let total = progress.total else { return }
      board.noteSent(progress.completed, of: total, for: id)
    }
    return try await courier.client.create(draft, loaded: photos, options: options)
  }

  private func load(_ photos: [StoredPhoto]) async throws -> [LoadedPhoto] {
    var uploads: [LoadedPhoto] = []
    for photo in photos { uploads.append(try await courier.store.checkedPhoto(photo)) }
    return uploads
  }
}

// MARK: - Edits and deletions

extension CourierRun {
  private mutating func edit(_ changes: ProductChanges, _ base: EditBase) async throws -> Courier.Delivery {
    let isLooking = mustLook
    if isLooking || isOld(base) {
      let server = try await look()
      if isLooking, Reconciliation.isEffect(server, of: changes) {
        return Courier.Delivery(verdict: machine.accepted(server), effect: .save(server))
      }
      let rule = ConflictRule(changes, from: base, on: server)
      // It was carried out, and somebody has gone on from there: that is no conflict with it.
      if rule != .proceed, doubt != .none, Reconciliation.isTrace(server, of: changes, from: base) {
        return Courier.Delivery(verdict: machine.accepted(server), effect: .save(server))
      }
      switch rule {
      case .proceed: break
      case .ask(let conflicts):
        return Courier.Delivery(
          verdict: Verdict(id, .ask(conflicts), doubt: isLooking ? .none : doubt, isUnsent: true),
          effect: .save(server))
      case .gone:
        let failure = SubmissionFailure(.gone, "The listing was sold meanwhile.")
        return Courier.Delivery(
          verdict: Verdict(id, .refuse(failure), doubt: isLooking ? .none : doubt, isUnsent: true),
          effect: .save(server))
      }
    }
    try await begin(isNew: isLooking)
    let answer = try await courier.client.edit(product, changes, options: courier.options(key))
    guard answer.id == product else {
      throw WrongAnswer(message: "The server answered the edit of \(product) with \(answer.id).")
    }
    return Courier.Delivery(verdict: machine.accepted(answer), effect: .save(answer))
  }

  private mutating func delete() async throws -> Courier.Delivery {
    if mustLook {
      do {
        _ = try await look()
      } catch let error as SubmissionFailure where error.code == .gone {
        return Courier.Delivery(verdict: machine.accepted(nil), effect: .remove(product))
      }
      try await begin(isNew: true)
    } else {
      try await begin(isNew: false)
    }
    let answer = try await courier.client.delete(product, options: courier.options(key))
    return Courier.Delivery(
      verdict: machine.accepted(answer?.id == product ? answer : nil), effect: .remove(product))
  }

  /// The listing as the server shows it now.
  private func look() async throws -> Product {
    do {
      let server = try await courier.client.product(product, options: courier.lookOptions)
      guard server.id == product else {
        throw WrongAnswer(message: "The server showed \(server.id) instead of \(product).")
      }
      return server
    } catch let error as HTTPError where error.code == .notFound {
      throw SubmissionFailure(.gone, "The listing was deleted meanwhile.", status: 404)
    }
  }

  /// Whether so much time has passed since the edit's base was read that the server is asked again.
  private func isOld(_ base: EditBase) -> Bool {
    guard let asOf = base.asOf else { return false }
    let age = courier.now().timeIntervalSince(asOf)
    // One from the future is of a clock that was set back since.
    return age < -1 || age > courier.configuration.trustsBaseFor.seconds
  }
}
