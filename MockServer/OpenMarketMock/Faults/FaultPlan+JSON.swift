import HTTPTypes

/// Plans as the control plane spells them:
///
/// ```json
/// {"seed":7,"match":{"method":"POST"},"limit":100,"dropAfter":0.2,"delay":0.1,"delays":[0.001,0.1],
///  "status":0.05,"statuses":[503],"retryAfter":2}
/// ```
///
/// Only `seed` is required. Durations are in seconds.
extension FaultPlan {
  /// The probabilities by their names.
  package static let chances: [(name: String, property: any WritableKeyPath<FaultPlan, Double> & Sendable)] =
    [
      ("dropBefore", \.dropBefore), ("dropAfter", \.dropAfter), ("delay", \.delay), ("truncate", \.truncate),
      ("garbage", \.garbage), ("duplicate", \.duplicate), ("status", \.status),
      ("unauthorized", \.unauthorized), ("hang", \.hang),
    ]
  private static let otherKeys = ["seed", "match", "limit", "delays", "statuses", "retryAfter"]

  init(_ json: JSONObject) throws(Refusal) {
    try json.allow(Self.otherKeys + Self.chances.map(\.name))
    try json.refuseNulls()
    let seed = try json.required("seed") { key throws(Refusal) in
      try json.integer(key, in: 0...((1 << 53) - 1) as ClosedRange<UInt64>)
    }
    self.init(seed: seed)
    match = try json.object("match").map { json throws(Refusal) in try Fault.Match(json) } ?? match
    limit = try json.integer("limit", in: 0...1_000_000_000)
    for (name, property) in Self.chances {
      guard let chance = try json.number(name) else { continue }
      guard (0...1).contains(chance) else { throw .badRequest("\(name) must be a probability from 0 to 1.") }
      self[keyPath: property] = chance
    }
    let sum = Self.chances.reduce(0) { $0 + self[keyPath: $1.property] }
    guard sum <= 1 + 1e-9 else {
      throw Refusal(.unprocessableContent, "The probabilities are \(sum) together; 1 is the most.")
    }
    if let range = try json.array("delays") { delays = try Self.delays(range) }
    if let codes = try json.array("statuses") { statuses = try Self.statuses(codes) }
    retryAfter = try json.duration("retryAfter")
  }

  private static func delays(_ range: [JSONValue]) throws(Refusal) -> ClosedRange<Duration> {
    guard range.count == 2, let low = range[0].number, let high = range[1].number,
      low >= 0, high >= 0, max(low, high) <= 1_000_000
    else { throw .badRequest("delays must be the shortest and the longest delay in seconds.") }
    return .seconds(min(low, high)) ... .seconds(max(low, high))
  }

  private static func statuses(_ codes: [JSONValue]) throws(Refusal) -> [HTTPResponse.Status] {
    var statuses: [HTTPResponse.Status] = []
    for code in codes {
      guard let code = code.integer, (200...599).contains(code)
      else {
        throw .badRequest("statuses must be whole numbers from 200 to 599.")
      }
      statuses.append(HTTPResponse.Status(code: code))
    }
    guard !statuses.isEmpty else { throw .badRequest("statuses must not be empty.") }
    return statuses
  }

  /// Appends the plan, with all that is set to something.
  func write(to json: inout JSONBytes) {
    json.raw("{\"seed\":\(seed),\"match\":")
    match.write(to: &json)
    if let limit { json.raw(",\"limit\":\(limit)") }
    for (name, property) in Self.chances where self[keyPath: property] > 0 {
      json.raw(",\"\(name)\":\(self[keyPath: property])")
    }
    json.raw(
      ",\"delays\":[\(delays.lowerBound.fractionalSeconds),\(delays.upperBound.fractionalSeconds)],\"statuses\":"
    )
    json.array(statuses) { $1.integer($0.code) }
    if let retryAfter { json.raw(",\"retryAfter\":\(retryAfter.fractionalSeconds)") }
    json.raw("}")
  }
}
