public import Foundation
public import HTTPTypes
public import Logging
public import OpenMarketPacing

extension HTTPClient {
  /// What a client does for every call, with plain defaults.
  public struct Configuration: Sendable {
    /// Fields sent with every request that does not set them itself. Default: none.
    public var headers: HTTPFields = [:]
    /// The longest that each try may take; `nil` for ever. Default: 30 s.
    public var perTryTimeout: Duration? = .seconds(30)
    /// The longest that a call may take with all its tries and pauses; `nil` for ever. Default: 60 s.
    public var totalTimeout: Duration? = .seconds(60)
    /// Largest accepted answer in memory, in bytes after content decoding. Default: 16 MiB.
    public var responseLimit: Int64 = 16 << 20
    /// Steps that see each call once, first outermost, outside of everything below. Default: none.
    public var middlewares: [any HTTPMiddleware] = []
    /// The fields that say who sends a request: dropped when it goes to another origin than the server's,
    /// and a reason not to store the answer. Default: `Authorization`, `Proxy-Authorization`,
    /// `Cookie`, `Idempotency-Key` and `identifier`.
    public var identifyingFields: Set<HTTPField.Name> = [
      .authorization, .proxyAuthorization, .cookie, .idempotencyKey, .identifier,
    ]
    /// Where the client logs. Default: nowhere.
    public var logger = Logger(label: "openmarket.http") { _ in SwiftLogNoOpLogHandler() }
    /// The clock of all time limits and pauses. Default: the continuous clock.
    public var clock: AnyClock = .continuous
    /// The calendar time, for dates in answers. Default: the system's.
    public var date: @Sendable () -> Date = { Date() }

    init() {}
  }
}
