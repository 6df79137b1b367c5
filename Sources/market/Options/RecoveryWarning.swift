import Foundation
import OpenMarket
import Synchronization

/// The warning that damaged user data was rescued: a line on standard error for each rescue by this process.
enum RecoveryWarning {
  /// Opens the store in `folder`; prints its rescues also when it cannot be opened after them, as the next opening finds
  /// nothing to rescue.
  static func opening<Opened>(_ folder: URL, _ open: () throws -> Opened) throws -> Opened {
    let present = damagedFiles(in: folder)
    do {
      return try open()
    } catch {
      for name in damagedFiles(in: folder).subtracting(present).sorted() {
        print("what can be read was", folder.appending(path: name).path)
      }
      throw error
    }
  }

  /// The damaged files that were named.
  private static let named = Mutex<Set<String>>([])

  /// Prints the rescues of a store that were not printed before.
  static func print(for store: MarketStore) {
    for recovery in store.recoveries {
      let rows = recovery.rescuedRowCount == 1 ? "1 row was" : "\(recovery.rescuedRowCount) rows were"
      print(rows, recovery.keptFile.path)
    }
  }

  private static func print(_ rescued: String, _ path: String) {
    guard named.withLock({ $0.insert(path).inserted }) else { return }
    let warning = "user data was damaged: \(rescued) rescued, the damaged file is kept: \(path.printable)"
    Terminal().note("market: warning: \(warning)")
  }

  /// The names of the damaged files that were put aside, without their logs.
  private static func damagedFiles(in folder: URL) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Set(names.filter { $0.wholeMatch(of: /user\.db\.corrupt-\d+/) != nil })
  }
}
