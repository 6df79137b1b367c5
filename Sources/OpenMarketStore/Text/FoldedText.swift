/// Text in the form in which it is compared, with the way back to the original.
struct FoldedText {
  /// The folded text, separators included.
  private(set) var scalars: [Unicode.Scalar] = []
  /// For each of ``scalars``, the UTF-8 offsets in the original of what it was made from.
  private(set) var origins: [Range<Int>] = []

  init(_ text: String) { take(text) }

  /// Begins anew with another text, in the memory of the last one.
  mutating func take(_ text: String) {
    let length = text.utf8.count
    scalars.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    scalars.reserveCapacity(length)
    origins.reserveCapacity(length)
    TextFolder.fold(text) { scalar, origin in
      scalars.append(scalar)
      origins.append(origin)
    }
    closeGaps(upTo: length)
  }

  /// Lets every scalar reach to the next one's beginning, so that a mark which was dropped belongs to its letter.
  private mutating func closeGaps(upTo end: Int) {
    if let last = origins.last { origins[origins.count - 1] = last.lowerBound..<end }
    for index in origins.indices.dropFirst() where origins[index - 1].upperBound < origins[index].lowerBound {
      origins[index - 1] = origins[index - 1].lowerBound..<origins[index].lowerBound
    }
  }

  /// Only the folded text, without where it came from.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(text.utf8.count)
    TextFolder.fold(text) { scalar, _ in scalars.append(scalar) }
    return scalars
  }
}

extension String {
  /// The part that neighbouring scalars, one or more, were made from; see ``FoldedText/origins``.
  func range(ofOrigins origins: ArraySlice<Range<Int>>) -> Range<String.Index> {
    func index(_ offset: Int?) -> String.Index { utf8.index(startIndex, offsetBy: offset ?? 0) }
    return index(origins.first?.lowerBound)..<index(origins.last?.upperBound)
  }
}
