import Synchronization

/// The tables of weights that were needed last: photos of one list mostly have one size, and so do their thumbnails.
///
/// Making the four tables of a small photo takes about as long as filtering it across. What is kept is at most half
/// a megabyte.
enum WeightTables {
  /// Everything that weights depend on.
  struct Key: Hashable {
    var axis: SourcePlane.Axis
    var start: Double
    var length: Double
    var outputCount: Int
    var averaged: Int
    var block: Int
  }

  private static let capacity = 16
  private static let largest = 16_384
  /// The latest last.
  private static let tables = Mutex<[(key: Key, weights: LanczosWeights)]>([])

  /// The weights for `key`, made when they are not there.
  static func weights(for key: Key) -> LanczosWeights {
    let known = tables.withLock { tables -> LanczosWeights? in
      guard let index = tables.lastIndex(where: { $0.key == key }) else { return nil }
      let known = tables.remove(at: index)
      tables.append(known)
      return known.weights
    }
    if let known { return known }
    let weights = LanczosWeights(
      key.axis, start: key.start, length: key.length, outputCount: key.outputCount, averaged: key.averaged,
      block: key.block)
    guard weights.weights.count <= largest else { return weights }
    tables.withLock { tables in
      // Another thread may have been faster.
      guard !tables.contains(where: { $0.key == key }) else { return }
      if tables.count == capacity { tables.removeFirst() }
      tables.append((key, weights))
    }
    return weights
  }
}
