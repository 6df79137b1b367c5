import Foundation
import OpenMarket

/// Shows one page of stored products, or all of them, for `list`, `search` and `sales`.
struct OfflineListing {
  let asJSON: Bool
  let terminal: Terminal
  private var walk: StoredWalk
  private var table: Table
  private var notes: ListNotes {
    ListNotes(asJSON: asJSON, terminal: terminal, text: walk.query?.text)
  }

  init(_ walk: StoredWalk, asJSON: Bool, terminal: Terminal = Terminal()) {
    (self.walk, self.asJSON, self.terminal) = (walk, asJSON, terminal)
    table = Table(Product.listColumns, maximumWidth: terminal.width, style: terminal.style)
  }

  /// Reads and prints what `options` ask for.
  consuming func show(_ options: PageOptions) throws {
    if options.all {
      try showAll(limit: options.limit ?? .max)
    } else {
      try walk.skip(options.offset)
      let hits = try walk.next(options.size)
      if hits.isEmpty { try requireAnything() }
      if asJSON {
        let total = try walk.total()
        return try terminal.printJSON(hits.json(options, total, walk.correction))
      }
      guard !hits.isEmpty else { return notes.nothing(isStored: true) }
      notes.correction(walk.correction)
      try terminal.print(table.lines(for: hits.map(\.listCells)))
      if terminal.isInteractive { try printFooter(hits, options) }
    }
  }

  private mutating func showAll(limit: Int) throws {
    var displayed = 0
    while displayed < limit, !walk.isAtEnd {
      let hits = try walk.next(min(200, limit - displayed))
      if displayed == 0 { notes.correction(walk.correction) }
      displayed += hits.count
      if asJSON {
        for hit in hits { try terminal.printJSON(hit.json) }
      } else {
        try terminal.print(table.lines(for: hits.map(\.listCells)))
      }
    }
    if displayed == 0 {
      try requireAnything()
      notes.nothing(isStored: true)
    }
  }

  private mutating func printFooter(_ hits: [OfflineHit], _ options: PageOptions) throws {
    let total = try walk.total()
    let pages = (total.number + options.size - 1) / options.size
    let (of, noun) = (total.isExact ? "\(pages)" : "\(pages)+", walk.query == nil ? "products" : "hits")
    let age =
      hits.filter(\.pending.isEmpty).map(\.hit.stored.fetchedAt).min().map { ", as of \($0.age(at: Date()))" }
      ?? ""
    try terminal.print(
      terminal.style.dim("page \(options.page) of \(of), \(total.text) \(noun) stored here\(age)"))
  }

  /// - Throws: `StoreError` with `notStored` when it is no wonder that nothing is found.
  private func requireAnything() throws {
    if try walk.reader.newest(limit: 1).isEmpty { throw StoreError.nothingStored(in: walk.reader.folder) }
  }
}

extension OfflineHit {
  /// The cells of a list's row, what was searched for standing out.
  var listCells: [Table.Cell] {
    var cells = hit.product.listCells(isWaiting: !pending.isEmpty).map { Table.Cell($0) }
    cells[Product.nameColumn] = Table.Cell(hit.product.name, matches: hit.matches)
    return cells
  }
}

extension HitCount {
  var isExact: Bool { if case .exact = self { true } else { false } }

  /// Such as `4711` and `1000+`.
  var text: String { isExact ? "\(number)" : "\(number)+" }
}

extension Date {
  /// How long before `now` this was, in the unit that fits: `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`.
  func age(at now: Date) -> String {
    let seconds = now.timeIntervalSince(self)
    switch seconds {
    case ..<0: return "a time to come"
    case ..<120: return "\(Int(seconds)) s ago"
    case ..<7200: return "\(Int(seconds / 60)) min ago"
    case ..<172_800: return "\(Int(seconds / 3600)) h ago"
    default: return "\(Int(min(seconds / 86_400, 1e9))) d ago"
    }
  }
}
