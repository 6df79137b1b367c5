import Foundation
public import OpenMarketAPI

extension ListingValidationError.Rule {
  /// The typed text is not a number.
  public static let notANumber = ListingValidationError.Rule(rawValue: "notANumber")
}

extension ListingDraft {
  /// The listing that the draft describes.
  ///
  /// Numbers may have commas between thousands, spaces, a currency's sign before or 원 behind, and full-width
  /// digits. Photos are counted, not inspected.
  ///
  /// - Returns: A listing that satisfies all rules.
  /// - Throws: `ListingValidationError` with all errors.
  public func newListing() throws(ListingValidationError) -> NewListing {
    let (listing, failures) = read(photoCount: photos.count)
    guard failures.isEmpty else { throw ListingValidationError(failures) }
    return listing
  }

  /// Reads the fields as far as that is possible.
  /// - Parameter photoCount: How many photos go with it; `nil` leaves that aside.
  /// - Returns: The listing that the draft describes, and everything that is wrong with it.
  package func read(
    photoCount: Int?
  ) -> (listing: NewListing, failures: [ListingValidationError.Failure]) {
    var failures: [ListingValidationError.Failure] = []
    func number(_ text: String, _ field: ListingField, whenEmpty: Decimal) -> Decimal {
      guard let digits = Self.digits(text) else {
        failures.append(.init(field, .notANumber, "\(field.rawValue): “\(text)” is not a number."))
        return whenEmpty
      }
      return digits.isEmpty ? whenEmpty : Decimal(string: digits) ?? whenEmpty
    }
    let amount = number(price, .price, whenEmpty: 0)
    let discount = number(self.discount, .discount, whenEmpty: 0)
    let count = number(stock, .stock, whenEmpty: 1)
    let pieces = NSDecimalNumber(decimal: count)
    let whole = pieces == NSDecimalNumber(value: pieces.int64Value) ? pieces.int64Value : nil
    if whole == nil {
      failures.append(.init(.stock, .notANumber, "stock: “\(stock)” is not a whole number."))
    }
    var draft = NewListing(
      name: name, description: description, price: amount, discount: discount,
      currency: Currency(rawValue: currency), stock: whole.map { Int(clamping: $0) } ?? 1)
    draft.extra = extra
    do {
      try draft.validateFields(photoCount: photoCount)
    } catch {
      // What could not be read is no number that breaks a rule, too; nor does a discount without a price.
      var unread = Set(failures.map(\.field))
      if unread.contains(.price) { unread.insert(.discount) }
      failures += error.failures.filter { !unread.contains($0.field) }
    }
    return (draft, failures)
  }

  /// The number in `text` in plain digits; empty for none; `nil` when it is something else.
  private static func digits(_ text: String) -> String? {
    var text = text.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace && $0 != "_" }
    if let sign = text.first, "₩$".contains(sign) { text.removeFirst() }
    if text.hasSuffix("원") { text.removeLast() }
    if text.isEmpty { return "" }
    let grouped = /[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?/
    let plain = /[0-9]+(\.[0-9]+)?/
    guard text.utf8.count <= 40, text.wholeMatch(of: grouped) != nil || text.wholeMatch(of: plain) != nil
    else { return nil }
    return text.filter { $0 != "," }
  }
}
