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
    let path = folder.path(of: Self.fileName)
    // Damaged, it has no name, as one that is new: what is queued is looked for before it is sent.
    var text = try String(decoding: Self.read(path), as: UTF8.self)
    if UUID(uuidString: text) == nil {
      text = UUID.random().uuidString
      try Self.write(text, to: path)
      // If a backup holds it all the same, it is another file when it is restored.
      folder.url.appending(path: Self.fileName).excludeFromBackup()
    }
    let identity = FileIdentity(path: path)
    name = "\(text) \(identity?.number ?? 0)"
  }

  /// Reads no more than a name has, and one byte, by which a longer text is none.
  private static func read(_ path: String) throws -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw StoreFolder.error("cannot read \(path)") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 37)
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw StoreFolder.error("cannot read \(path)") }
    return Array(bytes.prefix(count))
  }

  /// Writes into the file that is there: it keeps its mode.
  private static func write(_ text: String, to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard file >= 0 else { throw StoreFolder.error("cannot write \(path)") }
    defer { close(file) }
    guard writeAll(Data(text.utf8), to: file) else { throw StoreFolder.error("cannot write \(path)") }
    guard flushToDisk(file) else { throw StoreFolder.error("cannot flush \(path)") }
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
