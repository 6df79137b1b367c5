package import OpenMarketHTTP

/// A failure of the store on this device, grouped by the app's remedy.
public struct StoreError: Error, Sendable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable, NamedCode {
    /// The stable text of the code, as scripts see it.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The disk is full: nothing was written; free some space and try again.
    public static let diskFull = Code(rawValue: "diskFull")
    /// The folder or a file in it cannot be used, because of permissions or a read-only disk; on Apple platforms also
    /// while the device was not unlocked since it started: nothing is lost, open the store again later.
    public static let notPermitted = Code(rawValue: "notPermitted")
    /// Another process kept the store locked for longer than this one waits: try again.
    public static let busy = Code(rawValue: "busy")
    /// The file is damaged and could not be repaired.
    public static let damaged = Code(rawValue: "damaged")
    /// A newer version of this library wrote the file: update the app.
    public static let newerSchema = Code(rawValue: "newerSchema")
    /// An argument of the caller cannot be used: correct it.
    public static let invalidInput = Code(rawValue: "invalidInput")
    /// The store was closed.
    public static let closed = Code(rawValue: "closed")
    /// Any other failure of the database or the file system: report it.
    package static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure, by its remedy.
  public var code: Code
  /// A description of the failure and its remedy, in one sentence for a developer.
  public var message: String
  /// The underlying error.
  public var cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension StoreError {
  package static let wasClosed = StoreError(.closed, "the store was closed")

  /// Ends what a suspension interrupts, which then waits and begins anew: no caller sees it.
  static let suspended = StoreError(.busy, "the store is suspended")

  /// The error for a file in a folder that cannot be written, which can be read once it was changed.
  static func unwritable(_ state: String) -> StoreError {
    StoreError(
      .notPermitted,
      "\(state), and its folder cannot be written: copy the folder to where it can, and use the copy")
  }
}

extension StoreError: CodedError {}

extension MarketEvent {
  package static func storeFailed(_ error: StoreError) -> MarketEvent {
    MarketEvent(.storeFailed, reason: error.message, error: error)
  }
}
