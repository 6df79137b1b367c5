import GRDB

/// The owner of the data in a folder: the server that it is first opened for, and the account that is the first to put a
/// write into the queue.
///
/// A write in the queue names neither: for another server, or by another account, it would be sent all the same.
struct StoreOwner: Sendable {
  private static let serverKey = "server"
  private static let accountKey = "owner"

  /// The server's address in its one spelling; `nil` when the folder is opened for none.
  var server: String?
  /// The account; `nil` when there is none.
  var account: String?
  /// The address that the server had before; the folder is that of `server` from now on.
  var formerServer: String?

  /// - Throws: ``StoreError/Code/notPermitted`` when the data is another server's, or the queue another account's.
  func check(_ db: Database) throws {
    if let server, let present = try Self.server(in: db), present != server, present != formerServer {
      throw StoreError(
        .notPermitted,
        "the folder holds the data of \(present), not that of \(server): use a folder for each server, as is the default"
      )
    }
    if let account, let present = try db.accountValue(Self.accountKey), present != account {
      throw StoreError(
        .notPermitted,
        "the folder holds another account's queue: use a folder for each account, as is the default")
    }
  }

  func noteServer(_ db: Database) throws {
    guard let server else { return }
    let present = try Self.server(in: db)
    if present == nil || present == formerServer { try db.setAccountValue(server, for: Self.serverKey) }
  }

  /// Notes both, unless they are known; only with something in the queue, as to read makes no account its owner.
  func note(_ db: Database) throws {
    try noteServer(db)
    if let account, try db.accountValue(Self.accountKey) == nil {
      try db.setAccountValue(account, for: Self.accountKey)
    }
  }

  /// Whether `db` has the queue of an account.
  static func isKnown(in db: Database) throws -> Bool { try db.accountValue(accountKey) != nil }

  /// The server whose data is in `db`; `nil` when it was never opened for one.
  static func server(in db: Database) throws -> String? { try db.accountValue(serverKey) }
}
