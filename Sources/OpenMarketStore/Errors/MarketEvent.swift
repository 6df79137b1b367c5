public import Foundation
package import OpenMarketPacing

/// An event that no call reports, because the calls went on: of the files on this device, or of work in the background.
public struct MarketEvent: Sendable {
  /// The kinds of events.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Kind: Sendable, Hashable {
    /// The stable text of the kind.
    public let rawValue: String

    /// The copies of server data were thrown away and start anew: damaged, or written by a newer version.
    public static let cacheRebuilt = Kind(rawValue: "cacheRebuilt")
    /// The copies were thrown away to make room on a full disk for what only this device has.
    public static let cacheDropped = Kind(rawValue: "cacheDropped")
    /// The user's own data was damaged: what could be read was saved into a new file, the old one is kept.
    public static let userDataRecovered = Kind(rawValue: "userDataRecovered")
    /// A write failed because the disk is full.
    public static let diskFull = Kind(rawValue: "diskFull")
    /// The store could not be read or written; reads go on with the server alone.
    public static let storeFailed = Kind(rawValue: "storeFailed")
    /// A refresh in the background failed; what is stored stays.
    public static let refreshFailed = Kind(rawValue: "refreshFailed")
  }

  /// The kind of event.
  public var kind: Kind
  /// Why, in one sentence for a developer.
  public var reason: String
  /// The failure: a ``StoreError`` for ``Kind/storeFailed``, mostly an `HTTPError` for ``Kind/refreshFailed``.
  public var error: (any Error)?
  /// Where the damaged file was put, for ``Kind/userDataRecovered``.
  public var keptFile: URL?
  /// How many rows of what the user has could be saved, for ``Kind/userDataRecovered``.
  public var rescuedRowCount: Int?

  package init(
    _ kind: Kind, reason: String, error: (any Error)? = nil, keptFile: URL? = nil, rescuedRowCount: Int? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.error = error
    self.keptFile = keptFile
    self.rescuedRowCount = rescuedRowCount
  }

  package static func storeFailed(_ error: StoreError) -> MarketEvent {
    MarketEvent(.storeFailed, reason: error.message, error: error)
  }

  package static func refreshFailed(_ error: any Error) -> MarketEvent {
    MarketEvent(.refreshFailed, reason: "\(error)", error: error)
  }
}

/// Where everything that goes on without failing says so.
package typealias MarketEvents = Broadcast<MarketEvent>

extension MarketEvents {
  /// Makes one without listeners. One who is busy has 100 events waiting; one who comes later is given the latest 32, as
  /// most happen on opening.
  package convenience init() { self.init(patience: 100, replay: 32) }
}
