import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Gives each write its credentials, and gets new ones when the server refuses them; shared by all copies of
/// a client.
final class CredentialsSession: Sendable {
  let provider: any CredentialsProvider
  private let history = Mutex(RefreshHistory())
  private let refreshes = SharedTask<VendorCredentials, VendorCredentials>()
  private let known = Mutex<Vendor?>(nil)

  init(_ provider: any CredentialsProvider) { self.provider = provider }

  /// Begins a write.
  /// - Throws: ``HTTPError`` with `unauthorized` when signed out, or when another vendor is signed in.
  func begin() async throws -> CredentialsUse {
    let start = history.withLock { $0.count }
    return CredentialsUse(session: self, credentials: try await current(), start: start)
  }

  /// How many writes wait for new credentials in place of `refused`.
  func waiterCount(for refused: VendorCredentials) -> Int { refreshes.waiterCount(for: refused) }

  func current() async throws -> VendorCredentials {
    do {
      if let credentials = try await provider.credentials() { return try accept(credentials) }
    } catch let error as HTTPError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw HTTPError(.unauthorized, "The vendor's credentials cannot be read: \(error)", cause: error)
    }
    throw HTTPError(.unauthorized, "Selling needs a vendor's credentials: sign in first.")
  }

  /// New credentials in place of those that `error` refuses, for a write that noted `start`.
  func replacement(
    for refused: VendorCredentials, since start: Int, after error: HTTPError
  ) async throws -> VendorCredentials {
    let ended: @Sendable () -> RefreshHistory.Outcome? = { [self] in
      history.withLock { $0.outcome(for: refused, since: start) }
    }
    if let outcome = ended() { return try resolve(outcome, error) }
    do {
      return try await refreshes.value(for: refused) { [self] in
        // One may have ended since: a second one would follow it.
        if let outcome = ended() { return try resolve(outcome, error) }
        let outcome = try await refresh(after: refused)
        history.withLock { $0.record(outcome, for: refused) }
        return try resolve(outcome, error)
      }
    } catch let shared as HTTPError {
      // The refusal of this write, not that of the one that began the refresh.
      var own = error
      own.message = shared.message
      own.cause = shared.cause
      throw own
    }
  }

  private func refresh(after refused: VendorCredentials) async throws -> RefreshHistory.Outcome {
    do {
      guard let fresh = try await provider.refreshedCredentials(after: refused), fresh != refused else {
        return .failed(nil)
      }
      return .replaced(try accept(fresh))
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return .failed(error)
    }
  }

  private func resolve(
    _ outcome: RefreshHistory.Outcome, _ refusal: HTTPError
  ) throws(HTTPError) -> VendorCredentials {
    switch outcome {
    case .replaced(let fresh): return fresh
    case .failed(let cause):
      var error = refusal
      if let cause {
        error.message = "The credentials were refused, and no new ones could be got: \(cause)"
        error.cause = cause
      }
      throw error
    }
  }

  private func accept(_ credentials: VendorCredentials) throws(HTTPError) -> VendorCredentials {
    guard let account = provider.account, account != credentials.identifier.reveal() else {
      return credentials
    }
    throw HTTPError(
      .unauthorized,
      "Another vendor is signed in than the one this client was made for: make one for that account.")
  }

  /// Tells the provider, once, who it is that sells.
  func learn(_ vendor: Vendor?) async {
    guard let vendor, known.withLock({ $0 != vendor }) else { return }
    await (provider as? any VendorLearning)?.didLearn(vendor)
    known.withLock { $0 = vendor }
  }
}

/// The credentials of one write, through all its steps; replaced at most once.
struct CredentialsUse {
  let session: CredentialsSession
  private(set) var credentials: VendorCredentials
  private let start: Int
  private var isReplaced = false

  init(session: CredentialsSession, credentials: VendorCredentials, start: Int) {
    (self.session, self.credentials, self.start) = (session, credentials, start)
  }

  /// Sends one step, and once more with new credentials when the server refuses those.
  ///
  /// A server that responds with 401 or 403 has done nothing, so that sending again does no harm; but a gateway may
  /// respond with anything. Whoever cannot have that says so with `isResent`, and learns from ``CredentialsReplaced``
  /// that trying again makes sense.
  ///
  /// - 401 leads to a refresh.
  /// - 403 says that the secret is wrong, or that another vendor owns the product: the write is sent again only if
  ///   the provider has another secret by now.
  /// - The original market says 400 for an unknown vendor, as it does for much else: that leads to nothing.
  mutating func send<Value>(
    isResent: Bool = true, _ step: (VendorCredentials) async throws -> Value
  ) async throws -> Value {
    do {
      return try await step(credentials)
    } catch var error as HTTPError {
      error.hide([credentials.secret, credentials.identifier])
      guard !isReplaced else { throw error }
      switch error.code {
      case .unauthorized:
        credentials = try await session.replacement(for: credentials, since: start, after: error)
      case .forbidden:
        guard let present = try? await session.current(), present != credentials else { throw error }
        credentials = present
      default: throw error
      }
      isReplaced = true
      guard isResent else {
        error.cause = CredentialsReplaced()
        throw error
      }
      return try await send(isResent: isResent, step)
    }
  }
}

/// The cause of a refusal after which there are other credentials.
package struct CredentialsReplaced: Error {}
