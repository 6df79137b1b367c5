import Foundation
import OpenMarketAPI

/// Decoding issues as JSON text; there are none as a rule, which is NULL.
enum StoredIssues {
  private struct Issue: Codable {
    var isSkippedEntry: Bool
    var path: String
    var reason: String
  }

  static func text(_ issues: [DecodingIssue]) -> String? {
    guard !issues.isEmpty else { return nil }
    let stored = issues.map {
      Issue(isSkippedEntry: $0.outcome == .entrySkipped, path: $0.path, reason: $0.reason)
    }
    return (try? JSONEncoder().encode(stored)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func issues(_ text: String?) -> [DecodingIssue] {
    guard let text, let stored = try? JSONDecoder().decode([Issue].self, from: Data(text.utf8)) else {
      return []
    }
    return stored.map {
      DecodingIssue($0.isSkippedEntry ? .entrySkipped : .valueDropped, at: $0.path, reason: $0.reason)
    }
  }
}
