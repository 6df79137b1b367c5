import OpenMarketAPI
import OpenMarketMock

/// Texts that people type, drawn from the names of the catalogue.
struct Texts {
  /// One kind of search text, and some texts of it.
  struct Kind {
    var name: String
    var texts: [String]
    /// Whether only words and numbers that begin with a text are hits for it: 14 is not in 2014.
    var countsFromStart = true
  }

  private var random: Generator
  private let count: Int64
  private let seed: UInt64

  init(count: Int, seed: UInt64) {
    self.count = Int64(count)
    self.seed = seed
    random = Generator(state: seed)
  }

  /// Texts of every kind that must find what `LIKE` finds.
  mutating func kinds(each number: Int) -> [Kind] {
    [
      Kind(name: "one syllable", texts: draw(number) { $0.hangulSubstring(1, &$1) }),
      Kind(name: "two syllables", texts: draw(number) { $0.hangulSubstring(2, &$1) }),
      Kind(
        name: "three to six syllables",
        texts: draw(number) { $0.hangulSubstring(.random(in: 3...6, using: &$1), &$1) }),
      Kind(name: "a word", texts: draw(number) { $0.words.randomElement(using: &$1) }),
      Kind(name: "two words in a row", texts: draw(number) { $0.neighbours(2, &$1) }),
      Kind(name: "three words in a row", texts: draw(number) { $0.neighbours(3, &$1) }),
      Kind(
        name: "Latin word", texts: draw(number) { $0.runs(where: \.isLatin).randomElement(using: &$1) },
        countsFromStart: true),
      Kind(
        name: "beginning of a Latin word",
        texts: draw(number) { name, random in
          name.runs(where: \.isLatin).filter { $0.count > 2 }.randomElement(using: &random)
            .map { String($0.prefix(.random(in: 2..<$0.count, using: &random))) }
        }),
      Kind(
        name: "number", texts: draw(number) { $0.runs(where: \.isNumber).randomElement(using: &$1) },
        countsFromStart: true),
      Kind(
        name: "letters and digits (S23)",
        texts: draw(number) { $0.words.filter(\.isModel).randomElement(using: &$1) }),
    ]
  }

  /// Inside of Latin words, which whole tokens cannot respond.
  mutating func inWords(_ number: Int) -> Kind {
    Kind(
      name: "inside of a Latin word",
      texts: draw(number) { name, random in
        name.runs(where: \.isLatin).filter { $0.count > 4 }.randomElement(using: &random)
          .map { String($0.dropFirst(.random(in: 1...($0.count - 3), using: &random))) }
      }, countsFromStart: false)
  }

  /// Parts of descriptions and vendors' names: of words, and two words from anywhere in the product.
  mutating func ofOtherFields(_ number: Int) -> [Kind] {
    func pick(_ texts: @escaping (Product) -> [String]) -> (Product, inout Generator) -> String? {
      { product, random in
        let words = texts(product).flatMap(\.words).filter { $0.count > 2 && $0.allSatisfy(\.isHangul) }
        guard let word = words.randomElement(using: &random) else { return nil }
        return String(word.prefix(.random(in: 2...word.count, using: &random)))
      }
    }
    let described = pick { [$0.description ?? ""] }
    let sold = pick { [$0.vendorName ?? ""] }
    let named = pick { [$0.name] }
    return [
      Kind(name: "part of a description", texts: draw(number, ofProducts: described)),
      Kind(name: "part of a vendor's name", texts: draw(number, ofProducts: sold)),
      Kind(
        name: "words of name and description",
        texts: draw(
          number,
          ofProducts: { product, random in
            named(product, &random).flatMap { name in described(product, &random).map { "\(name) \($0)" } }
          })),
    ]
  }

  /// The contents of a text field while names are typed: every syllable in its two or three states.
  mutating func typingStates(_ number: Int) -> [String] {
    var states: [String] = []
    while states.count < number {
      var typed = ""
      for character in name().prefix(12) {
        if let parts = character.typingParts {
          states += parts.map { typed + $0 }
        } else {
          states.append(typed + String(character))
        }
        typed.append(character)
      }
      states.append(String(typed.compactMap(\.initial)))
    }
    return states.filter { $0.contains { $0.isLetter || $0.isNumber } }.shuffled(using: &random).prefix(
      number
    ).map(\.self)
  }

  private mutating func name() -> String {
    MarketplaceMock.catalogueProduct(.random(in: 1...count, using: &random), seed: seed).name
  }

  /// Different texts that `pick` finds in random names.
  private mutating func draw(_ number: Int, _ pick: (String, inout Generator) -> String?) -> [String] {
    draw(number, ofProducts: { pick($0.name, &$1) })
  }

  /// Different texts that `pick` finds in random products.
  private mutating func draw(
    _ number: Int, ofProducts pick: (Product, inout Generator) -> String?
  ) -> [String] {
    var texts: [String] = []
    var tries = 0
    while texts.count < number, tries < number * 50 {
      tries += 1
      let id = Int64.random(in: 1...count, using: &random)
      let product = MarketplaceMock.catalogueProduct(id, seed: seed, isDescribed: true)
      if let text = pick(product, &random), !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension String {
  var words: [String] {
    split(separator: " ").map(String.init).filter { $0.allSatisfy { $0.isLetter || $0.isNumber } }
  }
  fileprivate var isModel: Bool { contains(where: \.isLatin) && contains(where: \.isNumber) }

  fileprivate func runs(where isMember: (Character) -> Bool) -> [String] {
    split(whereSeparator: { !isMember($0) }).map(String.init)
  }

  fileprivate func hangulSubstring(_ length: Int, _ random: inout Generator) -> String? {
    let runs = runs(where: \.isHangul).filter { $0.count >= length }
    guard let run = runs.randomElement(using: &random) else { return nil }
    return String(run.dropFirst(.random(in: 0...(run.count - length), using: &random)).prefix(length))
  }

  fileprivate func neighbours(_ number: Int, _ random: inout Generator) -> String? {
    let all = split(separator: " ").map(String.init)
    guard all.count >= number else { return nil }
    let start = Int.random(in: 0...(all.count - number), using: &random)
    let chosen = all[start..<start + number]
    guard chosen.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } }) else { return nil }
    return chosen.joined(separator: " ")
  }
}

extension Character {
  var isLatin: Bool { isLetter && unicodeScalars.allSatisfy { $0.value < 0x250 } }
  private var syllableIndex: Int? {
    guard let value = unicodeScalars.first?.value, 0xAC00...0xD7A3 ~= value else { return nil }
    return Int(value - 0xAC00)
  }
  var isHangul: Bool { syllableIndex != nil }
  var initial: Character? { syllableIndex.map { Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")[$0 / 588] } }

  /// 코 on the way to 콘: ㅋ, 코, 콘.
  var typingParts: [String]? {
    guard let index = syllableIndex, let initial, let open = Unicode.Scalar(UInt32(0xAC00 + index / 28 * 28))
    else { return nil }
    return index.isMultiple(of: 28)
      ? [String(initial), String(self)] : [String(initial), String(Character(open)), String(self)]
  }
}
