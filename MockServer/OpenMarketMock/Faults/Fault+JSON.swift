import HTTPTypes

/// Faults as the control plane spells them:
///
/// ```json
/// {"match":{"method":"GET","path":"/api/products/*","query":{"page_no":"2"}},
///  "phase":"before","action":{"type":"status","status":503,"retryAfter":2},"times":1}
/// ```
///
/// Only `action` is required; one without parameters may be its bare name. Durations are in seconds.
extension Fault {
  init(_ json: JSONObject) throws(Refusal) {
    try json.allow("match", "phase", "action", "times")
    match = try json.object("match").map { json throws(Refusal) in try Match(json) } ?? Match()
    switch try json.string("phase") {
    case nil, "before": phase = .before
    case "after": phase = .after
    default: throw .badRequest("phase must be before or after.")
    }
    if case .string(let name) = json.values["action"] {
      action = try Action(JSONObject(values: ["type": .string(name)]))
    } else if let object = try json.object("action") {
      action = try Action(object)
    } else {
      throw .badRequest("action is missing.")
    }
    times = try json.integer("times", in: 1...1_000_000_000) ?? 1
  }

  func write(to json: inout JSONBytes) {
    json.raw("{\"match\":")
    match.write(to: &json)
    json.raw(#","phase":"\#(phase)","action":"#)
    action.write(to: &json)
    json.raw(#","times":\#(times)}"#)
  }
}

extension Fault.Match {
  init(_ json: JSONObject) throws(Refusal) {
    try json.allow("method", "path", "query")
    try json.refuseNulls()
    self.init()
    if let name = try json.string("method") {
      guard let method = HTTPRequest.Method(rawValue: name.uppercased()) else {
        throw .badRequest("\(name) is no HTTP method.")
      }
      self.method = method
    }
    path = try json.string("path")
    // One of another form would never match.
    if let path, path.wholeMatch(of: /\*|[\/*][^?]*[^?\/]/) == nil {
      throw .badRequest("path must begin with a slash or *, and end without a slash or a query.")
    }
    if let query = try json.object("query") {
      try query.refuseNulls()
      for name in query.sortedKeys { self.query[name] = try query.string(name) }
    }
  }

  func write(to json: inout JSONBytes) {
    json.raw("{")
    if let method { json.raw(#""method":\#(json: method.rawValue),"#) }
    if let path { json.raw(#""path":\#(json: path),"#) }
    json.raw(#""query":"#)
    json.object(query)
    json.raw("}")
  }
}

extension Fault.Action {
  fileprivate init(_ json: JSONObject) throws(Refusal) {
    let type = try json.required("type", json.string)
    switch type {
    case "status":
      try json.allow("type", "status", "retryAfter")
      let status = try json.required("status") { key throws(Refusal) in try json.integer(key, in: 200...599) }
      self = .status(HTTPResponse.Status(code: status), retryAfter: try json.duration("retryAfter"))
    case "delay":
      try json.allow("type", "seconds")
      self = .delay(try json.required("seconds", json.duration))
    case "truncate", "resetMidBody":
      try json.allow("type", "afterBytes")
      let count = try json.integer("afterBytes", in: 0...Int(Int32.max)) ?? 0
      self = type == "truncate" ? .truncate(afterBytes: count) : .resetMidBody(afterBytes: count)
    case "drip":
      try json.allow("type", "bytes", "every")
      let count = try json.integer("bytes", in: 1...Int(Int32.max)) ?? 1
      self = .drip(bytes: count, every: try json.required("every", json.duration))
    case "redirect":
      try json.allow("type", "status", "location")
      let status = try json.integer("status", in: 300...399) ?? 307
      self = .redirect(
        HTTPResponse.Status(code: status), location: try json.required("location", json.string))
    case "contentType":
      try json.allow("type", "value")
      self = .contentType(try json.required("value", json.string))
    case "replaceBody":
      try json.allow("type", "body", "contentType")
      self = .replaceBody(
        try json.required("body", json.string), contentType: try json.string("contentType") ?? "text/html")
    case "field":
      try json.allow("type", "name", "value")
      let name = try json.required("name", json.string)
      guard HTTPField.Name(name) != nil else { throw .badRequest("\(name) cannot name a field.") }
      self = .field(name, value: try json.required("value", json.string))
    default:
      try json.allow("type")
      guard let action = Self.plain.first(where: { $0.name == type }) else {
        throw .badRequest("\(type) is no action.")
      }
      self = action
    }
  }

  private static let plain: [Self] = [.disconnect, .close, .hang, .garbage, .unauthorizedBasic, .duplicate]

  fileprivate func write(to json: inout JSONBytes) {
    json.raw(#"{"type":"\#(name)""#)
    switch self {
    case .status(let status, let retryAfter):
      json.raw(#","status":\#(status.code)"#)
      if let retryAfter { json.raw(#","retryAfter":\#(retryAfter.fractionalSeconds)"#) }
    case .delay(let duration): json.raw(#","seconds":\#(duration.fractionalSeconds)"#)
    case .truncate(let count), .resetMidBody(let count): json.raw(#","afterBytes":\#(count)"#)
    case .drip(let count, let delay): json.raw(#","bytes":\#(count),"every":\#(delay.fractionalSeconds)"#)
    case .redirect(let status, let location):
      json.raw(#","status":\#(status.code),"location":\#(json: location)"#)
    case .contentType(let type): json.raw(#","value":\#(json: type)"#)
    case .replaceBody(let text, let type): json.raw(#","body":\#(json: text),"contentType":\#(json: type)"#)
    case .field(let name, let value): json.raw(#","name":\#(json: name),"value":\#(json: value)"#)
    case .disconnect, .close, .hang, .garbage, .unauthorizedBasic, .duplicate: break
    }
    json.raw("}")
  }
}

extension JSONObject {
  /// Returns the value that `read` finds under `key`, which must be present.
  func required<Value>(_ key: String, _ read: (String) throws(Refusal) -> Value?) throws(Refusal) -> Value {
    guard let value = try read(key) else { throw .badRequest("\(key) is missing.") }
    return value
  }

  /// Seconds, up to a million.
  func duration(_ key: String) throws(Refusal) -> Duration? {
    guard let seconds = try number(key) else { return nil }
    guard (0...1_000_000).contains(seconds) else {
      throw .badRequest("\(key) must be seconds from 0 to 1000000.")
    }
    return .seconds(seconds)
  }
}
