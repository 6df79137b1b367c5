import Foundation

/// The photos beside the queue, compared with the rows that name them.
struct PhotoCheck: Sendable {
  let folder: StoreFolder
  /// The photos that are still needed, and who needs them.
  let references: [PhotoReference.Entry]
  /// The photos that any row names.
  let named: Set<String>
  /// Whether a write or a draft was ever in `user.db`.
  let hasEntries: Bool

  /// The faults found, one sentence each. Reads every photo that is needed.
  ///
  /// A photo is stored before a row names it, and stays for an hour after the last one does: only an older one is a fault,
  /// unless the rows are gone with the file that had them.
  func faults(at date: Date) -> [String] {
    let needed = references.compactMap { entry -> String? in
      switch condition(of: entry.sha256) {
      case .sound: nil
      case .missing: "photos: \(entry.sha256), which \(entry.owner) needs, is missing"
      case .damaged: "photos: \(entry.sha256), which \(entry.owner) needs, is damaged"
      }
    }
    let known = named.union(references.map(\.sha256))
    let unknown = names.filter { !known.contains($0) && (!hasEntries || isOld($0, at: date)) }
    let reason = hasEntries ? "" : ", as user.db was made anew"
    return needed + unknown.map { "photos: \($0) is of no write and no draft\(reason)" }
  }

  private enum Condition { case sound, missing, damaged }

  private func condition(of sha256: String) -> Condition {
    guard let file = FileHandle(forReadingAtPath: path(of: sha256)) else { return .missing }
    defer { try? file.close() }
    var hash = SHA256()
    while let chunk = try? file.read(upToCount: 1 << 16), !chunk.isEmpty { hash.update(chunk) }
    return hash.hexadecimal() == sha256 ? .sound : .damaged
  }

  /// The names of the stored photos, without files that are being written.
  private var names: [String] {
    let path = folder.path(of: PhotoFolder.name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) }.sorted()
  }

  private func isOld(_ name: String, at date: Date) -> Bool {
    guard let modified = FileIdentity.Status(path: path(of: name))?.modified else { return false }
    return abs(date.timeIntervalSince1970 - modified) >= PhotoFolder.unneededAge
  }

  private func path(of sha256: String) -> String { folder.path(of: "\(PhotoFolder.name)/\(sha256)") }
}
