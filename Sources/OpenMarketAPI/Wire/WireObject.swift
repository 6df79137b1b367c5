import Foundation

/// A JSON object whose fields may be spelled in either generation's way and whose optional fields may
/// hold rubbish.
///
/// Costs what a keyed container costs: the first spelling is looked up once, the other one only when the
/// first is absent. There is one method for each JSON type, because `JSONDecoder` takes a much longer way
/// through its generic `decode` than through those for `String` and the integers.
struct WireObject {
  let fields: KeyedDecodingContainer<WireKey>
  /// For fields with unknown names.
  let decoder: any Decoder
  /// The issues found so far; the paths start at this object.
  private(set) var issues: [DecodingIssue] = []

  init(_ decoder: any Decoder) throws {
    self.decoder = decoder
    fields = try decoder.container(keyedBy: WireKey.self)
  }
}

// MARK: - Required fields

extension WireObject {
  func id<Subject>(_ field: WireField) throws -> EntityID<Subject> {
    let number = try findNumber(field) { try fields.decodeIfPresent(Int64.self, forKey: $0) }
    return EntityID(rawValue: try require(number, field))
  }

  /// A whole number that counts something.
  func count(_ field: WireField) throws -> Int { try require(findCount(field), field) }

  func string(_ field: WireField) throws -> String { try require(findString(field), field) }

  /// A number in any form that servers use, to its last digit.
  func decimal(_ field: WireField) throws -> Decimal { try require(findDecimal(field), field) }

  func webAddress(_ field: WireField) throws -> URL {
    guard let url = URL(webAddress: try string(field)) else { throw unusable(field) }
    return url
  }

  private func require<Value>(_ value: Value?, _ field: WireField) throws -> Value {
    if let value { return value }
    let key = WireKey(field)
    let isNull = fields.contains(key) || WireKey(alternativeOf: field).map(fields.contains) ?? false
    throw isNull
      ? DecodingError.valueNotFound(
        Value.self, .init(codingPath: fields.codingPath + [key], debugDescription: "null"))
      : DecodingError.keyNotFound(key, .init(codingPath: fields.codingPath, debugDescription: "missing"))
  }
}

// MARK: - Optional fields

extension WireObject {
  mutating func optionalString(_ field: WireField) -> String? {
    dropping(field) { try $0.findString(field) }
  }

  /// The value that was found, else what follows from the rest, which is noted.
  mutating func take<Value>(
    _ found: Value?, _ field: WireField, or inferred: @autoclosure () -> Value?
  ) throws -> Value {
    if let found { return found }
    let value = try require(inferred(), field)
    issues.append(
      DecodingIssue(.valueInferred, at: field.rawValue, reason: "not stated, and taken to be \(value)"))
    return value
  }

  mutating func optionalDecimal(_ field: WireField) -> Decimal? {
    dropping(field) { try $0.findDecimal(field) }
  }

  /// A date in any of the forms that ``LenientDate`` knows.
  mutating func optionalDate(_ field: WireField) -> Date? {
    guard let text = optionalString(field) else { return nil }
    if let date = LenientDate.parse(text.utf8) ?? Double(text).flatMap(LenientDate.date) { return date }
    drop(field, "\(quoted: text) is not a date")
    return nil
  }

  mutating func optionalWebAddress(_ field: WireField) -> URL? {
    guard let text = optionalString(field) else { return nil }
    if let url = URL(webAddress: text) { return url }
    drop(field, "\(quoted: text) is not a web address")
    return nil
  }

  mutating func optionalObject<Value: WireDecodable>(_ field: WireField) -> Value? {
    dropping(field) { object in
      guard try object.hasValue(field) else { return nil }
      var inner = try WireObject(object.fields.superDecoder(forKey: WireKey(field)))
      let value = try Value(from: &inner)
      object.adopt(inner.issues, below: field.rawValue)
      return value
    }
  }

  mutating func optionalList<Entry: WireDecodable>(_ field: WireField) -> [Entry]? {
    dropping(field) { try $0.hasValue(field) ? $0.list(field).first : nil }
  }

  private func hasValue(_ field: WireField) throws -> Bool {
    try fields.contains(WireKey(field)) && !fields.decodeNil(forKey: WireKey(field))
  }

  /// Returns the result of `read`; an unreadable value counts as absent and is noted.
  private mutating func dropping<Value>(
    _ field: WireField, _ read: (inout WireObject) throws -> Value?
  ) -> Value? {
    do {
      return try read(&self)
    } catch {
      drop(field, DecodingIssue.reason(for: error))
      return nil
    }
  }

  private mutating func drop(_ field: WireField, _ reason: String) { note(field.rawValue, reason) }

  /// Notes that a value is left out.
  mutating func note(_ field: String, _ reason: String) {
    issues.append(DecodingIssue(.valueDropped, at: field, reason: reason))
  }
}

// MARK: - Lists

extension WireObject {
  /// The entries of a list, less those that cannot be read, which are noted; cut in two after `count`, these included.
  ///
  /// `null` is an empty list, as Go writes it.
  mutating func list<Entry: WireDecodable>(
    _ field: WireField, cutAfter count: Int = .max
  ) throws -> (first: [Entry], rest: [Entry]) {
    let key = WireKey(field)
    if fields.contains(key), try fields.decodeNil(forKey: key) { return ([], []) }
    var list = try fields.nestedUnkeyedContainer(forKey: key)
    var (first, rest) = ([Entry](), [Entry]())
    first.reserveCapacity(min(list.count ?? 0, count))
    while !list.isAtEnd {
      let index = list.currentIndex
      switch try list.decode(Attempt<Entry>.self) {
      case .success(let entry, let issues):
        if index < count { first.append(entry) } else { rest.append(entry) }
        adopt(issues, below: "\(field.rawValue)[\(index)]")
      case .failure(let error):
        let reason = DecodingIssue.reason(for: error)
        issues.append(DecodingIssue(.entrySkipped, at: "\(field.rawValue)[\(index)]", reason: reason))
      }
    }
    return (first, rest)
  }

  private mutating func adopt(_ inner: [DecodingIssue], below path: @autoclosure () -> String) {
    for var issue in inner {
      issue.path = "\(path()).\(issue.path)"
      issues.append(issue)
    }
  }
}
