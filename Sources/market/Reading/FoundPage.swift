import Foundation
import OpenMarket

/// One page of what was found, as it is displayed, wherever it comes from.
struct FoundPage: Sendable {
  let products: [any ListedProduct]
  /// How many there are in all, such as `4711 products` and `1000+ products stored here`.
  private(set) var total: String
  /// The last line in a terminal.
  let footer: String
  /// Whether it is of this device alone.
  private(set) var isStored = false
  private(set) var correction: SearchCorrection?
  /// Lines for a person beside it.
  private(set) var warnings: [String] = []
  private let fields: JSONFields

  init(_ page: ProductPage) {
    products = page.products
    fields = [
      "page": page.page, "size": page.itemsPerPage, "total": page.totalCount, "lastPage": page.lastPage,
      "hasNext": page.hasNext,
    ]
    total = "\(page.totalCount) products"
    footer = "page \(page.page) of \(page.lastPage), \(page.totalCount) products"
    warnings = page.issues.map { "warning: \($0.printable)" }
  }

  /// A page of stored products. In JSON `totalIsExact` says whether `total`, and with it `lastPage`, is the number that
  /// there is or the least that there may be.
  init(
    stored hits: [OfflineHit], _ options: PageOptions, _ count: HitCount, _ correction: SearchCorrection?,
    isSearch: Bool = true
  ) {
    let lastPage = (count.number + options.size - 1) / options.size
    products = hits
    fields = [
      "page": options.page, "size": options.size, "total": count.number, "totalIsExact": count.isExact,
      "lastPage": lastPage, "hasNext": options.page < lastPage, "correction": correction?.json,
    ]
    total = "\(count.text) products stored here"
    let dates = hits.filter(\.pending.isEmpty).map(\.hit.stored.fetchedAt)
    let age = dates.min().map { ", as of \($0.age(at: Date()))" } ?? ""
    let noun = isSearch ? "hits" : "products"
    footer =
      "page \(options.page) of \(lastPage)\(count.isExact ? "" : "+"), \(count.text) \(noun) stored here\(age)"
    self.correction = correction
    isStored = true
  }

  /// The first page of a search on this device and the server.
  init(_ found: Stamped<SearchResults>, _ options: PageOptions) {
    self.init(stored: found.hits.map { OfflineHit(hit: $0) }, options, found.count, found.value.correction)
    isStored = false
    if let note = found.storedNote { warnings = [note] } else { total = "\(found.count.text) products" }
  }

  /// As `--json` shows it: `Schemas/json/cli-page.schema.json`.
  var json: JSONFields {
    var json = fields
    json["products"] = products.map { $0.json }
    return json
  }
}

extension HitCount {
  fileprivate var isExact: Bool { if case .exact = self { true } else { false } }

  /// Such as `4711` and `1000+`.
  fileprivate var text: String { isExact ? "\(number)" : "\(number)+" }
}

extension SearchCorrection {
  /// The explanation of the displayed results.
  var text: String {
    switch self {
    case .apart: "displayed is what has its parts apart"
    case .completed(let text): "displayed is what '\(text)' finds"
    case .keyboard(let text): "displayed is what '\(text)' finds, which has the same keys"
    case .spelling(let text): "displayed is what '\(text)' finds, which is spelt alike"
    case .without(let words): "displayed is what has the rest of it without '\(words.joined(separator: " "))'"
    }
  }

  fileprivate var json: JSONFields {
    let kind = String(caseOf: self)
    return switch self {
    case .apart: ["kind": kind]
    case .completed(let text), .keyboard(let text), .spelling(let text): ["kind": kind, "text": text]
    case .without(let words): ["kind": kind, "words": words]
    }
  }
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
