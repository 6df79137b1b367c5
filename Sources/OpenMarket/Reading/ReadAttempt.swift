import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// One read under way: asks the store and the server, and notes what came of that.
struct ReadAttempt<Value: Sendable>: Sendable {
  typealias Dated = ReadRequest<Value>.Dated

  var explanation: ReadExplanation
  private let reader: Reader
  private let request: ReadRequest<Value>
  private let options: ReadOptions

  /// Makes a read that has asked no one yet; `policy` is its name in the explanation.
  init(
    _ request: ReadRequest<Value>, _ policy: String, _ options: ReadOptions = ReadOptions(), by reader: Reader
  ) {
    (self.reader, self.request, self.options) = (reader, request, options)
    explanation = ReadExplanation(policy: policy, staleTime: options.staleTime ?? request.staleTime)
  }

  /// Returns what is stored; `nil` for nothing, for what is older than the read allows, and when the store fails.
  mutating func askStore() async throws(CancellationError) -> Dated? {
    let clock = reader.time.clock
    let start = clock.now
    defer { explanation.cacheTime = start.duration(to: clock.now) }
    do {
      guard let stored = try await request.stored() else {
        explanation.cache = .nothing
        return nil
      }
      let age = reader.age(of: stored.fetchedAt)
      guard options.allows(age) else {
        explanation.cache = .tooOld(age: age)
        return nil
      }
      explanation.cache = stored.isComplete ? .found(age: age) : .incomplete(age: age)
      return stored
    } catch let error as CancellationError {
      // The store has not failed.
      throw error
    } catch {
      let error = StoreError(reading: error)
      explanation.cache = .failed(error)
      reader.events.send(.storeFailed(error))
      return nil
    }
  }

  /// Asks the server, and waits for as long as the client allows.
  mutating func askServer() async throws -> Dated {
    let (reader, request, options) = (reader, request, options)
    return try await measure { try await reader.fetch(request, options.priority) }.get()
  }

  /// Asks the server. When it cannot be reached, fails or is late, what is stored is returned: `part` of the value, or else what
  /// the store has. With nothing stored the read waits on.
  mutating func askServer(orUse part: Dated?) async throws -> Stamped<Value> {
    let fetching = reader.background.start { [reader, request, options] in
      try await reader.fetch(request, options.priority)
    }
    switch try await wait(for: fetching, limit: options.timeout) {
    case .success(let fetched)?: return stamp(fetched, isFromServer: true)
    case .failure(let error)? where error.isRefusal: throw error
    case let response:
      var stored = part
      if stored == nil { stored = try await askStore() }
      if let stored { return stamp(stored, isFromServer: false) }
      if case .failure(let error)? = response { throw error }
      let fetched = try await wait(for: fetching)
      return stamp(fetched, isFromServer: true)
    }
  }

  /// Waits for a fetching that outlives the wait.
  mutating func wait(for fetching: Task<Dated, any Error>) async throws -> Dated {
    try await measure {
      try await withTaskCancellationHandler {
        try await fetching.value
      } onCancel: {
        fetching.cancel()
      }
    }.get()
  }

  /// The same for so long at most; `nil` when it is late.
  private mutating func wait(
    for fetching: Task<Dated, any Error>, limit: Duration
  ) async throws -> Result<Dated, any Error>? {
    let response = try await measure { [clock = reader.time.clock] in
      try await withTaskCancellationHandler {
        try await withDeadline(clock.now.advanced(by: limit), clock: clock) { try await fetching.value }
      } onCancel: {
        fetching.cancel()
      }
    }
    guard case .failure(_ as DeadlineExceeded) = response else { return response }
    explanation.network = .late(limit)
    return nil
  }

  private mutating func measure(
    _ ask: () async throws -> Dated
  ) async throws -> Result<Dated, any Error> {
    let start = reader.time.clock.now
    let response = await Result { try await ask() }
    explanation.networkTime = (explanation.networkTime ?? .zero) + start.duration(to: reader.time.clock.now)
    try Task.checkCancellation()
    switch response {
    case .success: explanation.network = .responded
    case .failure(let error):
      explanation.network = .failed(error)
      if error is CancellationError { try reader.background.checkOpen() }
    }
    return response
  }

  /// Stamps what was read last.
  func stamp(_ read: Dated, isFromServer: Bool) -> Stamped<Value> {
    var stamped = Stamped(
      read.value, isFromServer: isFromServer, fetchedAt: read.fetchedAt,
      isStale: !isFromServer && explanation.isStale, details: explanation)
    stamped.lastListing = read.lastListing
    return stamped
  }
}

extension ReadOptions {
  /// Whether something of this age may respond at all; `nil` when its date lies in the future.
  func allows(_ age: Duration?) -> Bool {
    guard let maxAge else { return true }
    return age.map { $0 <= maxAge } ?? false
  }
}

extension Error {
  /// Whether the server has said no: another way of asking will not change that. Otherwise there is no usable response, and what
  /// is stored may take its place.
  ///
  /// Anything but an API response, such as the login page of a hotel's network, counts as none.
  var isRefusal: Bool {
    switch (self as? HTTPError)?.code {
    case .notFound, .invalidInput, .unauthorized, .forbidden, .conflict: true
    default: false
    }
  }
}
