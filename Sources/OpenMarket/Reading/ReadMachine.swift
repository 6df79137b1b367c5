import OpenMarketHTTP

/// Decides, step by step, who responds to a read: facts go in, the next step comes out.
///
/// A value without clock, task or lock; the ``Reader`` does what it says.
package struct ReadMachine: Sendable {
  /// The result of looking in the store.
  package enum CacheFact: Sendable, Hashable {
    /// A value of this age; `nil` when its date lies in the future.
    case found(age: Duration?, isComplete: Bool)
    /// Nothing, or nothing young enough.
    case nothing
    case failed
  }

  /// The result of asking the server.
  enum NetworkFact: Sendable, Hashable {
    case responded
    /// A response that says no: another way of asking will not change it.
    case refused
    /// No usable response: what is stored may take its place.
    case unavailable
    /// No response yet at the limit; the question is still in flight.
    case late
  }

  /// The next step.
  package enum Step: Sendable, Hashable {
    case askCache
    /// Asks the server, for so long at most; without a limit, for as long as the client allows.
    case askNetwork(limit: Duration?)
    /// Waits on for the server, which is late.
    case awaitNetwork
    case serveFromCache(isStale: Bool, refreshing: Bool)
    case serveFromNetwork
    case fail(Failure)
  }

  /// The reason why there is no value.
  package enum Failure: Sendable, Hashable {
    /// Nothing that may be used is stored, and the server may not be asked.
    case notStored
    case store
    case network
  }

  private let policy: ReadPolicy
  private let options: ReadOptions
  private let staleTime: Duration
  /// The result of asking the server before the store was asked.
  private var earlier: NetworkFact?
  /// A partial response, kept until the server has had its chance.
  private var holdsPart = false

  package init(_ policy: ReadPolicy, _ options: ReadOptions = ReadOptions(), staleTime: Duration) {
    self.policy = policy
    self.options = options
    self.staleTime = staleTime
  }

  /// Returns the first step.
  package func begin() -> Step {
    switch policy {
    case .cacheFirst, .cacheOnly: .askCache
    case .networkFirst: .askNetwork(limit: options.timeout)
    case .networkOnly: .askNetwork(limit: nil)
    }
  }

  /// Takes what the store has.
  package mutating func receive(_ fact: CacheFact) -> Step {
    if case .found(let age, let isComplete) = fact {
      let isStale = isStale(age, isComplete: isComplete)
      guard policy == .cacheFirst else {
        return .serveFromCache(isStale: isStale, refreshing: false)
      }
      guard isComplete else {
        holdsPart = true
        return .askNetwork(limit: options.timeout)
      }
      return .serveFromCache(isStale: isStale, refreshing: isStale)
    }
    switch (policy, earlier) {
    case (.cacheOnly, _): return .fail(fact == .failed ? .store : .notStored)
    case (_, .late): return .awaitNetwork
    case (_, nil): return .askNetwork(limit: nil)
    default: return .fail(.network)
    }
  }

  mutating func receive(_ fact: NetworkFact) -> Step {
    defer { earlier = fact }
    switch fact {
    case .responded: return .serveFromNetwork
    case .refused: return .fail(.network)
    case .unavailable, .late:
      if holdsPart { return .serveFromCache(isStale: true, refreshing: false) }
      return policy == .networkFirst && earlier == nil ? .askCache : .fail(.network)
    }
  }

  /// Whether something of this age should be refreshed.
  func isStale(_ age: Duration?, isComplete: Bool) -> Bool {
    !isComplete || age.map { $0 >= staleTime } ?? true
  }

  /// Whether something of this age may respond at all.
  func isAllowed(_ age: Duration?) -> Bool {
    guard let limit = options.maxAge else { return true }
    return age.map { $0 <= limit } ?? false
  }
}

extension ReadMachine.NetworkFact {
  /// Whether `error` is the server's word on the question, or only says that there was none.
  ///
  /// Anything but an API response, such as the login page of a hotel's network, counts as none.
  init(_ error: any Error) {
    switch (error as? HTTPError)?.code {
    case .notFound, .invalidInput, .unauthorized, .forbidden, .conflict: self = .refused
    default: self = .unavailable
    }
  }

  /// Classifies a response, `nil` being none so far.
  init<Value>(_ response: Result<Value, any Error>?) {
    switch response {
    case .success: self = .responded
    case .failure(let error): self.init(error)
    case nil: self = .late
    }
  }
}
