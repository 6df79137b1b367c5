import Foundation
public import OpenMarketAPI

extension ListingValidationError.Rule {
  /// The typed text is not a number.
  public static let notANumber = ListingValidationError.Rule(rawValue: "notANumber")
  /// The typed number can be read in two ways, such as `45.000`.
  package static let ambiguousNumber = ListingValidationError.Rule(rawValue: "ambiguousNumber")
  /// The amount has more decimals than its currency.
  package static let tooPrecise = ListingValidationError.Rule(rawValue: "tooPrecise")
  /// The amount is typed in another currency than that of the listing.
  package static let wrongCurrency = ListingValidationError.Rule(rawValue: "wrongCurrency")
}

extension ListingDraft {
  /// The listing that the draft describes.
  ///
  /// Numbers may have commas or spaces between thousands, a currency's sign before or its word behind, full-width
  /// digits, and units such as in `4만5천`. What can be read in two ways, such as `45.000`, is an error, and so is an
  /// empty price: 0 lists for free. Photos are counted, not inspected.
  ///
  /// - Returns: A listing that satisfies all rules.
  /// - Throws: `ListingValidationError` with all errors.
  package func newListing() throws(ListingValidationError) -> NewListing {
    let (listing, failures) = read(photoCount: photos.count)
    guard failures.isEmpty else { throw ListingValidationError(failures) }
    return listing
  }

  /// Reads the fields as far as that is possible.
  /// - Parameter photoCount: How many photos go with it; `nil` leaves that aside.
  /// - Returns: The listing that the draft describes, and everything that is wrong with it, in the order of the fields.
  package func read(photoCount: Int?) -> (listing: NewListing, failures: [ListingValidationError.Failure]) {
    var failures: [ListingValidationError.Failure] = []
    func number(
      _ text: String, _ field: ListingField, in currency: Currency?, whenEmpty: Decimal?
    ) -> Decimal {
      let (value, failure) = Self.number(text, field, in: currency, whenEmpty: whenEmpty)
      if let failure { failures.append(failure) }
      return value
    }
    let currency = Currency(rawValue: currency)
    let amount = number(price, .price, in: currency, whenEmpty: nil)
    let discount = number(self.discount, .discount, in: currency, whenEmpty: 0)
    let count = number(stock, .stock, in: nil, whenEmpty: 1)
    let pieces = NSDecimalNumber(decimal: count)
    let whole = pieces == NSDecimalNumber(value: pieces.int64Value) ? pieces.int64Value : nil
    if whole == nil {
      failures.append(.init(.stock, .notANumber, "stock: “\(stock)” is not a whole number."))
    }
    var draft = NewListing(
      name: name, description: description, price: amount, discount: discount,
      currency: currency, stock: whole.map { Int(clamping: $0) } ?? 1)
    draft.extra = extra
    do {
      try draft.validateFields(photoCount: photoCount)
    } catch {
      // What could not be read is no number that breaks a rule, too; nor does a discount without a price.
      var unread = Set(failures.map(\.field))
      if unread.contains(.price) { unread.insert(.discount) }
      failures += error.failures.filter { !unread.contains($0.field) }
    }
    let fields = Self.texts.map(\.field)
    failures =
      fields.flatMap { field in failures.filter { $0.field == field } }
      + failures.filter { !fields.contains($0.field) }
    return (draft, failures)
  }

  /// The value of a field as it is typed, and its error, with which the value does not matter. The currency is `nil` for a
  /// number that is no amount, and the value of an empty text where that is an error.
  private static func number(
    _ text: String, _ field: ListingField, in currency: Currency?, whenEmpty: Decimal?
  ) -> (value: Decimal, failure: ListingValidationError.Failure?) {
    func failed(_ rule: ListingValidationError.Rule, _ message: String)
      -> (Decimal, ListingValidationError.Failure?)
    {
      (whenEmpty ?? 0, .init(field, rule, "\(field.rawValue): \(message)."))
    }
    switch TypedNumber(text) {
    case .none:
      guard let whenEmpty else { return failed(.empty, "write an amount, or 0 to give it away for free") }
      return (whenEmpty, nil)
    case .invalid: return failed(.notANumber, "“\(text)” is not a number")
    case .ambiguous(let readings):
      let remedy = readings.map(\.description).joined(separator: " or ")
      return failed(.ambiguousNumber, "“\(text)” can be read in two ways: write \(remedy)")
    case .number(let value, let typed):
      if let typed, typed != currency {
        guard let currency else { return failed(.notANumber, "“\(text)” is not a number of pieces") }
        return failed(.wrongCurrency, "“\(text)” is not in \(currency.rawValue): change one of them")
      }
      if let decimals = currency?.decimals, value.decimals > decimals {
        let most = decimals == 0 ? "no decimals" : "at most \(decimals) decimals"
        return failed(.tooPrecise, "an amount in \(currency?.rawValue ?? "") has \(most)")
      }
      return (value, nil)
    }
  }
}

extension Decimal {
  /// The number of digits behind the point, without zeros at the end.
  fileprivate var decimals: Int {
    description.split(separator: ".").dropFirst().first?.count ?? 0
  }
}
