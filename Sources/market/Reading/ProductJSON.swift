import Foundation
import OpenMarket

extension Product {
  /// As `--json` shows it: `Schemas/json/cli-product.schema.json`, a form that only ever grows.
  var json: JSONFields {
    [
      "id": id.rawValue, "name": name, "description": description, "currency": currency?.rawValue,
      "price": price, "salePrice": salePrice, "discount": discount, "stock": stock, "soldOut": isSoldOut,
      "vendorID": vendorID.rawValue, "vendorName": vendorName,
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
  /// The cells of a list's row, what was searched for standing out.
  var cells: [Table.Cell] {
    var cells = hit.product.listCells(isWaiting: !pending.isEmpty).map { Table.Cell($0) }
    cells[Product.nameColumn] = Table.Cell(hit.product.name, matches: hit.matches)
    return cells
  }

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
      let name = product.vendorName ?? ""
      return ["kind": kind, "matches": name.json(of: parts)]
    case .description(let parts):
      return ["kind": kind, "matches": (product.description ?? "").json(of: parts)]
    }
  }
}
