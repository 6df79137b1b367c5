/// How far a text is from a word: the number of typing errors between them, and how likely those are.
///
/// The number decides; among as many errors the likely ones cost less. An error is a wrong key, one left out, one too
/// many, or two in the wrong order. A slip of the shift key is none, but costs something.
struct TypingCost: Hashable, Comparable {
  private var value: Int

  private init(value: Int) { self.value = value }

  init(errors: Int, weight: Int) { value = errors << 16 | weight }

  static let none = TypingCost(value: 0)
  /// More than any budget.
  static let unbounded = TypingCost(errors: 1 << 20, weight: 0)
  /// Shift, or ㅙ for ㅞ.
  static let slight = TypingCost(errors: 0, weight: 1)
  static let ordinary = TypingCost(errors: 1, weight: 4)
  /// A key left out, or one too many.
  static let omission = TypingCost(errors: 1, weight: 3)
  static let transposition = TypingCost(errors: 1, weight: 2)
  /// One key twice, or once instead of twice.
  static let doubling = TypingCost(errors: 1, weight: 2)
  private static let neighbour = TypingCost(errors: 1, weight: 2)
  /// ㅐ for ㅔ, which sound the same: few know which it is in 메타 or 갤럭시.
  private static let homophone = TypingCost(errors: 1, weight: 1)
  /// A letter that shares its key on telephones (천지인), or has one stroke more there.
  private static let telephone = TypingCost(errors: 1, weight: 3)

  var errors: Int { value >> 16 }
  /// How unlikely they are, among as many.
  var weight: Int { value & 0xFFFF }
  /// Whether it is one key beside the right one or twice, two in the wrong order, or what sounds alike, at most.
  var isLikely: Bool { weight <= Self.neighbour.weight }

  static func < (first: Self, second: Self) -> Bool { first.value < second.value }
  static func + (first: Self, second: Self) -> Self { TypingCost(value: first.value + second.value) }

  /// The most errors in a word of so many keys: one from four, two from eight; none in shorter ones.
  static func budget(ofKeys count: Int) -> Int { count < 4 ? 0 : count < 8 ? 1 : 2 }

  /// The cost of one key in place of another, each as ``TypingKeys`` has it.
  static func substitution(_ typed: UInt8, _ meant: UInt8, isHangul: Bool) -> TypingCost {
    if typed == meant { return none }
    let (first, second) = (Int(typed & 0x1F), Int(meant & 0x1F))
    if first == second { return slight }
    return (isHangul ? hangul : latin)[first << 5 | second]
  }

  private static let latin = table(telephone: "", alike: "ck sz iy", same: "")
  private static let hangul = table(
    // ㄱㅋ ㄴㄹ ㄷㅌ ㅂㅍ ㅅㅎ ㅈㅊ ㅇㅁ, ㅏㅑ ㅓㅕ ㅗㅛ ㅜㅠ ㅏㅐ ㅓㅔ ㅣㅏ ㅣㅓ ㅡㅗ ㅡㅜ ㅏㅓ ㅗㅜ
    telephone: "rz sf ex qv tg wc da ki ju hy nb ko jp lk lj mh mn kj hn",
    // ㅗㅓ ㅚㅙ ㅡㅓ, and what sounds alike at the end of a syllable: ㄱㅋ ㅂㅍ ㅅㄷㅈㅊㅌㅎ
    alike: "hj lo mj rz qv te tw tc tx ew ec ex wc wx cx", same: "op")

  /// The cost by both keys; neighbours on the keyboard are known.
  private static func table(telephone pairs: String, alike: String, same: String) -> [TypingCost] {
    var table = [TypingCost](repeating: ordinary, count: 1 << 10)
    func set(_ first: UInt8, _ second: UInt8, _ cost: TypingCost) {
      let (first, second) = (Int(first & 0x1F), Int(second & 0x1F))
      table[first << 5 | second] = cost
      table[second << 5 | first] = cost
    }
    func set(_ pairs: String, _ cost: TypingCost) {
      for pair in pairs.utf8.split(separator: UInt8(ascii: " ")) {
        if let first = pair.first, let second = pair.last { set(first, second, cost) }
      }
    }
    set(pairs, telephone)
    let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { Array($0.utf8) }
    for (row, keys) in rows.enumerated() {
      for (column, key) in keys.enumerated() {
        if column > 0 { set(key, keys[column - 1], neighbour) }
        // The rows are shifted by half a key: s lies below w and e.
        for above in [column, column + 1] where row > 0 && above < rows[row - 1].count {
          set(key, rows[row - 1][above], neighbour)
        }
      }
    }
    set(alike, neighbour)
    set(same, homophone)
    return table
  }
}
