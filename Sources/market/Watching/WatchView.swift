import Foundation
import OpenMarketAPI

/// The screen of a watched list: the list, its latest changes, and the state of the watch.
struct WatchView {
  let query: String
  let interval: Duration
  private var list = WatchedList()
  private var page: ProductPage?
  /// The last that changed anything, and when; kept until something changes again, as the user may look later.
  private var changes: [ListChange] = []
  private var changed = ""
  private var status = Line(text: "asking …", ink: .dim)

  init(query: String, interval: Duration) {
    self.query = query
    self.interval = interval
  }

  /// Takes the outcome of a round that ended at `time`, as a clock shows it.
  mutating func take(_ round: WatchRounds.Round, at time: String) {
    switch round {
    case .success(let page):
      let latest = list.take(page).filter { $0.kind != .present }
      if !latest.isEmpty {
        changes = latest
        changed = "  \(time): \(Self.summary(of: latest))"
      }
      self.page = page
      status = .init(text: "asked \(time), every \(interval.inSeconds)" + changed, ink: .dim)
    case .failure(let error):
      // What goes on is said first, as the end may be cut off.
      let text = "failed \(time), goes on every \(interval.inSeconds): \(error)"
      status = .init(text: text.printable, ink: .red)
    }
  }

  func frame(columns: Int) -> Frame {
    let count = page.map { ": \($0.products.count) of \($0.totalCount) products" } ?? ""
    let title = Line(text: query.printable + count, ink: .bold)
    return Frame(lines: [title, status] + tableLines(columns: columns))
  }

  private func tableLines(columns: Int) -> [Line] {
    let latest = Dictionary(changes.map { ($0.product.id, $0) }) { first, _ in first }
    let gone = changes.filter { $0.kind == .gone }.map(\.product)
    // What is gone keeps its place: newer products have higher numbers.
    let products = ((page?.products ?? []) + gone).sorted { $0.id > $1.id }
    guard !products.isEmpty else { return [] }
    var table = Table([.init(title: "")] + Product.listColumns, maximumWidth: columns - 1, style: .plain)
    let rows = products.map { product in
      let change = latest[product.id]
      return [change?.kind.style.mark ?? " "] + (change?.cells ?? product.listCells)
    }
    let inks: [Ink] = [.bold] + products.map { latest[$0.id]?.kind.style.ink ?? .plain }
    return zip(table.lines(for: rows), inks).map { Line(text: $0, ink: $1) }
  }

  private static func summary(of changes: [ListChange]) -> String {
    [ListChange.Kind.new, .changed, .gone].compactMap { kind in
      let count = changes.count { $0.kind == kind }
      return count > 0 ? "\(kind.style.mark)\(count) \(kind.rawValue)" : nil
    }.joined(separator: ", ")
  }
}

extension ListChange.Kind {
  fileprivate var style: (mark: String, ink: Ink) {
    switch self {
    case .present: (" ", .plain)
    case .new: ("+", .green)
    case .changed: ("~", .yellow)
    case .gone: ("-", .dim)
    }
  }
}

extension Duration {
  /// Such as `5 s` and `1.5 s`, in any locale.
  var inSeconds: String {
    let seconds = self / .seconds(1)
    return (Int(exactly: seconds).map(String.init) ?? "\(seconds)") + " s"
  }
}
