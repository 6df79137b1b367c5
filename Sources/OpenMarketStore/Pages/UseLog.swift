import OpenMarketAPI
import Synchronization

/// Which pages and products were read lately, so that reading does not have to write: the next trim notes it
/// in the file before it looks for what was not used.
final class UseLog: Sendable {
  enum Place: Sendable, Hashable {
    case product(Product.ID)
    case page(PageKey, number: Int)
  }

  /// The most entries; other places that are read beyond them count as not used.
  private static let countLimit = 20_000
  /// When each was last read, in milliseconds since 1970.
  private let uses = Mutex<[Place: Int64]>([:])

  func noteUse(of place: Place, at moment: Int64) {
    uses.withLock { uses in
      if uses.count < Self.countLimit || uses[place] != nil { uses[place] = moment }
    }
  }

  /// Hands over what was noted, and starts anew.
  func take() -> [Place: Int64] {
    uses.withLock { uses in
      defer { uses = [:] }
      return uses
    }
  }
}
