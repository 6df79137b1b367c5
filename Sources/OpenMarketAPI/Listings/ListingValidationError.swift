package import OpenMarketHTTP

/// All errors of a new listing or an edit, so that a form can mark all fields at once.
public struct ListingValidationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rule that is broken.
  public struct Rule: Sendable, Hashable, NamedCode {
    /// The rule's name.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A text has too few visible characters.
    public static let tooShort = Rule(rawValue: "tooShort")
    /// A text has too many UTF-16 units.
    public static let tooLong = Rule(rawValue: "tooLong")
    /// A text contains NUL, at which some servers would cut it.
    public static let forbiddenCharacter = Rule(rawValue: "forbiddenCharacter")
    /// A field beyond the contract has the name of one of its own.
    package static let forbiddenName = Rule(rawValue: "forbiddenName")
    /// A number lies outside its range.
    public static let outOfRange = Rule(rawValue: "outOfRange")
    /// The currency is not one that every server accepts.
    public static let unknownCurrency = Rule(rawValue: "unknownCurrency")
    /// There are no photos, or too many.
    public static let wrongCount = Rule(rawValue: "wrongCount")
    /// A photo has no bytes, or a form no price.
    public static let empty = Rule(rawValue: "empty")
    /// A photo, or all together, have too many bytes.
    public static let tooLarge = Rule(rawValue: "tooLarge")
    /// A photo is neither JPEG nor PNG.
    public static let unknownFormat = Rule(rawValue: "unknownFormat")
    /// A photo is cut off or damaged.
    public static let damaged = Rule(rawValue: "damaged")
    /// A photo's file cannot be read.
    public static let unreadable = Rule(rawValue: "unreadable")
    /// The server has refused the field. Of this rule alone, the message is the server's.
    public static let refused = Rule(rawValue: "refused")
  }

  /// One broken rule.
  public struct Failure: Error, Sendable, Hashable {
    /// The field with the error.
    public var field: ListingField
    /// The rule.
    public var rule: Rule
    /// The remedy, in one sentence.
    public var message: String

    package init(_ field: ListingField, _ rule: Rule, _ message: String) {
      self.field = field
      self.rule = rule
      self.message = message
    }
  }

  /// The broken rules, in the order of the fields of a listing.
  ///
  /// Never empty.
  public var failures: [Failure]

  package init(_ failures: [Failure]) { self.failures = failures }

  /// All messages in one line.
  public var description: String { failures.map(\.message).joined(separator: " ") }
}
