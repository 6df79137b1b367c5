package import Foundation
package import OpenMarketPacing

extension MarketplaceMock {
  /// The settings of a mock market.
  ///
  /// Every property has a default that suits tests.
  public struct Configuration: Sendable {
    /// The number of products in the seeded catalogue (default: 100); negative counts as none.
    public var productCount = 100
    /// The seed of the catalogue (default: 7); the same seed and count give the same one.
    public var seed: UInt64 = 7
    /// Which rules new and changed products must keep (default: the documented limits).
    package var validation = Validation.strict
    /// Whether `Idempotency-Key` is honoured (default: yes); the original market ignored it.
    public var honoursIdempotencyKeys = true
    /// Whether pages are those of the original market (default: no): page n has up to n times as many products as a page,
    /// and past the end there is 204 without a body instead of a page of none.
    package var usesOriginalPaging = false
    /// The vendors that may write (default: ``Vendor/sample`` and ``Vendor/other``).
    public var vendors = [Vendor.sample, Vendor.other]
    /// The beginning of links to pictures; `nil` for the address that each request was sent to (default).
    package var baseURL: URL?
    /// The date that the market's clock starts from, and the clock that measures how long a response delayed by a fault
    /// keeps its idempotency key busy (default: the system's).
    package var time = TimeSource()
    /// How many requests the log keeps, the latest (default: 10,000).
    package var requestLogLimit = 10_000
    /// How many effects the ledger keeps, the latest (default: 100,000).
    package var ledgerLimit = 100_000
    /// The token that the console's page sends with what it asks of the control plane; `nil` without a console (default).
    package var consoleToken: String?
    /// Is told of everything that happens, right after it, on the thread of the request (default: none).
    package var observer: (@Sendable (MarketActivity) -> Void)?

    package init() {}
  }

  /// Which rules new and changed products must keep.
  ///
  /// The original documented limits that its own data broke.
  package enum Validation: String, Sendable, Hashable, CaseIterable {
    /// The documented limits.
    case strict
    /// No minimum lengths, any currency, any bytes as an image.
    case lenient
  }
}

/// An event of the market, told to whoever looks on: the console of `mock-server`.
package enum MarketActivity: Sendable {
  /// A request, as the log has it once there is a response, with both in full.
  case exchange(LoggedRequest, MockRequest, MockResponse)
  /// A fault was added to the script.
  case faultAdded(Fault)
  /// Script and plan were emptied.
  case faultsRemoved
  /// Another plan, or none.
  case plan(FaultPlan?)
  /// The clock was set to this moment; it was at `from`.
  case clockSet(Date, from: Date)
  /// The clock was frozen at `at`, or goes on from there.
  case clockFrozen(Bool, at: Date)
  /// Everything began anew, with these settings.
  case reset(MarketplaceMock.Configuration)
}
