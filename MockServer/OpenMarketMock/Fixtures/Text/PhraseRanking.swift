/// Keeps the best few of many suggestions: the most frequent, then the shortest, then in code-point order.
struct PhraseRanking {
  /// A suggestion with what it is ranked by.
  struct Candidate {
    /// Products whose name is the phrase or has it as a word.
    var count: Int
    /// Code points.
    var length: Int
    /// UTF-8, whose byte order is code-point order.
    var text: [UInt8]

    static func precedes(_ lhs: Candidate, _ rhs: Candidate) -> Bool {
      if lhs.count != rhs.count { return lhs.count > rhs.count }
      if lhs.length != rhs.length { return lhs.length < rhs.length }
      return lhs.text.lexicographicallyPrecedes(rhs.text)
    }
  }

  let limit: Int
  private(set) var best: [Candidate] = []

  /// Whether something so frequent and so long might be among the best.
  func mayAdmit(count: Int, length: Int) -> Bool {
    guard best.count >= limit, let worst = best.last else { return limit > 0 }
    return count > worst.count || (count == worst.count && length <= worst.length)
  }

  mutating func offer(_ candidate: Candidate) {
    guard mayAdmit(count: candidate.count, length: candidate.length) else { return }
    let place = best.firstIndex { Candidate.precedes(candidate, $0) } ?? best.count
    best.insert(candidate, at: place)
    if best.count > limit { best.removeLast() }
  }
}
