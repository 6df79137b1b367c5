import ArgumentParser
import Foundation
import OpenMarket

struct Suggest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Completes a text as it is typed.",
    discussion: """
      --interactive lets you type in the terminal and shows suggestions: arrows select, Tab completes, \
      Enter prints the choice (or the text) to standard output, Esc, Ctrl-C and Ctrl-D leave with exit code 130. \
      It is drawn on standard error, so that name=$(market suggest --interactive) works.

      This device suggests recent searches, and names and words of stored products, in any state of typing: 맥ㅂ completes \
      to 맥북, ㄴㅌㅂ to 노트북, dkdlvhs to 아이폰. The server's suggestions follow; --online shows those alone, --offline the \
      names and words of this device alone.
      """)

  @Argument(help: "The beginning of a word or of a product's name; with --interactive, the initial text.")
  var text: String?

  @Flag(name: .shortAndLong, help: "Type and choose in the terminal.")
  var interactive = false

  @Option(help: "The maximum number, 1 to 50.")
  var limit = 10

  @OptionGroup var source: SourceOptions

  func validate() throws {
    try require("--limit", limit, in: 1...50)
    try require(text != nil || interactive, "give a text to complete, or --interactive")
    try require(!interactive || !source.json, "--interactive and --json exclude each other")
  }

  func run() async throws {
    if source.offline {
      let reader = try await source.location.reader()
      guard interactive else {
        let found = try reader.suggestions(for: text ?? "", limit: limit)
        return try source.common.print(found.map(\.text)) { style in
          found.map { Table.Cell($0.text, matches: [$0.match]).text(style: style) }
        }
      }
      return try await choose(
        SuggestionSource(stored: { [limit] in try reader.suggestions(for: $0, limit: limit).map(\.text) }))
    }
    try await OnlineMarket.open(source) { market in
      if interactive { return try await choose(SuggestionSource(market, limit: limit)) }
      let suggestions = try await suggestions(market)
      try source.common.print(suggestions) { _ in suggestions.map(\.printable) }
    }
  }

  private func suggestions(_ market: OnlineMarket) async throws -> [String] {
    guard let joined = market.joined else {
      return try await market.client.suggestions(for: text ?? "", limit: limit)
    }
    let found = try await joined.suggestions(for: text ?? "", limit: limit, policy: .networkFirst)
    if let note = found.storedNote { Terminal().note("market: \(note)") }
    return found.map(\.text)
  }

  private func choose(_ source: SuggestionSource) async throws {
    let terminal = Terminal()
    guard terminal.canAsk else {
      throw ValidationError(
        "--interactive needs a terminal at standard input and standard error; without one: market suggest TEXT"
      )
    }
    try require(
      terminal.movesCursor,
      "--interactive needs a terminal that moves its cursor (TERM); without one: market suggest TEXT")
    try JobControl.awaitForeground(STDIN_FILENO)
    guard let keyboard = KeyboardMode.raw(STDIN_FILENO) else { throw EndedBySignal(number: SIGHUP) }
    let prompt = SuggestionPrompt(keyboard: keyboard, style: terminal.errorStyle, source: source)
    guard let choice = await prompt.run(startingWith: text?.printable ?? "") else {
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    try terminal.print(choice.printable)
  }
}
