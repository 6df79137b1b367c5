import Foundation
import OpenMarket

/// The contents of the store, as `--json` shows them: `Schemas/json/cli-store-info.schema.json`.
struct StoreInfoJSON: Encodable {
  struct File: Encodable {
    var name: String
    var bytes: Int64

    init(_ file: StoreInfo.File) { (name, bytes) = (file.name, file.byteCount) }
  }

  var folder: String
  var files: [File]
  var keptFiles: [File]
  var bytes: Int64
  var usedBytes: Int64
  var freeBytes: Int64
  var cachedBytes: Int64
  var searchIndexBytes: Int64
  var products: Int
  var syncedProducts: Int
  var completeProducts: Int
  var pages: Int
  var responses: Int
  var recentSearches: Int
  var cacheSchemaVersion: Int
  var userSchemaVersion: Int
  var normVersion: Int?
  var sqliteVersion: String

  init(_ info: StoreInfo) {
    folder = info.folder.path
    files = info.files.map(File.init)
    keptFiles = info.keptFiles.map(File.init)
    (bytes, usedBytes, freeBytes) = (info.byteCount, info.usedBytes, info.freeBytes)
    (cachedBytes, searchIndexBytes) = (info.cachedBytes, info.searchIndexBytes)
    (products, syncedProducts) = (info.productCount, info.syncedProductCount)
    completeProducts = info.completeProductCount
    (pages, responses, recentSearches) = (info.pageCount, info.responseCount, info.recentSearchCount)
    (cacheSchemaVersion, userSchemaVersion) = (info.cacheSchemaVersion, info.userSchemaVersion)
    (normVersion, sqliteVersion) = (info.normVersion, info.sqliteVersion)
  }
}

/// The result of a check, as `--json` shows it: `Schemas/json/cli-store-check.schema.json`.
struct StoreCheckJSON: Encodable {
  var sound: Bool
  var problems: [String]
}

/// The result of a trim, as `--json` shows it: `Schemas/json/cli-store-trim.schema.json`.
struct StoreTrimJSON: Encodable {
  var products: Int
  var pages: Int
  var bytes: Int64
}
