extension Array {
  /// The first index whose element does not pass `isBefore`, which all before it must do and none after it may; the end
  /// when there is none.
  func firstIndex(notBefore isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int64] {
  /// In an ascending array: where `id` is or would be.
  func sortedIndex(of id: Int64) -> Int { firstIndex(notBefore: { $0 < id }) }

  func containsSorted(_ id: Int64) -> Bool {
    let index = sortedIndex(of: id)
    return index < count && self[index] == id
  }

  /// Inserts `id` unless it is there.
  mutating func insertSorted(_ id: Int64) {
    let index = sortedIndex(of: id)
    if index == count || self[index] != id { insert(id, at: index) }
  }

  mutating func removeSorted(_ id: Int64) {
    let index = sortedIndex(of: id)
    if index < count, self[index] == id { remove(at: index) }
  }
}
