import Foundation
import OpenMarketHTTP
import OpenMarketStore

/// Joins recent searches, what this device suggests and what the server suggests.
struct SuggestionBlend {
  /// The most recent searches among suggestions for a text.
  private static let recentCount = 3

  var text: String
  var limit: Int

  /// Recent searches that fit, then those of the device, then those of the server; each text once, whatever
  /// its case. For a blank text, recent searches alone.
  func blend(recents: [String], local: [Suggestion], server: [String]) -> [SearchSuggestion] {
    guard !text.isBlank else {
      return recents.prefix(limit).map { SearchSuggestion(text: $0, kind: .recent) }
    }
    let fitting = recents.lazy.compactMap { recent in
      TypedText.match(of: text, in: recent).map {
        SearchSuggestion(text: recent, kind: .recent, match: $0)
      }
    }
    var suggestions = Array(fitting.prefix(Self.recentCount))
    suggestions += local.map {
      SearchSuggestion(text: $0.text, kind: $0.kind == .word ? .word : .name, match: $0.match)
    }
    suggestions += server.map {
      SearchSuggestion(text: $0, kind: .server, match: TypedText.match(of: text, in: $0))
    }
    var seen: Set<String> = []
    return Array(suggestions.filter { seen.insert(Self.identity($0.text)).inserted }.prefix(limit))
  }

  private static func identity(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces).streamSafe.composed.lowercased()
  }
}

extension String {
  /// Whether there is nothing to be read: no more than blanks, and characters that are not displayed.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}
