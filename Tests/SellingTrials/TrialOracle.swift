import Foundation
import OpenMarket
import OpenMarketMock

/// For every intent of the user, the server's ledger has exactly the effect: the trial knows what the user was
/// promised, and reads from the ledger what the server has done.
extension Trial {
  func judge() async throws {
    let store = fixture.markets[0].store
    let effects = fixture.mock.effects(after: lastEffect)
    if try await store.hasDeliverableSubmissions() { report(.stuck, "something is still to be sent") }
    let known = Dictionary(uniqueKeysWithValues: try await submissions().map { ($0.id, $0) })
    var done: [[Effect]] = Array(repeating: [], count: intents.count)
    for effect in effects {
      guard let key = effect.key, !foreignKeys.contains(key) else { continue }
      if let index = intents.firstIndex(where: { $0.keys.contains(key) }) {
        done[index].append(effect)
      } else {
        report(.doubled, "nobody asked for \(effect.kind.rawValue) of \(effect.productID)")
      }
    }
    for (index, intent) in intents.enumerated() {
      guard let submission = known[intent.id] else {
        report(.lost, "submission \(intent.id) is not known any more")
        continue
      }
      judge(intent, submission, done[index], among: effects)
      if intent.questions > 1 { report(.askedTwice, "about \(intent.id)") }
    }
    try await judgeListings(known, done, effects)
    judgeOrder(done)
    try await checkPhotos()
    try await judgeConvergence(known, effects)
  }

  private func judge(_ intent: Intent, _ submission: Submission, _ done: [Effect], among effects: [Effect]) {
    let listing = listings[intent.listing]
    let name = "\(intent.kind) \(intent.id)"
    switch submission.state {
    case .accepted where intent.kind == .create: break  // See `judgeListings`.
    case .accepted:
      if done.isEmpty, !isMoot(intent, effects) { report(.lost, "\(name) has no effect") }
      // What somebody else has overwritten before the response was missed looks as if it had never been.
      let most = listing.isOtherwiseTouched && intent.kind == .edit ? 2 : 1
      if done.count > most { report(.doubled, "\(name) has \(done.count) effects") }
    case .cancelled, .discarded, .refused:
      if !done.isEmpty, !intent.isGivenUp, !(listing.isOtherwiseTouched && intent.kind == .edit) {
        report(.doneUnseen, "\(name) is \(submission.state.name), and was carried out")
      } else if case .refused(let failure) = submission.state, !(failure.code == .gone && isGone(intent)) {
        report(.stuck, "\(name) is refused for good: \(failure)")
      }
    default: report(.stuck, "\(name) is \(submission.state.name)")
    }
  }

  /// Whether what was asked for was so already.
  private func isMoot(_ intent: Intent, _ effects: [Effect]) -> Bool {
    switch intent.kind {
    case .create: return false
    case .delete: return isGone(intent)
    case .edit:
      return effects.contains { effect in
        effect.kind != .deleted && intent.changes.name == nil && intent.changes.price == nil
          && effect.product.stock == intent.changes.stock
      }
    }
  }

  /// Each new listing once, and none that another device made; equal ones are told apart by nobody.
  private func judgeListings(_ known: [Submission.ID: Submission], _ done: [[Effect]], _ effects: [Effect])
    async throws
  {
    struct Group {
      var promised = 0
      var made: [Product.ID] = []
      var mayBeMore = 0
      var numbers: [Product.ID] = []
    }
    var groups: [Int: Group] = [:]
    for (index, intent) in intents.enumerated() where intent.kind == .create {
      let original = listings[intent.listing].original
      groups[original, default: Group()].made += done[index].map(\.productID)
      if intent.isGivenUp { groups[original]?.mayBeMore += 1 }
      guard let submission = known[intent.id], case .accepted = submission.state else { continue }
      groups[original]?.promised += 1
      if let number = try await fixture.markets[0].store.serverID(of: listings[intent.listing].id) {
        groups[original]?.numbers.append(number)
      }
    }
    for (original, group) in groups {
      let name = listings[original].draft.name
      for number in group.numbers where !group.made.contains(number) {
        report(.mistaken, "\(number) is taken for \(name)")
      }
      if group.made.count < group.promised {
        report(.lost, "\(group.promised) of \(name) were accepted, \(group.made.count) were made")
      }
      if group.made.count > group.promised + group.mayBeMore,
        intents.indices.contains(where: { done[$0].count > 1 && intents[$0].kind == .create })
      {
        report(.doubled, "\(group.promised) of \(name) were accepted, \(group.made.count) were made")
      }
      if Set(group.numbers).count < group.numbers.count {
        report(.mistaken, "two listings are one: \(group.numbers)")
      }
    }
  }

  private func judgeOrder(_ done: [[Effect]]) {
    var orders: [Product.ID: [(sequence: Int, id: Submission.ID)]] = [:]
    for (index, intent) in intents.enumerated() where intent.kind != .create {
      // Several effects of one intent count once, where the last is.
      guard let last = done[index].last else { continue }
      orders[last.productID, default: []].append((last.sequence, intent.id))
    }
    for (product, order) in orders {
      let ids = order.sorted { $0.sequence < $1.sequence }.map(\.id)
      if ids != ids.sorted() { report(.misordered, "\(product): \(ids)") }
    }
  }
}
