import Foundation
import OpenMarket

extension Product {
  static let listColumns = [
    Table.Column(title: "ID", alignsRight: true),
    Table.Column(title: "PRICE", alignsRight: true),
    Table.Column(title: "STATE", dropOrder: 3),
    Table.Column(title: "CHANGED", dropOrder: 2),
    Table.Column(title: "NAME", shrinks: true),
    Table.Column(title: "VENDOR", shrinks: true, dropOrder: 1),
  ]

  /// Where the name stands in ``listColumns``.
  static let nameColumn = 4

  var listCells: [String] { listCells(isWaiting: id.isLocal) }

  /// The cells of a list's row; `isWaiting` when a write of it is pending.
  func listCells(isWaiting: Bool) -> [String] {
    [
      id.listingText, salePrice.priceText(in: currency),
      (isSoldOut ? "sold" : "on sale") + (isWaiting ? ", waiting" : ""),
      updatedAt?.utcDay ?? "-", name, vendorName ?? vendorID.description,
    ]
  }

  func detailLines(style: Style, pending: [PendingWrite.Kind] = []) -> [String] {
    var fields = facts + (images ?? []).map { ("photo", $0.url.absoluteString) }
    if !pending.isEmpty {
      let writes = pending.map { $0 == .create ? "new listing" : $0.rawValue }.joined(separator: ", ")
      fields.append(("waiting", "\(writes), not sent yet: 'market outbox run' sends it"))
    }
    return [style.bold("\(id.listingText)  \(name.printable)")] + style.lines(fields) + [""]
      + (description ?? "").paragraphs.map(\.printable)
  }

  /// Its fields but for the texts and the photos.
  var facts: [(name: String, value: String)] {
    var facts = [(name: "price", value: salePrice.priceText(in: currency))]
    if discount > 0 { facts.append(("instead of", price.priceText(in: currency))) }
    return facts + [
      ("state", isSoldOut ? "sold" : "on sale (\(stock))"),
      ("vendor", "\(vendorName ?? "?") (\(vendorID))"),
      ("listed", createdAt?.utcDay ?? "unknown"),
      ("changed", updatedAt?.utcDay ?? "unknown"),
    ] + extra.values.map { ($0.name.printable, $0.json) }
  }
}

extension Decimal {
  /// The amount as people write it: `45,000원`, `$12.50`, `100 JPY`; the same everywhere, so that scripts can rely on it.
  func priceText(in currency: Currency?) -> String {
    formatted(.koreanPrice(currency, free: nil)).replacing("\u{A0}", with: " ").printable
  }
}

extension Date {
  /// The day in UTC, `yyyy-MM-dd`.
  var utcDay: String { formatted(.iso8601.year().month().day()) }
}
