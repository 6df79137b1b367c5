import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// Everything the market knows: a value that requests are put into and responses come out of.
///
/// It neither waits nor reads a clock; ``MarketplaceMock`` holds it behind a lock.
struct MarketState: Sendable {
  var table: ProductTable
  var validation: MarketplaceMock.Validation
  var vendors: [String: MarketplaceMock.Vendor]
  var honoursIdempotencyKeys: Bool
  var clock = ServerClock()
  /// The faults still to come, in order.
  var script: [Fault] = []
  var plan: FaultPlanRun?
  var log: RecentEntries<LoggedRequest>
  var ledger: RecentEntries<LedgerEntry>
  var keys = IdempotencyRecords()
  /// Which product each path given out by `/archived` deletes, by the path's last segment, until the product is gone.
  var deletions: [String: Int64] = [:]
  /// Where image names and deletion keys come from.
  var names: SplitMix64

  /// Sets up the market that `configuration` describes; takes seconds for a million products.
  init(_ configuration: MarketplaceMock.Configuration) {
    table = ProductTable(
      seed: configuration.seed, productCount: max(0, configuration.productCount),
      today: CivilDay(configuration.time.date()))
    validation = configuration.validation
    vendors = Dictionary(configuration.vendors.map { ($0.identifier, $0) }) { first, _ in first }
    honoursIdempotencyKeys = configuration.honoursIdempotencyKeys
    log = RecentEntries(limit: configuration.requestLogLimit)
    ledger = RecentEntries(limit: configuration.ledgerLimit)
    names = SplitMix64(seed: configuration.seed ^ 0x6E61_6D65_7321)
  }

  /// Writes a request down, and returns its number in the log and the fault that strikes it.
  mutating func admit(
    _ request: MockRequest, target: RequestTarget, bodyDigest: String?, now: Date,
    repeating fault: Fault? = nil
  ) -> (sequence: Int, fault: Fault?) {
    let fault = fault ?? script.take(request.head.method, target) ?? plan?.take(request.head.method, target)
    let sequence = log.nextSequence
    var entry = LoggedRequest(sequence: sequence, request: request, target: target, bodyDigest: bodyDigest)
    entry.fault = fault?.action.name
    log.append(entry)
    if let scope = IdempotencyRecords.Scope(request.head) { keys.noteRequest(scope, now: now) }
    return (sequence, fault)
  }

  mutating func finish(_ sequence: Int, with response: MockResponse) {
    log.update(sequence) { entry in
      entry.status = response.isVisible ? response.head.status.code : nil
      entry.isReplayed = response.head.headerFields[.idempotentReplayed] != nil
    }
  }

  var effects: [Effect] {
    ledger.all.map { entry in
      var effect = entry.effect
      if let scope = entry.scope { effect.requestCount = keys.requestCount(scope) ?? effect.requestCount }
      return effect
    }
  }
}

extension IdempotencyRecords.Scope {
  /// The scope of a request that carries both fields.
  init?(_ head: HTTPRequest) {
    guard let identifier = head.headerFields[.identifier], let key = head.headerFields[.idempotencyKey],
      head.method != .get, head.method != .head
    else { return nil }
    self.init(identifier: identifier, key: key)
  }
}
