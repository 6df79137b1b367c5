/// The tokens that the search index is known to list, kept from one transaction to the next: most tokens of a new name are
/// those of others, and to look one up in the file takes a microsecond.
///
/// Tokens leave the list only when it is made anew, in whatever process, and when the transaction that has added them is
/// rolled back: each takes the tokens, and gives them back with its own when it is committed.
struct ListedTokens {
  /// The most that are kept, half a megabyte: the first ones, as most names have tokens of the names before.
  static let most = 32_768

  private var tokens: Set<UInt64> = []
  /// `PRAGMA schema_version`, another one as soon as the table of the list is another one.
  private var version: Int64 = 0

  init() {}

  init(_ tokens: Set<UInt64>, _ version: Int64) {
    (self.tokens, self.version) = (tokens, version)
  }

  /// Gives out the tokens, unless the tables have got another version in the meantime.
  mutating func take(_ version: Int64) -> Set<UInt64> {
    defer { tokens = [] }
    return version == self.version ? tokens : []
  }
}
