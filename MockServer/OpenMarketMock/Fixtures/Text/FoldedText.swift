import Foundation

/// Text as searches compare it: NFC, then lower case, then NFC again, as UTF-8.
///
/// Canonically equivalent texts fold to the same bytes. Compatibility forms stay apart: fullwidth `Ａ` folds
/// to fullwidth `ａ`, not to `a`.
enum FoldedText {
  /// Stands between texts in one buffer; never occurs in UTF-8.
  static let separator: UInt8 = 0xFF

  static func bytes(of text: String) -> [UInt8] {
    var folded: [UInt8] = []
    append(Array(text.utf8)[...], to: &folded)
    return folded
  }

  /// Appends the folded form of `utf8`, which must be valid UTF-8.
  static func append(_ utf8: ArraySlice<UInt8>, to buffer: inout [UInt8]) {
    let start = buffer.count
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let byte = utf8[index]
      if byte < 0x80 {
        buffer.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
      } else if isHangulSyllable(utf8, at: index) {
        buffer.append(contentsOf: utf8[index..<index + 3])
        index += 3
      } else {
        buffer.removeSubrange(start...)
        let text = String(decoding: utf8, as: UTF8.self).precomposedStringWithCanonicalMapping
        buffer.append(contentsOf: text.lowercased().precomposedStringWithCanonicalMapping.utf8)
        return
      }
    }
  }

  /// Precomposed syllables (U+AC00…U+D7A3) have no case and are their own NFC, and so is every text made of
  /// them and ASCII: nearly all of a Korean market.
  private static func isHangulSyllable(_ utf8: ArraySlice<UInt8>, at index: Int) -> Bool {
    guard index + 2 < utf8.endIndex else { return false }
    switch utf8[index] {
    case 0xEA: return utf8[index + 1] >= 0xB0
    case 0xEB, 0xEC: return true
    case 0xED: return utf8[index + 1] < 0x9E || (utf8[index + 1] == 0x9E && utf8[index + 2] <= 0xA3)
    default: return false
    }
  }
}
