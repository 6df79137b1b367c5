/// Keeps responses between calls, by address.
///
/// In memory: ``MemoryRevalidationStore``.
///
/// An implementation may forget anything at any time. Errors are its own business: an entry that cannot be
/// read or written is one that is not there.
package protocol RevalidationStore: Sendable {
  /// The entry for `url`.
  func response(for url: String) async -> StoredResponse?

  /// Keeps `response` for `url` in place of an earlier one.
  func store(_ response: StoredResponse, for url: String) async

  /// Forgets the entry for `url`.
  func removeResponse(for url: String) async
}
