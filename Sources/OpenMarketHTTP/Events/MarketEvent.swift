public import Foundation

/// An event of a market: a failure that no call reports, because the calls went on, and, where events are traced, each
/// step from a cause to its requests and rows.
///
/// Traced events hold numbers, codes and path templates: no typed or displayed text and no credentials.
public struct MarketEvent: Sendable {
  /// The kinds of events.
  ///
  /// An open set; compare with `==` or in a `switch` with a default. These always occur; where events are traced, there are
  /// others, such as `requestFinished`.
  public struct Kind: Sendable, Hashable, NamedCode {
    /// The stable text of the kind.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The copies of server data were deleted and start anew: they were damaged, or written by a newer version.
    public static let cacheRebuilt = Kind(rawValue: "cacheRebuilt")
    /// The copies were deleted to make room on a full disk for data that only this device has.
    public static let cacheDropped = Kind(rawValue: "cacheDropped")
    /// The user's own data was damaged: the readable part was saved into a new file, the old one is kept.
    public static let userDataRecovered = Kind(rawValue: "userDataRecovered")
    /// A write failed because the disk is full.
    public static let diskFull = Kind(rawValue: "diskFull")
    /// The store could not be read or written; reads go on with the server alone.
    public static let storeFailed = Kind(rawValue: "storeFailed")
    /// A background refresh failed; stored data stays.
    public static let refreshFailed = Kind(rawValue: "refreshFailed")
    /// A request begins.
    package static let requestStarted = Kind(rawValue: "requestStarted")
    /// A request has its response, or has failed.
    package static let requestFinished = Kind(rawValue: "requestFinished")
    /// An attempt of a request failed, and another one follows.
    package static let requestRetried = Kind(rawValue: "requestRetried")
    /// A read has its value, from the store or the server.
    package static let read = Kind(rawValue: "read")
    /// The store was searched.
    package static let searched = Kind(rawValue: "searched")
    /// Rows were written.
    package static let stored = Kind(rawValue: "stored")
    /// A step of loading a photo.
    package static let image = Kind(rawValue: "image")
    /// A write of the user's has changed its state.
    package static let submission = Kind(rawValue: "submission")
    /// The market begins to be suspended.
    package static let suspended = Kind(rawValue: "suspended")
    /// The market goes on.
    package static let resumed = Kind(rawValue: "resumed")
  }

  /// The event as inspectors see it.
  package var record: EventRecord
  /// The reason, in one sentence for a developer; empty for traced steps.
  public var reason: String
  /// The failure: a `StoreError` for ``Kind/storeFailed``, mostly an ``HTTPError`` for ``Kind/refreshFailed``.
  public var error: (any Error)?

  /// Makes an event; `count` is how many rows it is about.
  package init(_ kind: Kind, reason: String = "", error: (any Error)? = nil, count: Int? = nil) {
    record = EventRecord(kind: kind.rawValue, cause: Cause.current)
    record.failure = error.map { EventRecord.code(of: $0) }
    record.count = count
    self.reason = reason
    self.error = error
  }

  init(_ record: EventRecord) {
    self.record = record
    reason = ""
  }

  /// The kind of event.
  public var kind: Kind { Kind(rawValue: record.kind) }
  /// The time of the event.
  public var date: Date { record.date }
}

extension MarketEvent: CustomStringConvertible {
  /// One line, without anything personal or secret.
  public var description: String { record.description }
}
