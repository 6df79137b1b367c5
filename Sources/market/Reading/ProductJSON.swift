import Foundation
import OpenMarket

extension Product {
  /// As `--json` shows it: `Schemas/json/cli-product.schema.json`, a form that only ever grows.
  var json: JSONFields {
    [
      "id": id.rawValue, "name": name, "description": description, "currency": currency?.rawValue,
      "price": price, "salePrice": salePrice, "discount": discount, "stock": stock, "soldOut": isSoldOut,
      "vendorID": vendorID.rawValue, "vendorName": vendorName ?? vendor?.name,
      "thumbnail": thumbnail?.absoluteString, "createdAt": createdAt?.utcDay, "updatedAt": updatedAt?.utcDay,
      "images": images?.map(\.json), "extra": extra.isEmpty ? nil : extra,
      "pending": id.isLocal ? [PendingWrite.Kind.create.rawValue] : nil,
    ]
  }
}

extension ProductImage {
  fileprivate var json: JSONFields {
    ["id": id.rawValue, "url": url.absoluteString, "thumbnailURL": thumbnailURL?.absoluteString]
  }
}

extension OfflineHit {
  /// The product, with what is known of it on this device alone.
  var json: JSONFields {
    var json = hit.product.json
    // No server has ever said anything about a new listing.
    if !hit.id.isLocal {
      json["fetchedAt"] = hit.stored.fetchedAt.formatted(.iso8601)
      json["complete"] = hit.stored.isComplete
    }
    if !hit.matches.isEmpty { json["matches"] = hit.product.name.json(of: hit.matches) }
    json["match"] = hit.match.json(of: hit.product)
    if !pending.isEmpty { json["pending"] = pending.map(\.rawValue) }
    return json
  }
}

extension String {
  /// Parts of the text, in Unicode scalars.
  fileprivate func json(of parts: [Range<String.Index>]) -> [JSONFields] {
    parts.map { part in
      [
        "start": unicodeScalars.distance(from: startIndex, to: part.lowerBound),
        "length": unicodeScalars.distance(from: part.lowerBound, to: part.upperBound),
      ]
    }
  }
}

extension SearchHit.Match {
  /// The reason in a word for scripts.
  var kind: String { String(caseOf: self) }

  /// The reason for which a product is a hit whose name lacks the searched text; `nil` for the text itself.
  fileprivate func json(of product: Product) -> JSONFields? {
    switch self {
    case .text: return nil
    case .equivalents(let words): return ["kind": kind, "words": words]
    case .vendor(let parts):
      let name = product.vendorName ?? product.vendor?.name ?? ""
      return ["kind": kind, "matches": name.json(of: parts)]
    case .description(let parts):
      return ["kind": kind, "matches": (product.description ?? "").json(of: parts)]
    }
  }
}

extension ProductPage {
  /// As `--json` shows it: `Schemas/json/cli-page.schema.json`.
  var json: JSONFields {
    [
      "page": page, "size": itemsPerPage, "total": totalCount, "lastPage": lastPage, "hasNext": hasNext,
      "products": products.map(\.json),
    ]
  }
}

extension [OfflineHit] {
  /// A page of stored products, in the form of the server's: `totalIsExact` says whether `total`, and with it `lastPage`,
  /// is the number that there is or the least that there may be.
  func json(_ options: PageOptions, _ total: HitCount, _ correction: SearchCorrection?) -> JSONFields {
    let lastPage = (total.number + options.size - 1) / options.size
    return [
      "page": options.page, "size": options.size, "total": total.number, "totalIsExact": total.isExact,
      "lastPage": lastPage, "hasNext": options.page < lastPage, "products": map(\.json),
      "correction": correction?.json,
    ]
  }
}

extension SearchCorrection {
  /// The correction of a text that nothing matches.
  fileprivate var json: JSONFields {
    switch self {
    case .apart: ["kind": "apart"]
    case .completed(let text): ["kind": "completed", "text": text]
    case .keyboard(let text): ["kind": "keyboard", "text": text]
    case .spelling(let text): ["kind": "spelling", "text": text]
    case .without(let words): ["kind": "without", "words": words]
    }
  }
}
