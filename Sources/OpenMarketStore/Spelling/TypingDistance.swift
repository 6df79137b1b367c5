/// The distance of a typed run to a word and to beginnings of the word: restricted Damerau-Levenshtein, with costs.
///
/// Only the cells within the budget of the diagonal are looked at.
struct TypingDistance {
  /// The best place in the word at which the typed run ends.
  struct Match: Hashable {
    var cost: TypingCost
    /// How many keys of the word it stands for.
    var length: Int
    /// Whether it stands for the whole word: with as many errors, that comes before a mere beginning.
    var isWhole = false
  }

  let typed: [UInt8]
  let isHangul: Bool
  let budget: Int

  init(_ typed: TypingKeys) {
    self.init(typed.bytes, isHangul: typed.isHangul, budget: TypingCost.budget(ofKeys: typed.bytes.count))
  }

  init(_ typed: [UInt8], isHangul: Bool, budget: Int) {
    (self.typed, self.isHangul, self.budget) = (typed, isHangul, budget)
  }

  /// The match with the beginning of `word` that has the fewest errors; `nil` beyond the budget.
  ///
  /// Of such with as many errors all of the word comes first, then what costs least, then what ends with a character
  /// (`ends`), then the shorter.
  func match(in word: [UInt8], ends: [Int] = []) -> Match? {
    let width = typed.count + 1
    let last = min(word.count, typed.count + budget)
    // A column for each key of the word; three of them are enough.
    var columns = [TypingCost](repeating: .unbounded, count: 3 * width)
    var best: Match?
    for column in 0...last {
      let (this, before, twoBefore) = (column % 3 * width, (column + 2) % 3 * width, (column + 1) % 3 * width)
      let rows = max(0, column - budget)...min(typed.count, column + budget)
      for row in max(0, rows.lowerBound - 1)...min(typed.count, rows.upperBound + 1) {
        columns[this + row] = .unbounded
      }
      for row in rows {
        var cost: TypingCost = row == 0 && column == 0 ? .none : .unbounded
        if row > 0 { cost = min(cost, columns[this + row - 1] + extra(row)) }
        if column > 0 { cost = min(cost, columns[before + row] + missing(column, in: word)) }
        if row > 0, column > 0 {
          let (mine, theirs) = (typed[row - 1], word[column - 1])
          cost = min(
            cost,
            columns[before + row - 1] + TypingCost.substitution(mine, theirs, isHangul: isHangul))
          if row > 1, column > 1, (mine ^ word[column - 2]) & 0x1F == 0,
            (typed[row - 2] ^ theirs) & 0x1F == 0
          {
            cost = min(cost, columns[twoBefore + row - 2] + .transposition)
          }
        }
        columns[this + row] = cost
      }
      guard rows.upperBound == typed.count else { continue }
      let cost = columns[this + typed.count]
      guard cost.errors <= budget else { continue }
      let isWhole = column == word.count
      if let known = best {
        let isBetter =
          isWhole
          ? cost.errors <= known.cost.errors
          : cost < known.cost
            || cost == known.cost && ends.contains(column) && !ends.contains(known.length)
        guard isBetter else { continue }
      }
      best = Match(cost: cost, length: column, isWhole: isWhole)
    }
    return best
  }

  private func extra(_ row: Int) -> TypingCost {
    row > 1 && typed[row - 1] == typed[row - 2] ? .doubling : .omission
  }

  private func missing(_ column: Int, in word: [UInt8]) -> TypingCost {
    column > 1 && word[column - 1] == word[column - 2] ? .doubling : .omission
  }
}
