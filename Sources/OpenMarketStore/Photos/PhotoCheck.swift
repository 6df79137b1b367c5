import Foundation

/// The photos beside the queue, compared with the rows that name them.
struct PhotoCheck: Sendable {
  let folder: StoreFolder
  /// The photos that are still needed, and who needs them.
  let references: [(owner: String, sha256: String)]
  /// The photos that any row names.
  let named: Set<String>
  /// Whether a write or a draft was ever in `user.db`.
  let hasEntries: Bool
  /// Whether a damaged `user.db` was put aside, in which rows may be left.
  let hasKeptFiles: Bool

  /// The faults found, one sentence each. Reads every photo that is needed once.
  ///
  /// A photo is stored before a row names it, and stays after the last one does until an outbox is next opened: one that no
  /// row names is a fault only where its row may be lost.
  ///
  /// - Throws: `CancellationError`.
  func faults(at date: Date) throws -> [String] {
    var conditions: [String: Condition] = [:]
    var faults: [String] = []
    for entry in references {
      try Task.checkCancellation()
      let condition = conditions[entry.sha256] ?? condition(of: entry.sha256)
      conditions[entry.sha256] = condition
      guard condition != .sound else { continue }
      faults.append("photos: \(entry.sha256), which \(entry.owner) needs, \(condition.rawValue)")
    }
    let known = named.union(conditions.keys)
    let unknown = names.filter { !known.contains($0) && isOfLostRow($0, at: date) }
    let reason = hasEntries ? "was damaged" : "was made anew"
    return faults + unknown.map { "photos: \($0) is of no write and no draft, as user.db \(reason)" }
  }

  private enum Condition: String {
    case sound = "is sound"
    case missing = "is missing"
    case damaged = "is damaged"
    case unreadable = "cannot be read"
  }

  private func condition(of sha256: String) -> Condition {
    let path = path(of: sha256)
    do {
      return try PhotoFolder.hash(path) == sha256 ? .sound : .damaged
    } catch {
      return unsafe access(path, F_OK) != 0 && errno == ENOENT ? .missing : .unreadable
    }
  }

  /// The names of the stored photos, without files that are being written.
  private var names: [String] {
    let path = folder.path(of: PhotoFolder.name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) }.sorted()
  }

  /// Whether the row of a photo that none names may be lost, and not still to come or deleted.
  private func isOfLostRow(_ name: String, at date: Date) -> Bool {
    if hasKeptFiles { return true }
    guard !hasEntries, let modified = FileIdentity.Status(path: path(of: name))?.modified else {
      return false
    }
    return abs(date.timeIntervalSince1970 - modified) >= PhotoFolder.unneededAge
  }

  private func path(of sha256: String) -> String { folder.path(of: "\(PhotoFolder.name)/\(sha256)") }
}
