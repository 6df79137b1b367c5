import Foundation

extension ICCProfile {
  /// Whether its colours are those of sRGB, so that no number changes by more than rounding.
  ///
  /// Found from its primaries and curves, as names say anything. Takes about 10 µs.
  var isSRGB: Bool {
    // A table would count, and not what is read here.
    guard element(Name.table) == nil else { return false }
    switch model {
    case .cmyk: return false
    case .grey: return element(Name.greyCurve).map(isSRGBCurve) ?? false
    case .rgb:
      let curves = Name.curves.compactMap(element)
      return curves.count == 3 && hasSRGBPrimaries && Set(curves).allSatisfy(isSRGBCurve)
    }
  }

  private var hasSRGBPrimaries: Bool {
    // IEC 61966-2-1, adapted to the white of profiles.
    let primaries = [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]]
    return zip(Name.primaries, primaries).allSatisfy { name, wanted in
      guard let element = element(name), element.count >= 20 else { return false }
      return wanted.indices.allSatisfy {
        abs(fixed(at: element.lowerBound + 8 + 4 * $0) - wanted[$0]) < 0.001
      }
    }
  }

  private func isSRGBCurve(_ curve: Range<Int>) -> Bool {
    stride(from: 0.0, through: 255, by: 5).allSatisfy { number in
      guard let light = light(of: number / 255, by: curve) else { return false }
      let wanted = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return abs(255 * wanted - number) < 0.5
    }
  }

  /// The light that a number from 0 to 1 stands for; `nil` for kinds of curves that sRGB is never written as.
  private func light(of number: Double, by curve: Range<Int>) -> Double? {
    let bytes = bytes.span
    let start = curve.lowerBound
    guard curve.count >= 12 else { return nil }
    switch bytes.bigEndian32(at: start) {
    case Name.table16:
      let count = Int(clamping: bytes.bigEndian32(at: start + 8))
      guard count >= 2, count <= (curve.count - 12) / 2 else { return nil }
      let place = number * Double(count - 1)
      let index = min(Int(place), count - 2)
      let (low, high) = (
        bytes.bigEndian16(at: start + 12 + 2 * index), bytes.bigEndian16(at: start + 14 + 2 * index)
      )
      return (Double(low) + Double(high - low) * (place - Double(index))) / 65_535
    case Name.formula where curve.count >= 32 && bytes.bigEndian16(at: start + 8) == 3:
      let (gamma, scale, offset) = (fixed(at: start + 12), fixed(at: start + 16), fixed(at: start + 20))
      let (slope, limit) = (fixed(at: start + 24), fixed(at: start + 28))
      return number >= limit ? pow(scale * number + offset, gamma) : slope * number
    default: return nil
    }
  }

  /// The number with 16 bits after the point at `offset`.
  private func fixed(at offset: Int) -> Double {
    Double(Int32(bitPattern: bytes.span.bigEndian32(at: offset))) / 65_536
  }

  /// Names of elements and of their kinds, as numbers.
  private enum Name {
    static let table: UInt32 = 0x4132_4230  // "A2B0"
    static let greyCurve: UInt32 = 0x6B54_5243  // "kTRC"
    /// "rTRC", "gTRC", "bTRC"
    static let curves: [UInt32] = [0x7254_5243, 0x6754_5243, 0x6254_5243]
    /// "rXYZ", "gXYZ", "bXYZ"
    static let primaries: [UInt32] = [0x7258_595A, 0x6758_595A, 0x6258_595A]
    static let table16: UInt32 = 0x6375_7276  // "curv"
    static let formula: UInt32 = 0x7061_7261  // "para"
  }
}
