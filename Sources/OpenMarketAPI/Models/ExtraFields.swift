import Foundation
import OpenMarketHTTP

/// The fields of a product beyond the contract, such as a category, a region or a number of likes.
///
/// They are kept as the JSON that the server sent, with the product in the store, and sent as JSON with new listings and changes:
///
/// ```swift
/// let region: String? = product.extra["region"]
/// try listing.extra.set("마포구", for: "region")
/// ```
///
/// Encoded, they are one JSON object. Values are equal when they are the same JSON: neither the order of keys, the spelling of a
/// number nor the composition of letters matters, though the letters stay as they came. Numbers are exact to 38 digits.
public struct ExtraFields: Sendable, Hashable {
  /// The fields as one JSON object in its canonical form; empty for none.
  ///
  /// One text, because it is copied and compared far more often than a field is read.
  package private(set) var text = ""

  /// The most bytes that all fields of a product can have as JSON: 64 KiB.
  package static let sizeLimit = 64 << 10

  /// Makes an empty set of fields.
  public init() {}

  /// Takes fields as ``text`` returns them.
  package init(text: String) { self.text = text }

  init(_ members: [String: JSONValue]) {
    guard !members.isEmpty else { return }
    text = JSONValue.object(members).text
  }

  /// Whether there are none.
  package var isEmpty: Bool { text.isEmpty }

  /// The names of the fields, sorted.
  public var names: [String] { members.keys.sorted { $0.precedesByBytes($1) } }

  /// The value of the field called `name`; `nil` when it is absent, null or of another type. Takes as long as decoding all
  /// fields: some microseconds.
  public subscript<Value: Decodable>(name: String) -> Value? {
    guard !isEmpty, let value = members[name] else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(value.text.utf8))
  }

  /// Sets the field called `name`.
  ///
  /// - Parameters:
  ///   - value: The field's value; `nil` is sent as `null`, which removes the field in an edit.
  ///   - name: The field's name; validation refuses those of the contract.
  /// - Throws: `EncodingError` when the value cannot be encoded as JSON, `DecodingError` when it is nested more than 30 levels deep.
  public mutating func set(_ value: some Encodable, for name: String) throws {
    var members = members
    members[name] = try JSONValue(parsing: JSONEncoder().encode(value))
    self = ExtraFields(members)
  }

  /// The values as JSON by their names.
  package var values: [(name: String, json: String)] {
    members.map { ($0, $1.text) }.sorted { $0.name.precedesByBytes($1.name) }
  }

  /// For each field the paths by which SQLite may find it in ``text``, with the JSON that it then has there: its letters as they are,
  /// composed, and decomposed; one where that makes no difference.
  package var spellings: [[(path: String, json: String)]] {
    var spellings: [(String) -> String] = [{ $0 }]
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { spellings += [{ $0.composed }, { $0.decomposed }] }
    return members.sorted { $0.key.precedesByBytes($1.key) }.map { name, value in
      spellings.map { ("$.\(JSONText.string($0(name)))", value.spelled($0).text) }
    }
  }

  private var members: [String: JSONValue] {
    guard !isEmpty else { return [:] }
    return (try? JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))) ?? [:]
  }
}

extension ExtraFields: Codable {
  /// Reads a JSON object.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
  }

  /// Writes a JSON object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

extension ExtraFields {
  /// Puts the fields of `later` ones in place of those of the same names.
  /// - Parameters:
  ///   - later: What is set.
  ///   - isProduct: Whether they are a product's, which a null takes away.
  /// - Returns: All fields.
  package func merging(_ later: ExtraFields, isProduct: Bool = false) -> ExtraFields {
    guard !later.isEmpty, later != self else { return self }
    var members = members.merging(later.members) { $1 }
    if isProduct { members = members.filter { $1 != .null } }
    return ExtraFields(members)
  }

  /// The changes that make these fields of `old` ones: a null for each that is gone.
  package func changes(from old: ExtraFields) -> ExtraFields {
    let (members, earlier) = (members, old.members)
    return ExtraFields(
      members.filter { earlier[$0.key] != $0.value }
        .merging(earlier.filter { members[$0.key] == nil }.mapValues { _ in .null }) { $1 })
  }

  /// Whether each of these fields has the same value in `others`, where one that is absent is null.
  package func isContained(in others: ExtraFields) -> Bool {
    if isEmpty || self == others { return true }
    let theirs = others.members
    return members.allSatisfy { theirs[$0] ?? .null == $1 }
  }
}
