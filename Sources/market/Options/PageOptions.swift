import ArgumentParser

struct PageOptions: ParsableArguments {
  @Option(help: "The page, from 1.")
  var page = 1

  @Option(help: "Products on a page, 1 to 1000.")
  var size = 20

  @Flag(help: "Every page; with --json one product a line.")
  var all = false

  @Option(help: .value("count", "With --all: the maximum number of products (default: all)."))
  var limit: Int?

  /// How many products stand before the page.
  var offset: Int { (page - 1) * size }

  func validate() throws {
    try require("--page", page, in: 1...Int(Int32.max))
    try require("--size", size, in: 1...1000)
    try require(limit.map({ $0 >= 1 }) ?? true, "--limit must be 1 or more")
    try require(all || limit == nil, "--limit goes with --all")
    try require(!all || page == 1, "--page and --all exclude each other")
  }
}
