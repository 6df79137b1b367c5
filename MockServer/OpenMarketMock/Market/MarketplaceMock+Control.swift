package import Foundation
import HTTPTypes
import Synchronization

/// The control plane (contract, section 5.4): for tests in other processes. It is neither logged nor faulted.
extension MarketplaceMock {
  /// Responds to `/__mock/…`, if ``ControlAccess`` permits.
  func control(_ request: MockRequest, _ segments: [String]) -> MockResponse {
    do throws(Refusal) {
      guard ControlAccess(token: configuration.consoleToken).permits(request), segments.count == 1,
        let methods = Self.controlMethods[segments[0]]
      else { throw .notFound("Nothing is at this path.") }
      var method = request.head.method
      guard methods.contains(method) else { throw .methodNotAllowed(method, allowed: methods) }
      if method == .head { method = .get }
      switch (method, segments[0]) {
      case (.get, "health"): return health()
      case (.get, "faults"): return script(.ok)
      case (.post, "faults"): return try addFaults(request)
      case (.delete, "faults"):
        removeFaults()
        return script(.ok)
      case (.get, "fault-plan"): return plan()
      case (.post, "fault-plan"): return try setPlan(request)
      case (.delete, "fault-plan"):
        setFaultPlan(nil)
        return plan()
      case (.get, "ledger"): return effects()
      case (.get, "requests"): return requests()
      case (.post, "reset"): return try reset(request)
      case (.post, "clock"): return try setClock(request)
      default: return clock()
      }
    } catch {
      return .error(error)
    }
  }

  private static let controlMethods: [String: [HTTPRequest.Method]] = [
    "health": [.get, .head], "faults": [.get, .head, .post, .delete],
    "fault-plan": [.get, .head, .post, .delete], "ledger": [.get, .head],
    "requests": [.get, .head], "reset": [.post], "clock": [.get, .head, .post],
  ]

  private func health() -> MockResponse {
    var json = JSONBytes()
    json.object(["status": "ok", "version": Self.version, "mode": validation.rawValue])
    return .json(.ok, json)
  }

  private func script(_ status: HTTPResponse.Status) -> MockResponse {
    var json = JSONBytes()
    json.array(faults) { $0.write(to: &$1) }
    return .json(status, json)
  }

  private func addFaults(_ request: MockRequest) throws(Refusal) -> MockResponse {
    let body = try JSONValue(parsing: request.body, as: "The body")
    let entries = if case .array(let values) = body { values } else { [body] }
    var faults: [Fault] = []
    for entry in entries { faults.append(try Fault(entry.object("A fault"))) }
    for fault in faults { addFault(fault) }
    return script(.created)
  }

  private func plan() -> MockResponse {
    var json = JSONBytes()
    if let plan = faultPlan { plan.write(to: &json) } else { json.raw("null") }
    return .json(.ok, json)
  }

  private func setPlan(_ request: MockRequest) throws(Refusal) -> MockResponse {
    setFaultPlan(try FaultPlan(JSONValue(parsing: request.body, as: "The body").object("A plan")))
    return plan()
  }

  private func effects() -> MockResponse {
    var json = JSONBytes()
    json.array(ledger) { effect, json in
      json.raw(#"{"sequence":\#(effect.sequence),"kind":\#(json: effect.kind.rawValue)"#)
      json.raw(#","product":\#(effect.productID.rawValue),"vendor":\#(effect.vendorID)"#)
      json.raw(#","idempotencyKey":\#(json: effect.idempotencyKey),"requestCount":\#(effect.requestCount)"#)
      json.raw(#","time":\#(json: effect.time.rfc3339)}"#)
    }
    return .json(.ok, json)
  }

  private func requests() -> MockResponse {
    var json = JSONBytes()
    json.array(requestLog) { request, json in
      json.raw(#"{"sequence":\#(request.sequence),"method":\#(json: request.method.rawValue)"#)
      json.raw(#","target":\#(json: request.target),"headers":"#)
      json.object(Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { $0 + ", " + $1 })
      json.raw(#","bodySize":\#(request.bodySize),"bodyDigest":\#(json: request.bodyDigest)"#)
      json.raw(#","status":\#(request.status.map { "\($0)" } ?? "null"),"replayed":\#(request.isReplayed)"#)
      json.raw(#","fault":\#(json: request.fault)}"#)
    }
    return .json(.ok, json)
  }

  private func reset(_ request: MockRequest) throws(Refusal) -> MockResponse {
    let json = try Self.object(in: request)
    try json.allow("seed", "productCount", "mode")
    let mode = try json.string("mode")
    let validation = mode.flatMap { Validation(rawValue: $0) }
    if mode != nil, validation == nil { throw .badRequest("mode must be strict or lenient.") }
    let seed = try json.integer("seed", in: 0...((1 << 53) - 1) as ClosedRange<UInt64>)
    let productCount = try json.integer("productCount", in: 0...5_000_000)
    reset(seed: seed, productCount: productCount, validation: validation)
    return health()
  }

  private func clock() -> MockResponse {
    let clock = state.withLock { $0.clock }
    var json = JSONBytes()
    let now = clock.now(configuration.time.date()).rfc3339
    json.raw(#"{"now":\#(json: now),"frozen":\#(clock.isFrozen)}"#)
    return .json(.ok, json)
  }

  private func setClock(_ request: MockRequest) throws(Refusal) -> MockResponse {
    let json = try Self.object(in: request)
    try json.allow("set", "advance", "freeze")
    let text = try json.string("set")
    let moment = text.flatMap { Date(rfc3339: $0) }
    if text != nil, moment == nil { throw .badRequest("set must be an RFC 3339 time.") }
    let seconds = try json.number("advance") ?? 0
    guard (-1e10...1e10).contains(seconds) else { throw .badRequest("advance must be seconds.") }
    let flag = try json.bool("freeze")
    if let moment { setClock(to: moment) }
    if seconds != 0 { advanceClock(by: .seconds(seconds)) }
    if let flag { freezeClock(flag) }
    return clock()
  }

  /// The body's keys; an empty body has none.
  private static func object(in request: MockRequest) throws(Refusal) -> JSONObject {
    if request.body.isEmpty { return JSONObject(values: [:]) }
    return try JSONValue(parsing: request.body, as: "The body").object("The body")
  }
}

extension Date {
  /// As RFC 3339 in UTC, with milliseconds.
  package var rfc3339: String { formatted(ISO8601FormatStyle(includingFractionalSeconds: true)) }

  /// Reads RFC 3339, with a fraction or without.
  init?(rfc3339 text: String) {
    // Foundation reads the 30th of February and minute 99, too.
    let form =
      /([0-9-]{10})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])/
    let day = ISO8601FormatStyle().year().month().day()
    let styles = [ISO8601FormatStyle(includingFractionalSeconds: true), ISO8601FormatStyle()]
    guard let match = try? form.ignoresCase().wholeMatch(in: text),
      (try? day.parse(String(match.1)))?.formatted(day) == String(match.1),
      let date = styles.lazy.compactMap({ try? $0.parse(text) }).first
    else { return nil }
    self = date
  }
}
