import Foundation
import OpenMarket

/// A product as `--json` shows it: `Schemas/json/cli-product.schema.json`, a form that only ever grows.
struct ProductJSON: Encodable {
  struct Image: Encodable {
    var id: Int64
    var url: String
    var thumbnailURL: String?
  }

  var id: Int64
  var name: String
  var description: String?
  var currency: String?
  var price: Decimal
  var salePrice: Decimal
  var discount: Decimal
  var stock: Int
  var soldOut: Bool
  var vendorID: Int64
  var vendorName: String?
  var thumbnail: String?
  /// UTC days, `yyyy-MM-dd`.
  var createdAt: String?
  var updatedAt: String?
  var images: [Image]?
  /// The fields beyond the contract.
  var extra: ExtraFields?
  /// Of stored products only: when a server last said anything about it, `yyyy-MM-ddTHH:mm:ssZ`.
  var fetchedAt: String?
  /// Of stored products only: whether everything is known about it, not only what lists show.
  var complete: Bool?
  /// Of what a search has found in what is stored: where in the name what was searched for stands.
  var matches: [MatchJSON]?
  /// Of what a search has found in what is stored: why, unless the name has the text itself.
  var match: MatchReasonJSON?
  /// The pending writes that are displayed already: `create`, `edit`.
  var pending: [String]?

  init(_ product: Product) {
    id = product.id.rawValue
    if product.id.isLocal { pending = [PendingWrite.Kind.create.rawValue] }
    name = product.name
    description = product.description
    currency = product.currency?.rawValue
    price = product.price
    salePrice = product.salePrice
    discount = product.discount
    stock = product.stock
    soldOut = product.isSoldOut
    vendorID = product.vendorID.rawValue
    vendorName = product.vendorName ?? product.vendor?.name
    thumbnail = product.thumbnail?.absoluteString
    createdAt = product.createdAt?.utcDay
    updatedAt = product.updatedAt?.utcDay
    extra = product.extra.isEmpty ? nil : product.extra
    images = product.images?.map {
      Image(id: $0.id.rawValue, url: $0.url.absoluteString, thumbnailURL: $0.thumbnailURL?.absoluteString)
    }
  }
}

extension ProductJSON {
  init(_ stored: StoredProduct) {
    self.init(stored.product)
    fetchedAt = stored.fetchedAt.formatted(.iso8601)
    complete = stored.isComplete
  }

  init(_ displayed: OfflineHit) {
    let hit = displayed.hit
    self.init(hit.stored)
    if !hit.matches.isEmpty { matches = hit.matches.map { MatchJSON($0, in: hit.product.name) } }
    match = MatchReasonJSON(hit.match, of: hit.product)
    if !displayed.pending.isEmpty { pending = displayed.pending.map(\.rawValue) }
    // No server has ever said anything about it.
    if hit.id.isLocal { (fetchedAt, complete) = (nil, nil) }
  }
}

/// A part of a text, in Unicode scalars.
struct MatchJSON: Encodable {
  var start: Int
  var length: Int

  init(_ range: Range<String.Index>, in text: String) {
    start = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
    length = text.unicodeScalars.distance(from: range.lowerBound, to: range.upperBound)
  }
}

/// The reason for which a product is a hit whose name lacks the searched text.
struct MatchReasonJSON: Encodable {
  /// `equivalents`, `vendor` or `description`.
  var kind: String
  /// Of `equivalents`: the words that were found, by the typed ones that they stand for.
  var words: [String: String]?
  /// Of `vendor` and `description`: where in that text what was searched for stands.
  var matches: [MatchJSON]?

  /// - Returns: `nil` for the text itself.
  init?(_ match: SearchHit.Match, of product: Product) {
    kind = match.kind
    switch match {
    case .text: return nil
    case .equivalents(let words): self.words = words
    case .vendor(let ranges):
      matches = ranges.map { MatchJSON($0, in: product.vendorName ?? product.vendor?.name ?? "") }
    case .description(let ranges): matches = ranges.map { MatchJSON($0, in: product.description ?? "") }
    }
  }
}

extension SearchHit.Match {
  /// The reason in a word for scripts.
  var kind: String {
    switch self {
    case .text: "text"
    case .equivalents: "equivalents"
    case .vendor: "vendor"
    case .description: "description"
    }
  }
}

/// A page as `--json` shows it: `Schemas/json/cli-page.schema.json`.
struct PageJSON: Encodable {
  var page: Int
  var size: Int
  var total: Int
  var lastPage: Int
  var hasNext: Bool
  var products: [ProductJSON]
  /// Of stored products only: whether `total`, and with it `lastPage`, is what there is or the least there is.
  var totalIsExact: Bool?
  /// Of what a search has found in what is stored only: what was searched for instead, as nothing has the text.
  var correction: CorrectionJSON?

  init(_ page: ProductPage) {
    self.page = page.page
    size = page.itemsPerPage
    total = page.totalCount
    lastPage = page.lastPage
    hasNext = page.hasNext
    products = page.products.map(ProductJSON.init)
  }
}

extension PageJSON {
  init(_ hits: [OfflineHit], _ options: PageOptions, _ total: HitCount, _ correction: SearchCorrection?) {
    page = options.page
    size = options.size
    self.total = total.number
    lastPage = (total.number + options.size - 1) / options.size
    hasNext = page < lastPage
    products = hits.map { ProductJSON($0) }
    totalIsExact = total.isExact
    self.correction = correction.map(CorrectionJSON.init)
  }
}

/// The correction of a text that nothing matches.
struct CorrectionJSON: Encodable {
  /// `apart`, `completed`, `keyboard`, `spelling` or `without`.
  var kind: String
  /// The corrected text: of `completed`, `keyboard` and `spelling`.
  var text: String?
  /// The words left out: of `without`.
  var words: [String]?

  init(_ correction: SearchCorrection) {
    switch correction {
    case .apart: kind = "apart"
    case .completed(let text): (kind, self.text) = ("completed", text)
    case .keyboard(let text): (kind, self.text) = ("keyboard", text)
    case .spelling(let text): (kind, self.text) = ("spelling", text)
    case .without(let words): (kind, self.words) = ("without", words)
    }
  }
}
