import ArgumentParser
import Foundation
import OpenMarket

struct Browse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Browses, searches and sells in a full-screen terminal interface.",
    discussion: """
      A list or grid of all products with their photos (kitty graphics, sixels, else coloured characters; see \
      --graphics), search with suggestions while you type, products, your sales, the outbox, and a form for listings. \
      The last line of the screen shows the keys, ? all of them; the mouse works too. q quits, Ctrl-C quits with \
      exit code 130.

      Anything displayed before is available without the server. Your writes are saved on this device first, and are sent \
      while you browse, or by 'market outbox run'.
      """)

  @Flag(help: "Start with a grid.")
  var grid = false

  @OptionGroup var graphics: GraphicsOptions
  @OptionGroup var options: StoreOptions

  func validate() throws {
    try require(!options.json, "browse shows no JSON: market list --json does")
  }

  func run() async throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw ValidationError("browse needs a terminal at standard input and output; without one: market list")
    }
    try require(
      Terminal().movesCursor, "browse needs a terminal that moves its cursor (TERM); without one: market list"
    )
    try JobControl.awaitForeground(STDIN_FILENO)
    guard let keyboard = KeyboardMode.raw(STDIN_FILENO) else { throw EndedBySignal(number: SIGHUP) }
    let market = try options.openMarket {
      $0.outbox.startsByItself = true
      // It stays open for long. What is displayed again comes from the disk cache.
      $0.images.memoryLimit = 4 << 20
    }
    try await market.closing {
      let found = await TerminalGraphics.find(graphics.graphics, on: Terminal(), takesKeys: true)
      try await BrowserRun(market, keyboard: keyboard, graphics: found, isGrid: grid).run()
    }
  }
}
