package import Foundation
package import OpenMarketAPI
import OpenMarketHTTP

/// A number as people type it into a field, such as `45,000`, `４５０００원`, `4만5천` or `$12.50`.
///
/// Never a guess: a text that can be read in two ways, such as `45.000`, is ambiguous, not a number.
package enum TypedNumber: Sendable, Hashable {
  /// Nothing is typed.
  case none
  /// A number, with the currency whose sign or word goes with it.
  case number(Decimal, Currency?)
  /// A text of several readings, the likeliest first.
  case ambiguous([Decimal])
  /// Anything else.
  case invalid

  /// Reads a text.
  package init(_ typed: String) {
    // Only full-width forms: compatibility mapping would also make 102 of 10².
    let composed = typed.streamSafe.composed
    var text = (composed.applyingTransform(.fullwidthToHalfwidth, reverse: false) ?? composed)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.count <= 40 else {
      self = .invalid
      return
    }
    // Spaces that are left separate digits. An expression takes half a millisecond, and a form reads its numbers at every key.
    if text.contains(where: \.isWhitespace) {
      text.replace(/\s*([십백천만억원₩$]|달러)\s*/) { $0.1 }
    }
    let (rest, currency) = Self.splitCurrency(text)
    if rest.isEmpty {
      self = text.isEmpty ? .none : .invalid
      return
    }
    switch rest.contains(where: { Self.unit($0) != nil }) ? Self.units(rest) : Self.digits(rest) {
    case .number(let value, _): self = .number(value, currency)
    case let other: self = other
    }
  }

  /// Takes a currency's sign from the beginning, and its word from the end.
  private static func splitCurrency(_ text: String) -> (rest: Substring, currency: Currency?) {
    let sign: Currency? = text.hasPrefix("₩") ? .krw : text.hasPrefix("$") ? .usd : nil
    let word: Currency? = text.hasSuffix("원") ? .krw : text.hasSuffix("달러") ? .usd : nil
    // Two currencies stay in the text, which makes no number.
    guard sign == nil || word == nil || sign == word else { return (text[...], nil) }
    let rest = text.dropFirst(sign == nil ? 0 : 1).dropLast(word == nil ? 0 : word == .krw ? 1 : 2)
    return (rest, sign ?? word)
  }

  /// Reads digits, and a point; with commas or with spaces before every three of them, or without.
  private static func digits(_ text: Substring) -> TypedNumber {
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let value = Decimal(string: String(text)) {
      return .number(value, nil)
    }
    let format = /([0-9]+|[0-9]{1,3}((,[0-9]{3})+|([\s_][0-9]{3})+))(\.[0-9]+)?/
    guard text.wholeMatch(of: format) != nil,
      let value = Decimal(string: text.filter { "0123456789.".contains($0) })
    else { return .invalid }
    // Without a comma, three digits behind a point are thousands in many countries. A fraction of less than three
    // digits is not, and can be typed instead.
    guard text.wholeMatch(of: /[1-9][0-9]{0,2}\.[0-9]{3}/) != nil else { return .number(value, nil) }
    return .ambiguous([value * 1_000] + (text.hasSuffix("0") ? [value] : []))
  }

  private static func unit(_ character: Character) -> Decimal? {
    switch character {
    case "십": 10
    case "백": 100
    case "천": 1_000
    case "만": 10_000
    case "억": 100_000_000
    default: nil
    }
  }

  /// Reads digits and Korean units, such as `4만5천`, `1억 2천만`, `4.5만` and `만`.
  private static func units(_ text: Substring) -> TypedNumber {
    // The whole; what counts for the next 만 or 억; the last unit of each, below which all that follows has to be.
    var (total, section) = (Decimal(0), Decimal(0))
    var (totalUnit, sectionUnit) = (Decimal.greatestFiniteMagnitude, Decimal.greatestFiniteMagnitude)
    var typed = text[text.startIndex..<text.startIndex]
    for index in text.indices {
      guard let unit = unit(text[index]) else {
        typed = text[typed.startIndex...index]
        continue
      }
      let isLarge = unit >= 10_000
      // 만 is 1만 at the beginning only; in 2천만 it is 2천 that counts.
      guard !isLarge || section > 0 || !typed.isEmpty || index == text.startIndex else { return .invalid }
      var count: Decimal = isLarge && section > 0 ? 0 : 1
      if !typed.isEmpty {
        guard case .number(let value, _) = digits(typed) else { return .invalid }
        count = value
      }
      // Nothing follows 4.5만.
      let next = typed.contains(".") ? 0 : unit
      typed = text[text.index(after: index)..<text.index(after: index)]
      if isLarge {
        let value = (section + count) * unit
        guard value < totalUnit, count == 0 || count < sectionUnit else { return .invalid }
        (total, section) = (total + value, 0)
        (totalUnit, sectionUnit) = (next, next)
      } else {
        guard count * unit < sectionUnit else { return .invalid }
        (section, sectionUnit) = (section + count * unit, next)
      }
    }
    guard !typed.isEmpty else { return .number(total + section, nil) }
    guard case .number(let rest, _) = digits(typed), rest < sectionUnit else { return .invalid }
    // Who says 4만5 means 45,000, and writes 40,005.
    let (said, written) = (total + section + rest * sectionUnit / 10, total + section + rest)
    return typed.count == 1 && said != written ? .ambiguous([said, written]) : .number(written, nil)
  }
}
