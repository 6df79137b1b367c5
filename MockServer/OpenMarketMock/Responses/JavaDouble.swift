/// Prints doubles as Java's `Double.toString` does, because the original server's JSON showed them so:
/// `0.0`, `45000.0`, and with an exponent from ten million on and below a thousandth (`6.0E7`, `1.0E-4`).
///
/// The digits are the fewest that read back as the same number (Java since 19; earlier ones sometimes
/// printed one more).
enum JavaDouble {
  /// Appends `number`.
  ///
  /// JSON has no infinities and no NaN; the market's rules keep them out.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    // Nearly every price: whole and below ten million.
    if number.magnitude < 1e7, number == number.rounded(.towardZero), number.sign == .plus {
      JSONBytes.append(Int64(number), to: &bytes)
      bytes.append(contentsOf: ".0".utf8)
      return
    }
    if number.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    let (digits, exponent) = decimal(number.magnitude)
    // The value is 0.d1d2d3… × 10^exponent.
    if exponent > 7 || exponent < -2 {
      bytes.append(digits[0])
      bytes.append(UInt8(ascii: "."))
      appendFraction(digits[1...], to: &bytes)
      bytes.append(UInt8(ascii: "E"))
      bytes.append(contentsOf: String(exponent - 1).utf8)
    } else if exponent > 0 {
      let whole = digits.prefix(exponent)
      bytes.append(contentsOf: whole)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent - whole.count))
      bytes.append(UInt8(ascii: "."))
      appendFraction(digits[whole.count...], to: &bytes)
    } else {
      bytes.append(contentsOf: "0.".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -exponent))
      bytes.append(contentsOf: digits)
    }
  }

  private static func appendFraction(_ digits: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    if digits.isEmpty { bytes.append(UInt8(ascii: "0")) } else { bytes.append(contentsOf: digits) }
  }

  /// The shortest digits of a positive number, without zeros at either end, and the place of the point.
  ///
  /// Swift's description has the digits right; only its layout differs from Java's.
  private static func decimal(_ number: Double) -> (digits: [UInt8], exponent: Int) {
    let parts = number.description.split(separator: "e")
    let places = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var digits = Array(places.joined().utf8)
    var exponent = places[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leadingZeros)
    exponent -= leadingZeros
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? ([UInt8(ascii: "0")], 1) : (digits, exponent)
  }
}
