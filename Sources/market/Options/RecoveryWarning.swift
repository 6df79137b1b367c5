import Foundation
import OpenMarket
import Synchronization

/// The warning that damaged user data was rescued: a line on standard error for each rescue by this process.
enum RecoveryWarning {
  /// The damaged files that were named.
  private static let named = Mutex<Set<String>>([])

  /// Prints the rescues of a store that were not printed before.
  static func print(for store: MarketStore) {
    for recovery in store.recoveries {
      let path = recovery.keptFile.path
      guard named.withLock({ $0.insert(path).inserted }) else { continue }
      let rows = recovery.rescuedRowCount == 1 ? "1 row was" : "\(recovery.rescuedRowCount) rows were"
      let warning = "user data was damaged: \(rows) rescued, the damaged file is kept: \(path.printable)"
      Terminal().note("market: warning: \(warning)")
    }
  }
}
