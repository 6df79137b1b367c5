public import Foundation

/// An event of the files of a store that the app may want to tell its user.
public struct StoreEvent: Sendable {
  /// The kinds of events.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Kind: Sendable, Hashable {
    /// The stable text of the kind.
    public let rawValue: String
    /// Makes a kind from its text.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The copies of server data were thrown away and start anew: damaged, or written by a newer version.
    public static let cacheRebuilt = Kind(rawValue: "cacheRebuilt")
    /// The copies were thrown away to make room on a full disk for what only this device has.
    public static let cacheDropped = Kind(rawValue: "cacheDropped")
    /// The user's own data was damaged: what could be read was saved into a new file, the old one is kept.
    public static let userDataRecovered = Kind(rawValue: "userDataRecovered")
    /// A write failed because the disk is full.
    public static let diskFull = Kind(rawValue: "diskFull")
  }

  /// The kind of event.
  public var kind: Kind
  /// Why, in one sentence for a developer.
  public var reason: String
  /// Where the damaged file was put, for ``Kind/userDataRecovered``.
  public var keptFile: URL?
  /// How many rows could be saved, for ``Kind/userDataRecovered``.
  public var rescuedRowCount: Int?

  /// Makes an event.
  package init(_ kind: Kind, reason: String, keptFile: URL? = nil, rescuedRowCount: Int? = nil) {
    self.kind = kind
    self.reason = reason
    self.keptFile = keptFile
    self.rescuedRowCount = rescuedRowCount
  }
}
