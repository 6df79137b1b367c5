/// A set of the products 1…capacity, one bit each.
struct ProductSet: Sendable {
  private var words: [UInt64]
  private(set) var count: Int

  /// The products `id` for which bit `(id − 1) % 64` of word `(id − 1) / 64` is set.
  init(words: [UInt64]) {
    self.words = words
    count = words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  mutating func update(_ id: Int64, isMember: Bool) {
    let word = Int(id - 1) >> 6
    let bit: UInt64 = 1 << UInt64((id - 1) & 63)
    guard words.indices.contains(word), (words[word] & bit != 0) != isMember else { return }
    words[word] ^= bit
    count += isMember ? 1 : -1
  }

  /// The products at the places `offset..<offset + limit`, highest id first.
  func descending(offset: Int, limit: Int) -> [Int64] {
    guard offset < count, limit > 0 else { return [] }
    var ids: [Int64] = []
    var toSkip = offset
    for word in stride(from: words.count - 1, through: 0, by: -1) {
      var bits = words[word]
      if toSkip >= bits.nonzeroBitCount {
        toSkip -= bits.nonzeroBitCount
        continue
      }
      while bits != 0 {
        let bit = 63 - bits.leadingZeroBitCount
        bits ^= 1 << UInt64(bit)
        if toSkip > 0 {
          toSkip -= 1
          continue
        }
        ids.append(Int64(word << 6 + bit + 1))
        if ids.count == limit { return ids }
      }
    }
    return ids
  }
}
