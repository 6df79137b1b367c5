/// Tells of packed words which ones can be within the budget of a typed run, or begin with such a one.
///
/// With one error, one half of what was typed stands in the word as it is, at most one key off its place; with two, one
/// third. That rules out nearly all words, and the bits of the others are compared in columns (Hyyrö, "A bit-vector
/// algorithm for computing Levenshtein and Damerau edit distances", 2003).
struct PackedPattern {
  /// Which bits of a word are looked at for each part at each place, and what they must be: 5 with one error, up to 15
  /// with two, so that vectors hold them all.
  private let masks: (SIMD8<UInt64>, SIMD8<UInt64>)
  private let values: (SIMD8<UInt64>, SIMD8<UInt64>)
  /// For each key, the places in the typed run at which it stands.
  private let places: [UInt32]
  private let count: Int
  private let budget: Int

  /// `nil` for a run that is too short to have errors.
  init?(_ typed: TypingKeys) {
    budget = TypingCost.budget(ofKeys: typed.bytes.count)
    guard budget > 0 else { return nil }
    // Of what is longer, so much that its end lies within a packed word even with errors.
    count = min(typed.bytes.count, PackedKeys.longest - budget)
    let keys = typed.bytes.prefix(count).map { UInt64($0 & 0x1F) }
    var places = [UInt32](repeating: 0, count: 32)
    for (index, key) in keys.enumerated() { places[Int(key)] |= 1 << UInt32(index) }
    self.places = places

    var parts = Parts(isHangul: typed.isHangul)
    let ends = (0...(budget + 1)).map { [count, budget] in count * $0 / (budget + 1) }
    for number in 0...budget {
      // Errors before the first part would be in it.
      parts.add(keys, ends[number]..<ends[number + 1], reach: number == 0 ? 0 : budget)
    }
    // Two keys in the wrong order, one in each of two parts: set right, the part beyond them is right.
    func swapped(at place: Int) -> [UInt64] {
      var keys = keys
      keys.swapAt(place - 1, place)
      return keys
    }
    parts.add(swapped(at: ends[1]), 0..<ends[1], reach: 0)
    if budget > 1 { parts.add(swapped(at: ends[budget]), ends[budget]..<count, reach: budget - 1) }
    (masks, values) = (parts.vectors(of: \.mask), parts.vectors(of: \.value))
  }

  /// Whether a word can be within the budget at all.
  @inline(__always) func allows(_ word: PackedKeys) -> Bool {
    let word = SIMD8(repeating: word.rawValue)
    // Only zero has a sign when one is taken off: no value has the highest bit.
    var signs = ((word ^ values.0) & masks.0) &- 1
    if budget > 1 { signs |= ((word ^ values.1) & masks.1) &- 1 }
    let half = signs.lowHalf | signs.highHalf
    let quarter = half.lowHalf | half.highHalf
    return (quarter[0] | quarter[1]) >> 63 != 0
  }

  /// The fewest errors between the typed run and a beginning of a word; `nil` beyond the budget.
  func errors(in word: PackedKeys) -> Int? {
    var (plus, minus, diagonal, last) = (~UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    let end: UInt32 = 1 << UInt32(count - 1)
    var (errors, best) = (count, count)
    var rest = word.keys
    while rest != 0 {
      let equal = places[Int(rest & 0x1F)]
      let transposed = (~diagonal & equal) << 1 & last
      diagonal = ((equal & plus) &+ plus) ^ plus | equal | minus | transposed
      let up = minus | ~(diagonal | plus)
      let down = diagonal & plus
      if up & end != 0 { errors += 1 }
      if down & end != 0 { errors -= 1 }
      plus = down << 1 | ~(diagonal | up << 1 | 1)
      minus = (up << 1 | 1) & diagonal
      last = equal
      best = min(best, errors)
      rest >>= 5
    }
    return best <= budget ? best : nil
  }
}

/// The parts of a typed run at all their places, as they are put together.
private struct Parts {
  typealias Part = (mask: UInt64, value: UInt64)

  let isHangul: Bool
  private var all: [Part] = []

  init(isHangul: Bool) { self.isHangul = isHangul }

  mutating func add(_ keys: [UInt64], _ range: Range<Int>, reach: Int) {
    for start in (range.lowerBound - reach)...(range.lowerBound + reach)
    where start >= 0 && start + range.count <= PackedKeys.longest {
      // The script's bit is part of each, as if it were a key.
      var part: Part = (PackedKeys.hangul, isHangul ? PackedKeys.hangul : 0)
      for (offset, index) in range.enumerated() {
        part.mask |= 0x1F << UInt64(5 * (start + offset))
        part.value |= keys[index] << UInt64(5 * (start + offset))
      }
      all.append(part)
    }
  }

  /// All of them; the first one again where there are fewer than sixteen.
  func vectors(of bits: (Part) -> UInt64) -> (SIMD8<UInt64>, SIMD8<UInt64>) {
    var vectors = (SIMD8(repeating: bits(all[0])), SIMD8(repeating: bits(all[0])))
    for (index, part) in all.enumerated() {
      if index < 8 { vectors.0[index] = bits(part) } else { vectors.1[index - 8] = bits(part) }
    }
    return vectors
  }
}
