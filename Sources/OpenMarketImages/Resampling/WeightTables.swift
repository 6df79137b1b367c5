import COpenMarketCodecs
import OpenMarketPacing
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

    /// The most weights that an output sample can have.
    var capacity: Int {
      let grid = axis.isHalved ? 2 * axis.density : axis.density
      return Int(6 * max(1, length * grid / Double(outputCount))) / averaged + 6
    }

    /// The most input samples that can have a weight; averages, if there are any.
    var inputCount: Int {
      min(axis.count, Int(length * axis.density) + capacity * averaged) / averaged + 1
    }

    /// The most that a table takes while it is made, with the padding of the filters.
    var byteCount: Int { (outputCount + Int(OM_OUTPUT_PADDING)) * (4 * capacity + 64) + 8 * capacity }
  }

  private static let largest = 16_384
  private static let tables = Mutex(LRUTable<Key, LanczosWeights>(costLimit: .max, countLimit: 16))

  /// The weights for `key`, made when they are not there.
  static func weights(for key: Key, _ interruption: Interruption) throws(ImageError) -> LanczosWeights {
    if let known = tables.withLock({ $0.value(for: key) }) { return known }
    let weights = try LanczosWeights(key, interruption)
    if weights.weights.count <= largest { tables.withLock { $0.insert(weights, cost: 0, for: key) } }
    return weights
  }
}
