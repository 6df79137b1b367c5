import OpenMarketHTTP
package import OpenMarketStore

/// Why a read returned what it did.
///
/// Its description is made to be printed: `market explain` shows it.
package struct ReadExplanation: Sendable {
  /// The result of looking in the store.
  package enum Cache: Sendable {
    /// The store was not asked.
    case notAsked
    /// A value of this age; `nil` when it seems to come from the future.
    case found(age: Duration?)
    /// A part of the requested value, such as a list's row instead of a detail.
    case incomplete(age: Duration?)
    /// A value older than the read allows.
    case tooOld(age: Duration?)
    /// No value.
    case nothing
    /// It could not be read.
    case failed(StoreError)
  }

  /// The result of asking the server.
  package enum Network: Sendable {
    /// It was not asked, because what is stored is fresh.
    case notNeeded
    /// It was not asked, because the policy does not allow it.
    case notAllowed
    /// It is being asked in the background, for the next read.
    case refreshing
    /// It responded.
    case responded
    /// It failed, or refused.
    case failed(any Error)
    /// It did not respond within this time; it is still being waited for in the background.
    case late(Duration)
  }

  /// The name of a ``ReadPolicy``, or `cacheAndNetwork` for ``Reads``.
  package var policy: String
  /// The result of looking in the store.
  package var cache: Cache = .notAsked
  /// The result of asking the server.
  package var network: Network = .notAllowed
  /// How long the store took; `nil` when it was not asked.
  package var cacheTime: Duration?
  /// How long the read waited for the server; `nil` when it did not.
  package var networkTime: Duration?
  /// From which age on something stored counted as stale.
  package var staleTime: Duration
}

extension ReadExplanation {
  /// Makes an explanation of a read that has asked neither store nor server yet.
  package init(policy: ReadPolicy, staleTime: Duration) {
    self.init(policy: "\(policy)", staleTime: staleTime)
  }

  /// Whether the store had nothing that is whole and fresh; the age of what seems to come from the future is unknown.
  package var isStale: Bool {
    guard case .found(let age?) = cache else { return true }
    return age >= staleTime
  }
}

extension ReadExplanation: CustomStringConvertible {
  /// Three clauses: the policy, the store, the server.
  package var description: String {
    "\(policy): \(cacheText)\(cacheTime.took); \(networkText)\(networkTime.took)"
  }

  private var cacheText: String {
    switch cache {
    case .notAsked: "the store was not asked"
    case .found(let age): "stored \(age.ago) (fresh for \(staleTime.text))"
    case .incomplete(let age): "stored in part \(age.ago)"
    case .tooOld(let age): "stored \(age.ago), older than this read allows"
    case .nothing: "nothing stored"
    case .failed(let error): "the store failed: \(error.message)"
    }
  }

  private var networkText: String {
    switch network {
    case .notNeeded: "the server was not asked, as what is stored is fresh"
    case .notAllowed: "the server was not asked, as the policy does not allow it"
    case .refreshing: "the server is being asked in the background"
    case .responded: "the server responded"
    case .failed(let error as HTTPError): "the server did not respond: \(error.message)"
    case .failed(let error): "the server did not respond: \(error)"
    case .late(let limit): "the server did not respond within \(limit.text) and is still being waited for"
    }
  }
}

extension Duration? {
  fileprivate var took: String { map { ", in \($0.text)" } ?? "" }
  fileprivate var ago: String { map { "\($0.text) ago" } ?? "at a time yet to come" }
}

extension Duration {
  /// In the unit that fits: `0.35 ms`, `12 s`, `5 min`, `3 h`, `2 d`.
  package var text: String {
    switch seconds {
    case ..<1: return "\((seconds * 100_000).rounded() / 100) ms"
    case ..<120: return "\((seconds * 10).rounded() / 10) s"
    case ..<7200: return "\(Int(seconds / 60)) min"
    case ..<172_800: return "\(Int(seconds / 3600)) h"
    default: return "\(Int64(min(seconds, 1e15) / 86_400)) d"
    }
  }
}
