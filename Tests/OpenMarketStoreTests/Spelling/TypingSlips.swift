@testable import OpenMarketStore

/// Mistypes texts as people do, by the keys of a two-set or Latin keyboard; the same for the same random numbers.
struct TypingSlips {
  enum Kind: CaseIterable {
    /// A key beside the right one.
    case neighbour
    /// Any other key.
    case anyKey
    /// A letter that sounds alike or shares a key on telephones.
    case alike
    case omission, doubling, transposition
  }

  private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { Array($0.utf8) }
  private static let pairs = Array("op hj lo mj rz qv te tw wc sf ex tg da ki ju hy nb ko jp".utf8)
    .split(separator: UInt8(ascii: " ")).map { Array($0) }

  /// The text with as many errors; `nil` when it has other characters than Hangul and small Latin letters, or comes out
  /// as it was.
  static func mistyped(
    _ text: String, errors: Int = 1, kind: Kind? = nil, using random: inout some RandomNumberGenerator
  ) -> String? {
    let isHangul = text.unicodeScalars.contains { TwoSetKeyboard.strokes(of: $0) != nil }
    var keys: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let strokes = TwoSetKeyboard.strokes(of: scalar) {
        keys += strokes
      } else if !isHangul, scalar.value &- 0x61 < 26 {
        keys.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    let right = keys
    for _ in 0..<errors {
      guard keys.count > 1, let kind = kind ?? Kind.allCases.randomElement(using: &random) else { return nil }
      mistype(&keys, kind, &random)
    }
    guard keys != right else { return nil }
    guard isHangul else { return String(decoding: keys, as: UTF8.self) }
    var composer = HangulComposer()
    for key in keys { if let jamo = TwoSetKeyboard.jamo(ofKey: key) { composer.type(jamo) } }
    composer.finish()
    return String(composer.text)
  }

  private static func mistype(_ keys: inout [UInt8], _ kind: Kind, _ random: inout some RandomNumberGenerator)
  {
    let index = Int.random(in: 0..<keys.count, using: &random)
    let key = keys[index] | 0x20
    switch kind {
    case .neighbour:
      for row in rows {
        guard let column = row.firstIndex(of: key) else { continue }
        keys[index] = row[column == 0 ? 1 : column - 1]
      }
    case .anyKey: keys[index] = UInt8.random(in: 0x61...0x7A, using: &random)
    case .alike:
      let places = keys.indices.filter { place in pairs.contains { $0.contains(keys[place] | 0x20) } }
      guard let place = places.randomElement(using: &random),
        let pair = pairs.filter({ $0.contains(keys[place] | 0x20) }).randomElement(using: &random)
      else { return }
      keys[place] = pair[0] == keys[place] | 0x20 ? pair[1] : pair[0]
    case .omission: keys.remove(at: index)
    case .doubling: keys.insert(keys[index], at: index)
    case .transposition: keys.swapAt(index, index == 0 ? 1 : index - 1)
    }
  }
}
