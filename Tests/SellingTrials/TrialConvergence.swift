import Foundation
import OpenMarket
import OpenMarketMock

/// In the end each listing on the server is what the user sees, and what the user asked for last.
extension Trial {
  func judgeConvergence(_ known: [Submission.ID: Submission], _ effects: [Effect]) async throws {
    let store = fixture.markets[0].store
    for (index, listing) in listings.enumerated() {
      guard let number = try await store.serverID(of: listing.id) else { continue }
      let last = effects.last { $0.productID == number }
      let server = last?.kind == .deleted ? nil : last?.product
      let accepted = intents.filter { $0.listing == index && known[$0.id]?.isAccepted == true }
        .sorted { $0.id < $1.id }
      if accepted.contains(where: { $0.kind == .delete }) {
        if server != nil { report(.diverged, "\(number) was deleted, and is there") }
        continue
      }
      guard let server else {
        let isLeftOpen = intents.contains { $0.listing == index && $0.isGivenUp }
        if !listing.isDeletedByOthers, !isLeftOpen { report(.diverged, "\(number) is gone") }
        continue
      }
      var wanted = listing.draft
      for intent in accepted { wanted = wanted.applying(intent.changes) }
      compare(wanted, server, number, leaving: unknownFields(index))
      guard unknownFields(index).isEmpty, let stored = try await store.product(number)?.product else {
        continue
      }
      if !isSame(stored.name, server.name) || !isNear(stored.price.double, server.price)
        || stored.stock != server.stock
      {
        report(.diverged, "\(number) is displayed as \(stored.name), \(stored.price), \(stored.stock)")
      }
    }
  }

  /// What somebody else has changed, or the user has left open.
  private func unknownFields(_ index: Int) -> Set<String> {
    var fields = listings[index].foreignFields
    for intent in intents where intent.listing == index && intent.isGivenUp {
      if intent.changes.name != nil { fields.insert("name") }
      if intent.changes.price != nil { fields.insert("price") }
      if intent.changes.stock != nil { fields.insert("stock") }
    }
    return fields
  }

  private func compare(
    _ wanted: NewListing, _ server: ListedFields, _ number: Product.ID, leaving fields: Set<String>
  ) {
    if !fields.contains("name"), !isSame(server.name, wanted.name) {
      report(.diverged, "\(number) is called \(server.name), not \(wanted.name)")
    }
    if !fields.contains("price"), server.price != wanted.price.double {
      report(.diverged, "\(number) costs \(server.price), not \(wanted.price)")
    }
    if !fields.contains("stock"), server.stock != wanted.stock {
      report(.diverged, "\(number) has the stock \(server.stock), not \(wanted.stock)")
    }
  }

  /// Prices may pass through a `Double` and 15 digits of it.
  private func isNear(_ first: Double, _ second: Double) -> Bool {
    abs(habits.price(first) - habits.price(second)) <= 1e-12 * max(1, second)
  }

  private func isSame(_ first: String, _ second: String) -> Bool { habits.text(first) == habits.text(second) }
}

extension Submission {
  fileprivate var isAccepted: Bool { if case .accepted = state { true } else { false } }
}

extension Decimal {
  /// The nearest one, unlike that of `NSDecimalNumber`, which is off by some units in the last place.
  fileprivate var double: Double { Double(description) ?? .nan }
}
