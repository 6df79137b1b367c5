import ArgumentParser
import Foundation
import OpenMarket

struct Recent: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows and deletes recent searches.",
    discussion: """
      The last 50 texts for each server, searched for in a terminal or with --remember. With --json, 'delete' and \
      'clear' print the searches that are left.
      """, subcommands: [List.self, Delete.self, Clear.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists recent searches, newest first.")

    @Option(help: "The maximum number, 1 to 50.")
    var limit = 50

    @OptionGroup var options: StoreOptions

    func validate() throws { try require("--limit", limit, in: 1...50) }

    func run() async throws {
      let searches =
        try await options.readUserData { try await $0.recentSearches(limit: limit) } ?? []
      let terminal = Terminal()
      if options.json { return try terminal.printJSON(searches.map(\.json)) }
      guard !searches.isEmpty else { return terminal.note("no recent searches") }
      try terminal.print(
        [
          .init(title: "SEARCHED", dropOrder: 2), .init(title: "TIMES", alignsRight: true, dropOrder: 1),
          .init(title: "TEXT", shrinks: true),
        ], searches.map { [$0.usedAt.formatted(.iso8601), "\($0.useCount)", $0.text] })
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deletes single searches.")

    @Argument(help: "The texts, as 'market recent' lists them.")
    var text: [String]

    @OptionGroup var options: StoreOptions

    func run() async throws {
      var unknown: [String] = []
      let left = try await options.withStoreIfAny { store in
        for text in text.unrepeated where try await !store.deleteRecentSearch(text) { unknown.append(text) }
        return try await store.recentSearches()
      }
      try (left ?? []).printLeft(as: options)
      if let first = unknown.first {
        throw StoreError(.notStored, "'\(first.printable)' is no recent search")
      }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deletes all recent searches.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
      _ = try await options.withStoreIfAny { try await $0.deleteAllRecentSearches() }
      try [RecentSearch]().printLeft(as: options)
    }
  }
}

extension [RecentSearch] {
  /// Prints what is left after a deletion, for scripts only.
  fileprivate func printLeft(as options: StoreOptions) throws {
    guard options.json else { return }
    let terminal = Terminal()
    try terminal.report(["deleted"]) { try terminal.printJSON(map(\.json)) }
  }
}

extension RecentSearch {
  /// As `--json` shows it: `Schemas/json/cli-recent.schema.json`.
  fileprivate var json: JSONFields {
    ["text": text, "searchedAt": usedAt.formatted(.iso8601), "times": useCount]
  }
}
