import Foundation
import OpenMarket
import OpenMarketMock

extension Trial {
  /// Says which promises the schedule has broken: it knows what the user was promised, and reads what the server
  /// has done from the server's own ledger.
  func violations() async throws -> [String] {
    var violations: [String] = []
    let store = fixture.markets[0].store
    let effects = fixture.mock.ledger.filter { $0.sequence > lastEffect }
    let own = effects.filter { $0.idempotencyKey != nil && !foreignKeys.contains($0.idempotencyKey ?? "") }
    if try await store.hasDeliverableSubmissions() {
      violations.append("stuck: something is still to be sent")
    }

    var submissionOfKey: [String: Submission.ID] = [:]
    var states: [Submission.ID: Submission] = [:]
    let known = Dictionary(
      uniqueKeysWithValues: try await store.submissions(after: beginning, includesFinished: true).map {
        ($0.id, $0)
      })
    for id in Set(wishes.map(\.submission)) {
      guard let submission = known[id] else {
        violations.append("lost: submission \(id) is not known any more")
        continue
      }
      states[id] = submission
      for key in keys[id, default: []].union([submission.idempotencyKey]) { submissionOfKey[key] = id }
    }
    var counts: [Submission.ID: Int] = [:]
    var orders: [Int64: [Submission.ID]] = [:]
    for effect in own {
      guard let key = effect.idempotencyKey?.split(separator: ".").first.map(String.init),
        let id = submissionOfKey[key]
      else {
        violations.append("unasked: \(effect.kind.rawValue) of \(effect.productID)")
        continue
      }
      counts[id, default: 0] += 1
      orders[effect.productID, default: []].append(id)
    }
    for (id, submission) in states {
      let listing = wishes.first { $0.submission == id }.map { listings[$0.listing] }
      let isForeign = listing.map { !$0.foreignFields.isEmpty || $0.isDeletedByOthers } ?? false
      let slack = isForeign || excuses > 0 ? 2 : 0
      let count = counts[id, default: 0]
      switch submission.state {
      case .accepted:
        // A deletion that somebody else was faster with has no effect of its own.
        // The wish for what is so already may be found to be so, and need not be sent again.
        let isAgain =
          submission.write.kind == .delete
          && wishes.contains { wish in
            wish.kind == .delete && wish.submission < id
              && wish.listing == wishes.first { $0.submission == id }?.listing
          }
        let isMoot = submission.attempts > 1 && (submission.setsStockOnly || isAgain)
        let least = (submission.write.kind == .delete && isForeign) || isMoot ? 0 : 1
        // A new listing that is equal to another may have taken the other's effect, and the other its own.
        if count < least, !isTwin(submission) {
          violations.append("lost: \(submission.write.kind) \(id) has no effect")
        }
        let most = submission.write.kind == .create ? 1 : 1 + slack
        if count > most, !isTwin(submission) {
          violations.append("doubled: \(submission.write.kind) \(id) has \(count) effects")
        }
      case .cancelled, .discarded:
        // An edit that was carried out, and wholly overwritten by somebody else before its answer came, looks as if
        // it never was: the user is asked, and may leave it at that.
        if count > 0, !(isForeign && submission.write.kind == .edit) {
          violations.append("undead: \(submission.write.kind) \(id) was taken back and done")
        }
      case .refused(let failure):
        // What is asked for once the listing is gone finds nothing.
        let isLate = wishes.contains { wish in
          wish.kind == .delete && wish.submission < id && states[wish.submission]?.isAccepted == true
            && wish.listing == wishes.first { $0.submission == id }?.listing
        }
        if !isForeign, !(isLate && failure.code == .gone) {
          violations.append("refused: \(submission.write.kind) \(id) \(failure)")
        }
      default:
        violations.append("stuck: \(submission.write.kind) \(id) is \(submission.state)")
      }
    }
    // Twins are told apart by nobody, so they are counted together.
    let created = own.filter { $0.kind == .created }.count
    let accepted = states.values.filter { $0.write.kind == .create && $0.isAccepted }.count
    if created != accepted { violations.append("\(created) listings were made, \(accepted) were promised") }
    for (product, order) in orders {
      // Several effects of one submission count once, where the last is.
      var last: [Submission.ID] = []
      for id in order { last.removeAll { $0 == id }; last.append(id) }
      if last != last.sorted(), !hasTwins { violations.append("misordered: \(product) \(last)") }
    }
    violations += try await convergence(states, effects)
    return violations
  }

  private func isTwin(_ submission: Submission) -> Bool { hasTwins && submission.write.kind == .create }

  /// Each listing on the server is what the user sees, and what the user asked for last.
  private func convergence(_ states: [Submission.ID: Submission], _ effects: [Effect]) async throws
    -> [String]
  {
    var violations: [String] = []
    let store = fixture.markets[0].store
    var numbers: Set<Product.ID> = []
    for (index, listing) in listings.enumerated() {
      guard let number = try await store.serverNumber(of: listing.id) else { continue }
      if !numbers.insert(number).inserted { violations.append("merged: two listings are \(number)") }
      let last = effects.last { $0.productID == number.rawValue }
      let server = last?.kind == .deleted ? nil : last?.product
      let wishes = wishes.filter { $0.listing == index && states[$0.submission]?.isAccepted == true }
      if wishes.contains(where: { $0.kind == .delete }) {
        if server != nil { violations.append("undeleted: \(number)") }
        continue
      }
      guard let server else {
        if !listing.isDeletedByOthers { violations.append("vanished: \(number)") }
        continue
      }
      var wanted = ProductChanges(
        name: listing.draft.name, price: listing.draft.price, stock: listing.draft.stock)
      for wish in wishes { wanted = wanted.merged(with: wish.changes) }
      let foreign = listing.foreignFields
      if !foreign.contains("name"), server.name != wanted.name { violations.append("name of \(number)") }
      if !foreign.contains("price"), server.price != wanted.price?.approximation {
        violations.append("price of \(number)")
      }
      if !foreign.contains("stock"), server.stock != wanted.stock { violations.append("stock of \(number)") }
      if foreign.isEmpty, let stored = try await store.product(number)?.product,
        stored.name != server.name || stored.price.approximation != server.price
          || stored.stock != server.stock
      {
        violations.append("diverged: \(number) is shown as \(stored.name) \(stored.price) \(stored.stock)")
      }
    }
    return violations
  }
}

extension Submission {
  /// Whether it may ask for what is so already, as no name or price does here.
  fileprivate var setsStockOnly: Bool {
    guard case .edit(let changes, _) = write else { return false }
    return changes.name == nil && changes.price == nil
  }

  fileprivate var isAccepted: Bool { if case .accepted = state { true } else { false } }
}

extension ProductChanges {
  fileprivate func merged(with later: ProductChanges) -> ProductChanges {
    var changes = self
    changes.name = later.name ?? name
    changes.price = later.price ?? price
    changes.stock = later.stock ?? stock
    return changes
  }
}

extension Decimal {
  fileprivate var approximation: Double { NSDecimalNumber(decimal: self).doubleValue }
}
