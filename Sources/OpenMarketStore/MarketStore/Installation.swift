import Foundation
import GRDB
import OpenMarketHTTP
import OpenMarketPacing

/// The installation of the app whose `user.db` this is, known by a file beside it that no backup holds.
///
/// A `user.db` that another installation has written last was restored from a backup, or copied: what was queued when
/// the copy was made may have been sent since, by whoever has the original.
struct Installation {
  static let fileName = "store.installation"

  /// Differs in every copy of the folder: what is in the file, and which file it is.
  let name: String

  /// Makes the file when there is none.
  ///
  /// - Throws: ``StoreError`` when it can be neither read nor made.
  init(in folder: StoreFolder) throws {
    try folder.prepareFile(Self.fileName)
    let url = folder.url.appending(path: Self.fileName)
    // Foundation 6.3 on Linux loses 4 KiB of memory for each empty file that it reads.
    let isEmpty = FileIdentity.Status(path: folder.path(of: Self.fileName))?.byteCount == 0
    var text = try isEmpty ? "" : String(contentsOf: url, encoding: .utf8)
    if UUID(uuidString: text) == nil {
      text = UUID.random().uuidString
      try Self.write(text, to: url)
      // If a backup holds it all the same, it is another file when it is restored.
      url.excludeFromBackup()
    }
    let identity = FileIdentity(path: folder.path(of: Self.fileName))
    name = "\(text) \(identity?.number ?? 0)"
  }

  /// Writes into the file that is there: it keeps its mode.
  private static func write(_ text: String, to url: URL) throws {
    do {
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      guard flushToDisk(file.fileDescriptor) else { throw StoreFolder.error("cannot flush \(url.path)") }
      try file.close()
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw StoreError(.diskFull, "no room left on the disk for \(url.path)", cause: error)
    }
  }
}

extension Database {
  /// Notes whose file this is. In one that another installation wrote last, all that is still to be sent may have been
  /// sent: its effect is looked for first.
  func setInstallation(_ installation: Installation) throws {
    let last = try accountValue("installation")
    guard last != installation.name else { return }
    try setAccountValue(installation.name, for: "installation")
    guard last != nil else { return }
    // All numbers known here were given before the copy was made, and so before what was sent since.
    try perform(
      """
      UPDATE submission SET indeterminacy = max(indeterminacy, 1), first_sent = NULL, last_sent = NULL, \
      baseline = coalesce(baseline, CASE kind WHEN 'create' THEN (SELECT max(product_id) FROM ( \
      SELECT product_id FROM submission UNION ALL SELECT product_id FROM product_alias) WHERE product_id > 0) END) \
      WHERE state < \(SubmissionState.stuck)
      """)
  }
}
