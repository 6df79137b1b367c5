import OpenMarketAPI
import Synchronization

/// Which pages and products were read lately, so that reading does not have to write: the next trim notes it
/// in the file before it looks for what was not used.
final class UseLog: Sendable {
  struct PagePlace: Sendable, Hashable {
    var key: PageKey
    var number: Int
  }

  /// When each was last read, in milliseconds since 1970.
  struct Uses: Sendable {
    var products: [Product.ID: Int64] = [:]
    var pages: [PagePlace: Int64] = [:]
  }

  /// The most entries; what is read beyond them counts as not used.
  private static let countLimit = 10_000
  private let uses = Mutex(Uses())

  func noteUse(of product: Product.ID, at moment: Int64) {
    uses.withLock { uses in
      if uses.products.count < Self.countLimit { uses.products[product] = moment }
    }
  }

  func noteUse(of place: PagePlace, at moment: Int64) {
    uses.withLock { uses in
      if uses.pages.count < Self.countLimit { uses.pages[place] = moment }
    }
  }

  /// Hands over what was noted, and starts anew.
  func take() -> Uses {
    uses.withLock { uses in
      defer { uses = Uses() }
      return uses
    }
  }
}
