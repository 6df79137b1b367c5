import Foundation
import OpenMarketHTTP

/// Reads every form of date that marketplace servers have sent.
///
/// `2022-10-18T00:00:00`, with `T` or a space between day and time, with a fraction of 1 to 9 digits or
/// none, with `Z`, an offset (`+09:00`, `+0900`, `+09`) or nothing, which means UTC; or a bare day.
/// Days follow the proleptic Gregorian calendar. Reads each byte once and allocates nothing.
enum LenientDate {
  /// The moment that `text` names; `nil` when it has none of the known forms or names no real day.
  static func parse(_ text: some Sequence<UInt8>) -> Date? {
    var reader = DateReader(text.makeIterator())
    return reader.readDate()
  }

  /// The moment so many seconds or milliseconds after the beginning of 1970.
  ///
  /// The magnitude tells which: numbers of 10 digits are seconds, those of 13 milliseconds, from September 2001 to November 2286.
  /// `nil` for all others: they count something else, or are a day without separators, `yyyyMMdd` or `yyyyMMddHHmm`.
  static func date(_ number: Double) -> Date? {
    switch number {
    case 1e9..<1e10: Date(timeIntervalSince1970: number)
    case 1e12..<1e13: Date(timeIntervalSince1970: number / 1000)
    default: nil
    }
  }
}

private struct DateReader<Bytes: IteratorProtocol<UInt8>> {
  private var bytes: Bytes
  /// The byte to be read next; `nil` at the end.
  private var next: UInt8?

  init(_ bytes: Bytes) {
    self.bytes = bytes
    next = self.bytes.next()
  }

  mutating func readDate() -> Date? {
    guard let day = readDay() else { return nil }
    let midnight = Double(day) * 86_400
    guard next != nil else { return Date(timeIntervalSince1970: midnight) }
    guard take(UInt8(ascii: "T")) || take(UInt8(ascii: " ")) || take(UInt8(ascii: "t")),
      let time = readTime(), let fraction = readFraction(), let offset = readOffset(), next == nil
    else { return nil }
    return Date(timeIntervalSince1970: midnight + Double(time - offset) + fraction)
  }

  /// `yyyy-MM-dd`, as days since 1970-01-01.
  private mutating func readDay() -> Int? {
    guard let century = readTwoDigits(), let yearOfCentury = readTwoDigits(), take(UInt8(ascii: "-")),
      let month = readTwoDigits(), take(UInt8(ascii: "-")), let day = readTwoDigits()
    else { return nil }
    return CivilDate.daysSince1970(year: century * 100 + yearOfCentury, month: month, day: day)
  }

  /// `HH:mm:ss`, as seconds since midnight.
  ///
  /// A leap second counts as the first of the next minute.
  private mutating func readTime() -> Int? {
    guard let hour = readTwoDigits(), hour < 24, take(UInt8(ascii: ":")),
      let minute = readTwoDigits(), minute < 60, take(UInt8(ascii: ":")),
      let second = readTwoDigits(), second <= 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// `.` and 1 to 9 digits, or nothing, in seconds.
  private mutating func readFraction() -> Double? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    var value = 0.0
    var scale = 1.0
    var count = 0
    while let digit = readDigit() {
      value = value * 10 + Double(digit)
      scale *= 10
      count += 1
    }
    return (1...9).contains(count) ? value / scale : nil
  }

  /// `Z`, `±HH:mm`, `±HHmm`, `±HH` or nothing, in seconds east of UTC.
  private mutating func readOffset() -> Int? {
    if next == nil || take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
    let isWest = take(UInt8(ascii: "-"))
    guard isWest || take(UInt8(ascii: "+")), let hours = readTwoDigits(), hours < 24 else { return nil }
    var seconds = hours * 3_600
    if next != nil {
      _ = take(UInt8(ascii: ":"))
      guard let minutes = readTwoDigits(), minutes < 60 else { return nil }
      seconds += minutes * 60
    }
    return isWest ? -seconds : seconds
  }

  private mutating func readTwoDigits() -> Int? {
    guard let tens = readDigit(), let ones = readDigit() else { return nil }
    return tens * 10 + ones
  }

  private mutating func readDigit() -> Int? {
    guard let byte = next, byte &- UInt8(ascii: "0") < 10 else { return nil }
    next = bytes.next()
    return Int(byte &- UInt8(ascii: "0"))
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    next = bytes.next()
    return true
  }
}
