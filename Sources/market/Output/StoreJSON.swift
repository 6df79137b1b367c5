import Foundation
import OpenMarket

extension StoreInfo {
  /// As `--json` shows it: `Schemas/json/cli-store-info.schema.json`.
  var json: JSONFields {
    [
      "folder": folder.path, "files": files.map(\.json), "keptFiles": keptFiles.map(\.json),
      "bytes": byteCount, "usedBytes": usedBytes, "freeBytes": freeBytes, "cachedBytes": cachedBytes,
      "searchIndexBytes": searchIndexBytes, "products": productCount, "syncedProducts": syncedProductCount,
      "completeProducts": completeProductCount, "pages": pageCount, "responses": responseCount,
      "recentSearches": recentSearchCount, "cacheSchemaVersion": cacheSchemaVersion,
      "userSchemaVersion": userSchemaVersion, "normVersion": normVersion, "sqliteVersion": sqliteVersion,
    ]
  }
}

extension StoreInfo.File {
  fileprivate var json: JSONFields { ["name": name, "bytes": byteCount] }
}
