import Foundation

/// A JSON object whose fields may be spelled in either generation's way and whose optional fields may
/// hold rubbish.
///
/// Costs what a keyed container costs: the first spelling is looked up once, the other one only when the
/// first is absent. There is one method for each JSON type, because `JSONDecoder` takes a much longer way
/// through its generic `decode` than through those for `String` and the integers.
struct WireObject {
  private let fields: KeyedDecodingContainer<WireKey>
  /// What was dropped so far; the paths start at this object.
  private(set) var issues: [DecodingIssue] = []

  init(_ decoder: any Decoder) throws {
    fields = try decoder.container(keyedBy: WireKey.self)
  }
}

// MARK: - Required fields

extension WireObject {
  func id<Subject>(_ key: WireKey) throws -> EntityID<Subject> {
    EntityID(rawValue: try require(find(key) { try fields.decodeIfPresent(Int64.self, forKey: $0) }, key))
  }

  /// A whole number that counts something.
  func count(_ key: WireKey) throws -> Int {
    let number = try require(find(key) { try fields.decodeIfPresent(Int.self, forKey: $0) }, key)
    guard number >= 0 else { throw unusable(key) }
    return number
  }

  func bool(_ key: WireKey) throws -> Bool {
    try require(find(key) { try fields.decodeIfPresent(Bool.self, forKey: $0) }, key)
  }

  func string(_ key: WireKey) throws -> String { try require(findString(key), key) }

  /// A number in any JSON form, to its last digit.
  func decimal(_ key: WireKey) throws -> Decimal { try require(findDecimal(key), key) }

  func webAddress(_ key: WireKey) throws -> URL {
    guard let url = URL(webAddress: try string(key)) else { throw unusable(key) }
    return url
  }

  private func require<Value>(_ value: Value?, _ key: WireKey) throws -> Value {
    if let value { return value }
    let isNull = fields.contains(key) || fields.contains(key.respelled)
    throw isNull
      ? DecodingError.valueNotFound(
        Value.self, .init(codingPath: fields.codingPath + [key], debugDescription: "null"))
      : DecodingError.keyNotFound(key, .init(codingPath: fields.codingPath, debugDescription: "missing"))
  }
}

// MARK: - Optional fields

extension WireObject {
  mutating func optionalString(_ key: WireKey) -> String? {
    dropping(key) { try $0.findString(key) }
  }

  mutating func optionalDecimal(_ key: WireKey) -> Decimal? {
    dropping(key) { try $0.findDecimal(key) }
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
    dropping(key) { object in
      guard try object.hasValue(key) else { return nil }
      var inner = try WireObject(object.fields.superDecoder(forKey: key))
      let value = try Value(from: &inner)
      object.adopt(inner.issues, below: key.stringValue)
      return value
    }
  }

  mutating func optionalList<Entry: WireDecodable>(_ key: WireKey) -> [Entry]? {
    dropping(key) { try $0.hasValue(key) ? $0.list(key) : nil }
  }

  private func hasValue(_ key: WireKey) throws -> Bool {
    try fields.contains(key) && !fields.decodeNil(forKey: key)
  }

  /// What `read` gives; what it cannot read counts as absent and is noted.
  private mutating func dropping<Value>(
    _ key: WireKey, _ read: (inout WireObject) throws -> Value?
  ) -> Value? {
    do {
      return try read(&self)
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
      switch try list.decode(Attempt<Entry>.self) {
      case .success(let entry, let issues):
        entries.append(entry)
        adopt(issues, below: "\(key.stringValue)[\(index)]")
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

// MARK: - Either spelling

extension WireObject {
  private func findString(_ key: WireKey) throws -> String? {
    try find(key) { try fields.decodeIfPresent(String.self, forKey: $0) }
  }

  private func findDecimal(_ key: WireKey) throws -> Decimal? {
    try find(key) { try fields.decodeIfPresent(Decimal.self, forKey: $0) }
  }

  /// What `read` gives for the first spelling that is present and not null.
  ///
  /// `JSONDecoder` tells of a number out of range without saying where; here it gets its place.
  private func find<Value>(_ key: WireKey, _ read: (WireKey) throws -> Value?) throws -> Value? {
    do {
      if let value = try read(key) { return value }
      return key.twin == nil ? nil : try read(key.respelled)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw unusable(key)
    }
  }

  private func unusable(_ key: WireKey) -> DecodingError {
    .dataCorruptedError(forKey: key, in: fields, debugDescription: "out of range or malformed")
  }
}
