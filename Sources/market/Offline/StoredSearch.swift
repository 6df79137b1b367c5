import OpenMarket

/// Shows what one of several searches finds in what is stored, as `SeveralSearches` shows what the server finds.
struct StoredSearch {
  let asJSON: Bool
  let terminal: Terminal
  private var walk: StoredWalk

  init(_ walk: StoredWalk, asJSON: Bool, terminal: Terminal) {
    (self.walk, self.asJSON, self.terminal) = (walk, asJSON, terminal)
  }

  /// Reads and prints one page; `isFirst` when nothing stands above it.
  consuming func show(_ options: PageOptions, isFirst: Bool) throws {
    try walk.skip(options.offset)
    let hits = try walk.next(options.size)
    let total = try walk.total()
    let text = walk.query?.text ?? ""
    if asJSON {
      return try terminal.printJSON(
        SearchJSON(query: text, page: PageJSON(hits, options, total, walk.correction)))
    }
    let correction = walk.correction.map { " (\($0.text.printable))" } ?? ""
    let title = "\(text.printable): \(hits.count) of \(total.text) products stored here\(correction)"
    try terminal.print((isFirst ? [] : [""]) + [terminal.style.bold(title)])
    guard !hits.isEmpty else { return }
    var table = Table(Product.listColumns, maximumWidth: terminal.width, style: terminal.style)
    try terminal.print(table.lines(for: hits.map(\.listCells)))
  }
}
