public import Foundation

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
  /// How many products are known that belong above the last one displayed and are not displayed, because they came
  /// after the reader had passed; ``ProductFeed/refresh()`` shows them.
  public internal(set) var newCount = 0
  /// How many products the latest refresh brought that were not there before; as many as a page has mean that
  /// there may be more.
  package internal(set) var addedByRefresh = 0
  /// When the server last showed the top of the list; `nil` before it has.
  public internal(set) var refreshedAt: Date?
  /// Why the store serves the list: the latest attempt to read the server, which failed; `nil` when it succeeded.
  public internal(set) var offline: FeedFailure?

  /// Whether every product displayed is known to be in the list, with nothing missing between: the server has shown
  /// them all. Others are from the store on this device, and what it does not hold is missing between them.
  public var isContiguous: Bool { contiguousCount == items.count }
}

/// The activity of a feed, or the reason why there is none.
public enum FeedPhase: Sendable, Equatable {
  /// Nothing; more can be loaded.
  case idle
  /// Reads the top for the first time; what the store holds may be displayed already.
  case loadingFirst
  /// Reads what comes after the last product displayed.
  case loadingNext
  /// Reads the top again; the products displayed stay until it is there.
  case refreshing
  /// The latest attempt failed; ``ProductFeed/retry()`` repeats it.
  case failed(FeedFailure)
  /// The whole list is displayed, by the server's word.
  case endReached
  /// The server cannot be read, and the store on this device holds nothing more; there may well be more.
  case endOfStored

  /// Whether something is being read that somebody waits for.
  public var isLoading: Bool {
    switch self {
    case .loadingFirst, .loadingNext, .refreshing: true
    case .idle, .failed, .endReached, .endOfStored: false
    }
  }
}

/// A failure of a feed.
public struct FeedFailure: Sendable, Equatable {
  /// The operations of a feed that can fail.
  package enum Attempt: Sendable, Hashable {
    /// Reading the top for the first time.
    case first
    /// Reading on.
    case next
    /// Reading the top again.
    case refresh
  }

  /// The operation that failed.
  package let attempt: Attempt
  /// Why it failed: `HTTPError` as a rule, `StoreError` when only the store was asked.
  public var error: any Error { cause.error }
  private let cause: Cause
  /// Tells one failure from the next, whose errors may be alike.
  let number: UInt64

  init(attempt: Attempt, error: any Error, number: UInt64) {
    (self.attempt, self.number) = (attempt, number)
    cause = Cause(error: error)
  }

  /// An error, which cannot be compared: failures are the same event when their numbers are.
  private struct Cause: Sendable, Equatable {
    let error: any Error
    static func == (one: Self, other: Self) -> Bool { true }
  }
}
