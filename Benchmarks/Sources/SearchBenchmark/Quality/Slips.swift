import Foundation
import OpenMarketStore

/// A text as mistyped by a user who means another one.
struct Slip {
  enum Kind: String, CaseIterable {
    case neighbour = "a key beside the right one"
    case anyKey = "any other key"
    case omission = "a key left out"
    case doubling = "a key twice"
    case transposition = "two keys in the wrong order"
    case vowel = "a vowel that sounds alike"
    case final = "a final consonant that sounds alike"
    case spaceLeftOut = "a space left out"
    case spaceTooMany = "a space too many"
    case equivalent = "the other script or spelling"
    case keyboard = "the other keyboard"

    /// Whether it is an error in the keys of a word.
    var isTyping: Bool { Self.typing.contains(self) }
    static let typing: [Kind] = [
      .neighbour, .anyKey, .omission, .doubling, .transposition, .vowel, .final,
    ]
  }

  var kind: Kind
  var typed: String
  var meant: String
}

/// Makes slips from the words of random names; the same ones from the same seed.
struct SlipGenerator {
  var random: Generator
  private let names: Names
  private let equivalents: [String: [String]]

  init(names: Names, seed: UInt64) {
    (self.names, random) = (names, Generator(state: seed))
    var equivalents: [String: [String]] = [:]
    for group in Equivalents.groups where group.allSatisfy({ BenchmarkTyping.keys(of: $0) != nil }) {
      for word in group { equivalents[word] = group.filter { $0 != word } }
    }
    self.equivalents = equivalents
  }

  /// The words that stand for one in names.
  func others(for word: String) -> [String] { equivalents[word] ?? [] }

  /// One more of a kind; `nil` when the name that was drawn has no place for it.
  mutating func next(_ kind: Slip.Kind) -> Slip? {
    let all = names.all[.random(in: names.all.indices, using: &random)].split(separator: " ").map {
      $0.lowercased()
    }
    let places = all.indices.filter { BenchmarkTyping.keys(of: all[$0]).map { $0.count > 3 } ?? false }
    guard let place = places.randomElement(using: &random) else { return nil }
    let word = all[place]
    switch kind {
    case .spaceLeftOut:
      guard place + 1 < all.count, word.isHangulOnly, all[place + 1].isHangulOnly else { return nil }
      return Slip(kind: kind, typed: word + all[place + 1], meant: "\(word) \(all[place + 1])")
    case .spaceTooMany:
      guard word.isHangulOnly, word.count > 3 else { return nil }
      let length = Int.random(in: 2...(word.count - 2), using: &random)
      return Slip(kind: kind, typed: "\(word.prefix(length)) \(word.dropFirst(length))", meant: word)
    case .equivalent:
      guard let other = others(for: word).randomElement(using: &random) else { return nil }
      return Slip(kind: kind, typed: other, meant: word)
    case .keyboard:
      guard let keys = BenchmarkTyping.keys(of: word) else { return nil }
      let typed =
        word.isHangulOnly ? String(decoding: keys, as: UTF8.self) : BenchmarkTyping.hangul(ofKeys: keys)
      return Slip(kind: kind, typed: typed, meant: word)
    default:
      guard let typed = mistyped(word, kind) else { return nil }
      // Two of five with the word beside it.
      let beside = [place - 1, place + 1].filter { all.indices.contains($0) && all[$0].isWord }
      guard Int.random(in: 0..<5, using: &random) < 2, let other = beside.randomElement(using: &random) else {
        return Slip(kind: kind, typed: typed, meant: word)
      }
      func text(_ word: String) -> String {
        other < place ? "\(all[other]) \(word)" : "\(word) \(all[other])"
      }
      return Slip(kind: kind, typed: text(typed), meant: text(word))
    }
  }

  /// A word with one error, every fourth long one with two; `nil` when that is more than is forgiven.
  private mutating func mistyped(_ word: String, _ kind: Slip.Kind) -> String? {
    guard let right = BenchmarkTyping.keys(of: word) else { return nil }
    let errors = right.count > 8 && Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
    var keys = right
    for _ in 0..<errors { mistype(&keys, kind, isHangul: word.isHangulOnly) }
    let typed =
      word.isHangulOnly ? BenchmarkTyping.hangul(ofKeys: keys) : String(decoding: keys, as: UTF8.self)
    guard typed != word, let count = BenchmarkTyping.keys(of: typed)?.count else { return nil }
    return BenchmarkTyping.budget(ofKeys: count) >= errors ? typed : nil
  }

  private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { Array($0.utf8) }
  /// ㅐㅔ ㅗㅓ, and what finals sound alike: ㄱㅋ ㅂㅍ ㅅㄷㅈㅊㅌ.
  private static let (vowels, finals) = (pairs("op hj"), pairs("rz qv te tw tc tx ew ec ex wc wx cx"))
  private static func pairs(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }

  private mutating func mistype(_ keys: inout [UInt8], _ kind: Slip.Kind, isHangul: Bool) {
    let index = Int.random(in: keys.indices, using: &random)
    switch kind {
    case .neighbour:
      for row in Self.rows {
        guard let column = row.firstIndex(of: keys[index] | 0x20) else { continue }
        keys[index] =
          row[
            column == 0 ? 1 : column + 1 < row.count && Bool.random(using: &random) ? column + 1 : column - 1]
      }
    case .anyKey: keys[index] = .random(in: 0x61...0x7A, using: &random)
    case .omission: keys.remove(at: index)
    case .doubling: keys.insert(keys[index], at: index)
    case .transposition: keys.swapAt(index, index == 0 ? 1 : index - 1)
    case .vowel where isHangul: replace(&keys, Self.vowels) { _ in true }
    case .final where isHangul:
      let isConsonant = keys.map { "qwertasdfgzxcv".utf8.contains($0 | 0x20) }
      replace(&keys, Self.finals) { index in
        index > 0 && !isConsonant[index - 1] && (index + 1 == isConsonant.count || isConsonant[index + 1])
      }
    default: break
    }
  }

  private mutating func replace(_ keys: inout [UInt8], _ pairs: [[UInt8]], where isPlace: (Int) -> Bool) {
    let places = keys.indices.filter { index in isPlace(index) && pairs.contains { $0.contains(keys[index]) }
    }
    guard let place = places.randomElement(using: &random),
      let pair = pairs.filter({ $0.contains(keys[place]) }).randomElement(using: &random)
    else { return }
    keys[place] = pair[0] == keys[place] ? pair[1] : pair[0]
  }
}

/// The words that mean the same, as the search has them.
enum Equivalents {
  static let groups = BenchmarkTyping.equivalents.map { group in
    group.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

extension String {
  var isHangulOnly: Bool { !isEmpty && allSatisfy(\.isHangul) }
  fileprivate var isWord: Bool { BenchmarkTyping.keys(of: self) != nil }
}
