import Foundation

/// A JSON object whose fields may be spelled in either generation's way and whose optional fields may
/// hold rubbish.
///
/// Costs what a keyed container costs: the first spelling is looked up once, the other one only when the
/// first is absent. There is one method for each JSON type, because `JSONDecoder` takes a much longer way
/// through its generic `decode` than through those for `String` and the integers.
struct WireObject {
  let fields: KeyedDecodingContainer<WireKey>
  /// What was dropped so far; the paths start at this object.
  var issues: [DecodingIssue] = []

  init(_ decoder: any Decoder) throws {
    fields = try decoder.container(keyedBy: WireKey.self)
  }
}

// MARK: - Required fields

extension WireObject {
  func id<Subject>(_ key: WireKey) throws -> EntityID<Subject> {
    let number =
      try fields.decodeIfPresent(Int64.self, forKey: key) ?? fields.decode(Int64.self, forKey: key.respelled)
    return EntityID(rawValue: number)
  }

  /// A whole number that counts something.
  func count(_ key: WireKey) throws -> Int {
    let number =
      try fields.decodeIfPresent(Int.self, forKey: key) ?? fields.decode(Int.self, forKey: key.respelled)
    guard number >= 0 else { throw unusable(key, "\(number) is not a count") }
    return number
  }

  func bool(_ key: WireKey) throws -> Bool {
    try fields.decodeIfPresent(Bool.self, forKey: key) ?? fields.decode(Bool.self, forKey: key.respelled)
  }

  func string(_ key: WireKey) throws -> String {
    try fields.decodeIfPresent(String.self, forKey: key)
      ?? fields.decode(String.self, forKey: key.respelled)
  }

  /// A number in any JSON form, to its last digit.
  func decimal(_ key: WireKey) throws -> Decimal {
    try fields.decodeIfPresent(Decimal.self, forKey: key)
      ?? fields.decode(Decimal.self, forKey: key.respelled)
  }

  func webAddress(_ key: WireKey) throws -> URL {
    let text = try string(key)
    guard let url = URL(webAddress: text) else { throw unusable(key, "\(quoted: text) is not a web address") }
    return url
  }

  private func unusable(_ key: WireKey, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: fields, debugDescription: reason)
  }
}

// MARK: - Optional fields

extension WireObject {
  mutating func optionalString(_ key: WireKey) -> String? {
    optional(key) { object, key in try object.fields.decodeIfPresent(String.self, forKey: key) }
  }

  mutating func optionalDecimal(_ key: WireKey) -> Decimal? {
    optional(key) { object, key in try object.fields.decodeIfPresent(Decimal.self, forKey: key) }
  }

  /// A date in any of the forms that ``LenientDate`` knows.
  mutating func optionalDate(_ key: WireKey) -> Date? {
    guard let text = optionalString(key) else { return nil }
    if let date = LenientDate.parse(text.utf8) { return date }
    drop(key, "\(quoted: text) is not a date")
    return nil
  }

  mutating func optionalWebAddress(_ key: WireKey) -> URL? {
    guard let text = optionalString(key) else { return nil }
    if let url = URL(webAddress: text) { return url }
    drop(key, "\(quoted: text) is not a web address")
    return nil
  }

  mutating func optionalObject<Value: WireDecodable>(_ key: WireKey) -> Value? {
    optional(key) { object, key in
      guard object.fields.contains(key), try !object.fields.decodeNil(forKey: key) else { return nil }
      var inner = try WireObject(object.fields.superDecoder(forKey: key))
      let value = try Value(from: &inner)
      object.adopt(inner.issues, below: key.stringValue)
      return value
    }
  }

  mutating func optionalList<Entry: WireDecodable>(_ key: WireKey) -> [Entry]? {
    optional(key) { object, key in
      guard object.fields.contains(key), try !object.fields.decodeNil(forKey: key) else { return nil }
      return try object.list(key)
    }
  }

  /// What `read` makes of the first spelling that is present.
  ///
  /// What it cannot read counts as absent and is noted.
  private mutating func optional<Value>(
    _ key: WireKey, _ read: (inout WireObject, WireKey) throws -> Value?
  ) -> Value? {
    do {
      if let value = try read(&self, key) { return value }
      guard key.twin != nil else { return nil }
      return try read(&self, key.respelled)
    } catch {
      drop(key, DecodingIssue.reason(for: error))
      return nil
    }
  }

  private mutating func drop(_ key: WireKey, _ reason: String) {
    issues.append(DecodingIssue(.valueDropped, at: key.stringValue, reason: reason))
  }
}

// MARK: - Lists

extension WireObject {
  /// The entries of a list, less those that cannot be read, which are noted.
  mutating func list<Entry: WireDecodable>(_ key: WireKey) throws -> [Entry] {
    var list = try fields.nestedUnkeyedContainer(forKey: key)
    var entries: [Entry] = []
    entries.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let index = list.currentIndex
      let attempt = try list.decode(Attempt<Entry>.self)
      switch attempt.entry {
      case .success(let entry):
        entries.append(entry)
        adopt(attempt.issues, below: "\(key.stringValue)[\(index)]")
      case .failure(let error):
        let reason = DecodingIssue.reason(for: error)
        issues.append(DecodingIssue(.entrySkipped, at: "\(key.stringValue)[\(index)]", reason: reason))
      }
    }
    return entries
  }

  private mutating func adopt(_ inner: [DecodingIssue], below path: @autoclosure () -> String) {
    for var issue in inner {
      issue.path = "\(path()).\(issue.path)"
      issues.append(issue)
    }
  }
}
