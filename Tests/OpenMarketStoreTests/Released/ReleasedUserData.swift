import Foundation
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

/// The files of a user of one released version, as that version wrote them, committed under `Fixtures`.
///
/// Such a folder never changes again. `contents.txt` beside `user.db` lists what the user had.
struct ReleasedUserData: CustomTestStringConvertible {
  /// The number of migrations that have made `user.db`.
  let schemaVersion: Int
  /// Of whom the queue is.
  static let account = "released"

  static let all = [ReleasedUserData(schemaVersion: 3)]

  var testDescription: String { "user.db of \(schemaVersion) migrations" }

  var url: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/user-data-\(schemaVersion)").standardized
  }

  /// What the user had, a line for each thing, as the present version says it.
  var contents: [String] {
    get throws {
      try String(contentsOf: url.appending(path: "contents.txt"), encoding: .utf8)
        .split(separator: "\n").map { text -> String in
          var line = String(text).replacing("(answerLost:", with: "(responseLost:")
          // Nobody sends it any more, and what was only claimed has not been sent.
          if line.contains(": sending,") {
            line = line.replacing(": sending,", with: ": queued,")
            if line.contains("sent 0 times") { line = line.replacing(", outcome unknown", with: "") }
          }
          return line
        }
    }
  }

  /// A copy to be opened.
  func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["user.db", "photos"] {
      try FileManager.default.copyItem(
        at: url.appending(path: name), to: folder.url.appending(path: name))
    }
    return folder
  }

  /// Opens a store as the user of the files.
  static func open(_ folder: TemporaryFolder) throws -> MarketStore {
    var configuration = MarketStore.Configuration()
    configuration.account = account
    configuration.time.date = { noon + 60 }
    return try MarketStore(folder: folder.url, configuration: configuration)
  }
}

extension MarketStore {
  /// What the user has, in the words of `contents.txt`.
  func contents() async throws -> [String] {
    var lines: [String] = []
    for submission in try await submissions(limit: 10_000, includesFinished: true) {
      lines.append(try await line(submission))
    }
    for form in try await drafts() {
      lines.append(
        "form \(form.id): \(form.draft.name), \(form.draft.price), "
          + "saved \(form.savedAt.timeIntervalSince(noon)); \(try await line(form.draft.photos))")
    }
    for recent in try await recentSearches() { lines.append("search \(recent.text)") }
    if let vendor = try await vendor() { lines.append("vendor \(vendor.id) \(vendor.name)") }
    return lines
  }

  private func line(_ submission: Submission) async throws -> String {
    let state = submission.state
    var line = "submission \(submission.id) of \(submission.productID): \(state.name)"
    if case .waiting(let date, _) = state { line += " until \(date.timeIntervalSince(noon))" }
    if case .conflict(let conflicts) = state {
      line += conflicts.map { " \($0.field.rawValue) \($0.base) \($0.mine) \($0.theirs)" }.joined()
    }
    if case .accepted(let product?) = state { line += " as \(product.id) \(product.name) \(product.price)" }
    if let failure = submission.failure {
      line += " (\(failure.code.rawValue): \(failure.message)"
      if let status = failure.status { line += ", \(status)" }
      line += failure.fields.sorted { $0.key < $1.key }.map { ", \($0): \($1)" }.joined() + ")"
    }
    line += ", key \(submission.idempotencyKey), sent \(submission.attempts) times"
    if submission.isIndeterminate { line += ", outcome unknown" }
    switch submission.write {
    case .create(let draft, let photos):
      line += "; create \(draft.name), \(draft.description), \(draft.price) − \(draft.discount) "
      line += "\(draft.currency.rawValue), \(draft.stock); "
      line += try await self.line(photos, areKept: !["accepted", "cancelled"].contains(state.name))
    case .edit(let changes, let base):
      line += "; edit \(changes.name ?? "-"), \(changes.price.map(\.description) ?? "-"), "
      line += "\(changes.stock.map(\.description) ?? "-"), \(changes.thumbnailID.map(\.description) ?? "-"), "
      line += "from \(base.fields.name ?? "-"), \(base.fields.price.map(\.description) ?? "-")"
    case .delete: line += "; delete"
    }
    return line
  }

  private func line(_ photos: [StoredPhoto], areKept: Bool = true) async throws -> String {
    var names: [String] = []
    for photo in photos {
      let bytes = areKept ? try await self.photo(photo).count : photo.byteCount
      names.append("\(photo.fileName) \(photo.sha256.prefix(8)) \(bytes)")
    }
    return "photos: \(names.joined(separator: ", "))"
  }
}
