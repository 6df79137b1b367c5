/// The source of a value that is read once: this device, or the server.
///
/// Every response of the server is stored. For a read that shows both, one after the other, see
/// ``Marketplace/productReads(_:options:)``.
public enum ReadPolicy: Sendable, Hashable, CaseIterable {
  /// The stored value at once; the server's only when nothing is stored.
  ///
  /// Something stale is returned too, and refreshed in the background for the next read. Something
  /// incomplete, as a detail of which only the list's row is stored, waits for the server as in
  /// ``networkFirst``. The default.
  case cacheFirst
  /// The server; what is stored when it cannot be reached, fails, or does not respond in time.
  ///
  /// A response that goes on about the question itself, such as "there is no such product", is a response.
  case networkFirst
  /// The server alone.
  case networkOnly
  /// The stored value alone, at any age up to ``ReadOptions/maxAge``: nothing is sent.
  case cacheOnly
}
