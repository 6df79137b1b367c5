import HTTPTypes

/// The faults still to come, in order.
///
/// The first that matches a request strikes and is used up.
struct FaultScript: Sendable {
  private(set) var entries: [Fault] = []

  /// Adds a fault behind the others; one with no times left does nothing.
  mutating func append(_ fault: Fault) {
    if fault.times > 0 { entries.append(fault) }
  }

  /// The fault that strikes a request, if any, one time fewer.
  mutating func take(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Fault? {
    guard let index = entries.firstIndex(where: { $0.match.matches(method, target) }) else { return nil }
    let fault = entries[index]
    entries[index].times -= 1
    if entries[index].times == 0 { entries.remove(at: index) }
    return fault
  }
}

extension Fault.Match {
  func matches(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Bool {
    if let wanted = self.method, wanted != method { return false }
    if let path, !Self.matches(path[...], target.path[...]) { return false }
    return query.allSatisfy { name, value in (try? target.query.value(name)) == value }
  }

  /// `*` is any text without a slash, `**` any text.
  private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let head = pattern.first else { return text.isEmpty }
    if head != "*" { return text.first == head && matches(pattern.dropFirst(), text.dropFirst()) }
    let isDeep = pattern.hasPrefix("**")
    let rest = pattern.drop { $0 == "*" }
    var tail = text
    while true {
      if matches(rest, tail) { return true }
      guard let next = tail.first, isDeep || next != "/" else { return false }
      tail = tail.dropFirst()
    }
  }
}
