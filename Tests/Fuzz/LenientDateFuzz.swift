import Foundation

/// Reads the input as a date in three ways and compares with ``referenceSeconds(in:)``: as it is, mapped to
/// the characters of which dates consist, and as the numbers of a date.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let alphabet = Array("0123456789-:TZ+.".utf8)
  for text in [input, input.map { $0 < 0x20 ? alphabet[Int($0 & 15)] : $0 }, date(from: input)] {
    let date = LenientDate.parse(text)
    let expected = referenceSeconds(in: text)
    let isSame =
      switch (date, expected) {
      case (let date?, let expected?): abs(date.timeIntervalSince1970 - expected) < 1e-4
      case (nil, nil): true
      default: false
      }
    require(
      isSame,
      "\(String(decoding: text, as: UTF8.self)): \(String(describing: date?.timeIntervalSince1970)), "
        + "but expected \(String(describing: expected))")
  }
  return 0
}

/// A text of the right form whose numbers, some of them just out of range, come from the input.
///
/// Leap days and
/// ends of months are as frequent as all other days.
private func date(from input: [UInt8]) -> [UInt8] {
  var rest = input.map(Int.init)[...]
  func take(_ bound: Int) -> Int { (rest.popFirst() ?? 0) % bound }
  func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  var text = digits(take(100)) + digits(take(2) == 0 ? 0 : take(100))
  text += "-" + digits(take(2) == 0 ? 2 : take(14))
  text += "-" + digits(take(2) == 0 ? 28 + take(5) : take(33))
  text += "T" + [take(25), take(61), take(62)].map(digits).joined(separator: ":")
  text += ["", ".", ".5", ".123456789", ".1234567890"][take(5)]
  let offset = [digits(take(25)), digits(take(61))]
  text += ["", "Z", "+" + offset[0], "-" + offset.joined(), "+" + offset.joined(separator: ":")][take(5)]
  return Array(text.utf8)
}

/// Seconds since 1970, by matching the text against a pattern and counting the days of all years; `nil`
/// when it is no date.
private func referenceSeconds(in text: [UInt8]) -> Double? {
  let pattern = Array("dddd-dd-ddThh:mm:ss".utf8)
  let isDay = text.count == 10
  guard isDay || text.count >= pattern.count else { return nil }
  for (byte, expected) in zip(text, pattern) {
    switch expected {
    case UInt8(ascii: "-"), UInt8(ascii: ":"): guard byte == expected else { return nil }
    case UInt8(ascii: "T"): guard "Tt ".utf8.contains(byte) else { return nil }
    default: guard digit(byte) != nil else { return nil }
    }
  }
  let year = number(text[0..<4])
  let month = number(text[5..<7])
  let day = number(text[8..<10])
  let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
  let days = daysBeforeYear[year] - daysBeforeYear[1970] + lengths[..<(month - 1)].reduce(day - 1, +)
  if isDay { return Double(days) * 86_400 }

  let hour = number(text[11..<13])
  let minute = number(text[14..<16])
  let second = number(text[17..<19])
  guard hour < 24, minute < 60, second <= 60 else { return nil }
  var seconds = Double(days * 86_400 + hour * 3_600 + minute * 60 + second)

  var rest = text[19...]
  if rest.first == UInt8(ascii: ".") {
    let digits = rest.dropFirst().prefix { digit($0) != nil }
    guard (1...9).contains(digits.count),
      let fraction = Double("0." + String(decoding: digits, as: UTF8.self))
    else { return nil }
    seconds += fraction
    rest = rest.dropFirst(1 + digits.count)
  }
  let zone = String(decoding: rest, as: UTF8.self)
  if ["", "Z", "z"].contains(zone) { return seconds }
  guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
  let places = Array(rest.dropFirst())
  let digits =
    places.count == 5 && places[2] == UInt8(ascii: ":") ? places[0..<2] + places[3..<5] : places[...]
  guard [2, 4].contains(digits.count), digits.allSatisfy({ digit($0) != nil }) else { return nil }
  let minutes = number(digits.dropFirst(2))
  guard number(digits.prefix(2)) < 24, minutes < 60 else { return nil }
  let offset = Double(number(digits.prefix(2)) * 3_600 + minutes * 60)
  return sign == "+" ? seconds - offset : seconds + offset
}

private func isLeap(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }

/// For each year, how many days have passed since the beginning of the year 0.
private let daysBeforeYear = (0..<9_999).reduce(into: [0]) { days, year in
  days.append(days[year] + (isLeap(year) ? 366 : 365))
}

private func digit(_ byte: UInt8) -> Int? { (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil }
private func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + (digit($1) ?? 0) } }
