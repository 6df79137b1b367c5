import OpenMarketPacing
public import OpenMarketStore

/// A failure that no call reports, because the calls went on without it.
public enum MarketEvent: Sendable {
  /// The store could not be read or written; reads go on with the server alone.
  case storeFailed(StoreError)
  /// A refresh in the background failed; what is stored stays.
  case refreshFailed(any Error)
}

/// Where everything that goes on without failing says so. A listener who is busy has 100 events waiting.
typealias MarketEvents = Broadcast<MarketEvent>

extension MarketEvents {
  /// Makes one without listeners.
  convenience init() { self.init(patience: 100) }
}
