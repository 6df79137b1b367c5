import Foundation

// Foundation sorts the marks of a letter in quadratic time: a name of one letter and 100,000 marks took 24 seconds.
// Nothing that people write has more than thirty in a row, which Unicode's stream-safe format (UAX #15, 13) allows,
// too; so it never gets more at a time. Calls of Foundation's own mappings on texts from elsewhere go through here.

extension Unicode.Scalar {
  /// The most marks in a row that are brought into order together.
  package static let mostMarks = 30

  /// Whether it goes with the scalar before it in canonical order, or is made of such ones.
  package var isMark: Bool {
    switch value {
    case ..<0x300, 0xAC00...0xD7A3: false
    // Of class 0 themselves, but made of marks: three Tibetan vowels.
    case 0x0F73, 0x0F75, 0x0F81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}

extension String {
  /// The text in composed form (NFC); of more than thirty marks in a row, each thirty by themselves. Nothing is lost.
  package var composed: String { normalized { $0.precomposedStringWithCanonicalMapping } }

  /// The text in decomposed form (NFD); of more than thirty marks in a row, each thirty by themselves. Nothing is lost.
  package var decomposed: String { normalized { $0.decomposedStringWithCanonicalMapping } }

  /// The text without the marks that follow thirty others: itself when there are none. For comparisons.
  package var streamSafe: String {
    guard hasManyMarks else { return self }
    var (kept, marks) = (UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks <= Unicode.Scalar.mostMarks { kept.append(scalar) }
    }
    return String(kept)
  }

  private func normalized(_ normalize: (String) -> String) -> String {
    guard hasManyMarks else { return utf8.allSatisfy { $0 < 0x80 } ? self : normalize(self) }
    var (whole, piece, marks) = ("", UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > Unicode.Scalar.mostMarks {
        whole += normalize(String(piece))
        (piece, marks) = (UnicodeScalarView(), 1)
      }
      piece.append(scalar)
    }
    return whole + normalize(String(piece))
  }

  /// Whether more than thirty marks follow each other somewhere.
  private var hasManyMarks: Bool {
    // A mark has two bytes at least.
    guard utf8.count > 2 * Unicode.Scalar.mostMarks else { return false }
    var text = self
    return text.withUTF8 { unsafe Self.hasManyMarks($0) }
  }

  /// Looks at scalars only where a byte can begin a mark: not in ASCII, and hardly in Hangul or ideographs.
  private static func hasManyMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var (offset, marks) = (0, 0)
    while offset < bytes.count {
      let first = unsafe bytes[offset]
      offset += 1
      switch first {
      case 0x80..<0xC0: continue  // inside a scalar
      case ..<0xCC, 0xE4...0xE9, 0xEB...0xEE: marks = 0
      default:
        let length = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var value = UInt32(first) & (0x3F >> UInt32(length))
        for _ in 0..<length where offset < bytes.count {
          unsafe value = value << 6 | UInt32(bytes[offset] & 0x3F)
          offset += 1
        }
        marks = Unicode.Scalar(value)?.isMark ?? false ? marks + 1 : 0
        if marks > Unicode.Scalar.mostMarks { return true }
      }
    }
    return false
  }
}
