import Foundation
import OpenMarket

extension Submission {
  /// As `--json` shows it: `Schemas/json/cli-submission.schema.json`, a form that only ever grows.
  var json: JSONFields {
    var json: JSONFields = [
      "submission": id.rawValue, "listing": productID.listingText, "name": name, "write": write.kind.rawValue,
      "fields": write.fields?.json, "photos": write.kind == .create ? write.photos.map(\.json) : nil,
      "state": state.name, "attempts": attempts, "isIndeterminate": isIndeterminate,
      "createdAt": createdAt.formatted(.iso8601), "failure": failure?.json,
    ]
    switch state {
    case .waiting(let date, _): json["nextAttemptAt"] = date.formatted(.iso8601)
    case .conflict(let fields): json["conflicts"] = fields.map(\.json)
    case .question(_, let candidates): json["candidates"] = candidates.map(\.json)
    case .accepted(let response?): json["product"] = response.json
    default: break
    }
    return json
  }
}

extension ProductChanges {
  fileprivate var json: JSONFields {
    [
      "name": name, "description": description, "price": price, "discount": discount,
      "currency": currency?.rawValue, "stock": stock, "extra": extra.isEmpty ? nil : extra,
    ]
  }
}

extension StoredPhoto {
  fileprivate var json: JSONFields { ["fileName": fileName, "bytes": byteCount, "sha256": sha256] }
}

extension SubmissionFailure {
  fileprivate var json: JSONFields {
    ["code": code.rawValue, "message": message, "status": status, "fields": fields]
  }
}

extension FieldConflict {
  fileprivate var json: JSONFields {
    [
      "field": field.rawValue, "base": base, "mine": mine, "theirs": theirs,
      "myCurrency": myCurrency?.rawValue, "theirCurrency": theirCurrency?.rawValue,
    ]
  }
}
