import HTTPTypes

/// A script: the faults still to come, in order.
extension [Fault] {
  /// The fault that strikes a request: the first that matches it, if any, one time fewer.
  mutating func take(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Fault? {
    guard let index = firstIndex(where: { $0.match.matches(method, target) }) else { return nil }
    let fault = self[index]
    self[index].times -= 1
    if self[index].times == 0 { remove(at: index) }
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
