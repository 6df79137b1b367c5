package import Foundation

/// Dates in header fields (RFC 9110, section 5.6.7).
///
/// All three forms have the same parts in another order, so they are read by splitting into words and
/// numbers; no formatter is involved.
///
///     Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
///     Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
///     Sun Nov  6 08:49:37 1994          asctime
package enum HTTPDate {
  /// Reads a date in any of the three forms.
  /// - Parameters:
  ///   - text: The field's value.
  ///   - now: Decides the century of RFC 850's two digits: never more than 50 years ahead.
  /// - Returns: The moment, or `nil` when `text` is none of them.
  package static func parse(_ text: String, now: Date) -> Date? {
    let parts = text.utf8.prefix(64).split {
      [UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "-")].contains($0)
    }
    guard parts.count == 5 || parts.count == 6 else { return nil }
    let isAsctime = parts.count == 5
    if !isAsctime { guard parts[5].elementsEqual("GMT".utf8) else { return nil } }
    let (dayPart, monthPart, yearPart, timePart) =
      isAsctime ? (parts[2], parts[1], parts[4], parts[3]) : (parts[1], parts[2], parts[3], parts[4])
    guard let day = number(dayPart), let month = month(monthPart), var year = number(yearPart),
      let seconds = secondsOfDay(timePart)
    else { return nil }
    if yearPart.count == 2 {
      let present = Int(now.timeIntervalSince1970 / 31_556_952) + 1970
      year += present - present % 100
      if year > present + 50 { year -= 100 }
    } else if yearPart.count != 4 {
      return nil
    }
    return CivilDate.daysSince1970(year: year, month: month, day: day).map {
      Date(timeIntervalSince1970: Double($0) * 86_400 + Double(seconds))
    }
  }

  private typealias Part = Substring.UTF8View.SubSequence

  private static func number(_ part: Part) -> Int? {
    part.count <= 4 ? Int64(digits: Substring(part), atMost: 9_999).map { Int($0) } : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func month(_ part: Part) -> Int? {
    months.firstIndex { part.elementsEqual($0.utf8) }.map { $0 + 1 }
  }

  private static func secondsOfDay(_ part: Part) -> Int? {
    let parts = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = number(parts[0]),
      let minute = number(parts[1]), let second = number(parts[2]), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second  // 60 is a leap second.
  }
}
