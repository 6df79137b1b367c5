package import OpenMarketAPI
import Synchronization

/// A moment in the life of a store: what its outbox learns later from the server's responses to writes is newer
/// than anything the server was asked before.
package struct ResponseMark: Sendable, Hashable {
  fileprivate let number: UInt64
}

/// Which products the server's latest responses to writes were about.
///
/// A read that was asked before a write, and gets a response after it, shows the product as it was: that must not
/// take the place of the newer response.
package final class ResponseLog: Sendable {
  private struct State {
    var last: UInt64 = 0
    var entries: [(number: UInt64, product: Product.ID)] = []
  }

  /// Reads take seconds at most; so many writes in that time are out of the question.
  private static let limit = 1_024
  private let state = Mutex(State())

  /// Notes that responses to writes are about to be saved.
  package func note(_ products: some Sequence<Product.ID>) {
    state.withLock { state in
      state.last += 1
      for product in products { state.entries.append((state.last, product)) }
      if state.entries.count > 2 * Self.limit { state.entries.removeFirst(state.entries.count - Self.limit) }
    }
  }

  /// Now; to be taken before the server is asked.
  package var mark: ResponseMark { ResponseMark(number: state.withLock { $0.last }) }

  /// The products about which responses to writes have come since.
  func products(since mark: ResponseMark) -> Set<Product.ID> {
    state.withLock { state in
      guard mark.number < state.last else { return [] }
      return Set(state.entries.reversed().prefix { $0.number > mark.number }.map(\.product))
    }
  }
}
