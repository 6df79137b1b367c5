package import Foundation

/// The state of a feed: everything a list on a screen needs.
public struct FeedState: Sendable, Equatable {
  /// The products, in the order of the list, none twice.
  ///
  /// Displayed as they will be once the writes of this device are accepted.
  public internal(set) var items: [Product] = []
  /// New listings of this device that the server's list does not contain yet, the latest first: to be displayed
  /// above ``items``, in which none of them is.
  ///
  /// New listings with a number of this device's own (`OpenMarketAPI.EntityID.isLocal`), and what has just been
  /// accepted, until the list is read anew. What the server refuses leaves, and waits in
  /// ``Marketplace/submissions``.
  public internal(set) var pending: [Product] = []
  /// The present activity of the feed, or the reason why there is none.
  public internal(set) var phase = FeedPhase.idle
  /// How many of the first ``items`` are known to be the list without gaps, because the server has shown them as
  /// contiguous runs.
  ///
  /// Those after are from the store on this device: what the store does not hold is missing between them, and
  /// takes its place when the server can be read again.
  package internal(set) var contiguousCount = 0
  /// The number of products above the last displayed one that are known and not displayed, because they came
  /// after the reader had passed; ``ProductFeed/refresh()`` shows them.
  public internal(set) var newCount = 0
  /// The time of the latest read of the top from the server; `nil` before the first.
  package internal(set) var refreshedAt: Date?
  /// The failure of the latest read from the server, for which the store serves the list; `nil` after a success.
  public internal(set) var offline: LoadFailure?

  /// Whether no product is missing between the displayed ones: the server has shown
  /// them all. Others are from the store on this device, and what it does not hold is missing between them.
  public var isContiguous: Bool { contiguousCount == items.count }
}

/// The activity of a feed, or the reason why there is none.
public enum FeedPhase: Sendable, Equatable {
  /// No activity; more can be loaded.
  case idle
  /// The first load of the top; stored products may be displayed already.
  case loadingFirst
  /// A load of the products after the last displayed one.
  case loadingNext
  /// A reload from the top; the displayed products stay until it is done.
  case refreshing
  /// The latest attempt failed; ``ProductFeed/retry()`` repeats it.
  case failed(LoadFailure)
  /// The whole list is displayed, according to the server.
  case endReached
  /// The server cannot be read, and the store on this device has no more products; the list may well go on.
  case endOfStored

  /// Whether a read is under way that the reader waits for.
  package var isLoading: Bool {
    switch self {
    case .loadingFirst, .loadingNext, .refreshing: true
    case .idle, .failed, .endReached, .endOfStored: false
    }
  }
}
