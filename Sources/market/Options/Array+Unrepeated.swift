extension Array where Element: Hashable {
  /// The elements without repetitions, in their order: an argument that is given twice is meant once.
  var unrepeated: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
