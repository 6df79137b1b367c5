import Foundation
import Synchronization

/// Changes of the market besides the requests of a test: neither logged nor on the ledger.
extension MarketplaceMock {
  /// Lists `count` products of `vendor`, newest last, with no pictures.
  ///
  /// - Returns: Their numbers.
  package func addListings(_ count: Int, of vendor: Vendor, named name: String) -> [Int64] {
    let today = CivilDay(secondsSince1970: Int64(now.timeIntervalSince1970.rounded(.down)))
    return state.withLock { state in
      (0..<max(0, count)).map { _ in
        let id = state.table.nextID
        state.table.insert(
          ProductRecord(
            id: id, vendorID: vendor.id.rawValue, vendorName: vendor.name, name: name,
            description: "one of very many", currency: "KRW", price: 500, discount: 0, stock: 1,
            createdDay: today, issuedDay: today, images: [], thumbnailIndex: 0))
        return id
      }
    }
  }

  /// Takes products away.
  package func removeListings(_ ids: some Sequence<Int64>) {
    state.withLock { state in
      for id in ids { _ = state.table.remove(id: id) }
    }
  }

  /// The changes made after the one numbered `sequence`, oldest first.
  package func effects(after sequence: Int) -> [Effect] {
    state.withLock { $0.ledger.all.lazy.map(\.effect).filter { $0.sequence > sequence } }
  }

  /// The number of the last change; 0 when there was none.
  package var lastEffect: Int { state.withLock { $0.ledger.nextSequence - 1 } }
}
