extension [Int64] {
  /// In an ascending array: where `id` is or would be.
  func sortedIndex(of id: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

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
