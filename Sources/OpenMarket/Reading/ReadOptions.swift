public import OpenMarketPacing

/// The times and the priority of one read.
public struct ReadOptions: Sendable, Hashable {
  /// The maximum age of a stored value; `nil` for any age.
  package var maxAge: Duration?
  /// The age from which a stored value is stale; `nil` for the market's configuration.
  package var staleTime: Duration?
  /// The time limit for the server while a stored value could be returned instead.
  package var timeout: Duration
  /// The priority of the request under the client's rate limit.
  package var priority: RequestPriority

  /// Makes options.
  ///
  /// - Parameters:
  ///   - maxAge: The maximum age of a stored value; `nil` for any age. Held to strictly: what is older does not respond, not
  ///     even when the server cannot be reached. What was stored at a time that lies in the future, because a clock was set
  ///     back, is older than any limit.
  ///   - staleTime: The age from which a stored value is stale; `nil` for the default, 0 s for lists and 60 s for
  ///     details.
  ///   - timeout: The time limit for the server while a stored value could be returned instead. When nothing is stored the read
  ///     waits on, for as long as the client allows. A request that came too late goes on in the background, so that the
  ///     next read finds its response stored.
  ///   - priority: The priority of the request under the client's rate limit.
  public init(
    maxAge: Duration? = nil, staleTime: Duration? = nil,
    timeout: Duration = .seconds(3), priority: RequestPriority = .user
  ) {
    self.maxAge = maxAge
    self.staleTime = staleTime
    self.timeout = timeout
    self.priority = priority
  }
}

/// The source of a single read: this device, or the server.
///
/// Every response of the server is stored. For a read that shows both, one after the other, see
/// ``Marketplace/productReads(_:options:)``.
public enum ReadPolicy: Sendable, Hashable, CaseIterable {
  /// The stored value at once; the server's only when nothing is stored.
  ///
  /// A stale value is returned too, and refreshed in the background for the next read. An
  /// incomplete, as a detail of which only the list's row is stored, waits for the server as in
  /// ``networkFirst``. The default.
  case cacheFirst
  /// The server's value; the stored one if the server cannot be reached, fails, or does not respond in time.
  ///
  /// A definite response, such as "there is no such product", is a response, not a failure.
  case networkFirst
  /// The server's value only.
  case networkOnly
  /// The stored value only, at any age up to the `maxAge` of ``ReadOptions``: nothing is sent.
  case cacheOnly
}
