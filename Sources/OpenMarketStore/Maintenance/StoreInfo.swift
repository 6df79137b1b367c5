package import Foundation

package struct StoreInfo: Sendable, Hashable {
  package struct File: Sendable, Hashable {
    package var name: String
    package var byteCount: Int64
  }

  package var folder: URL
  package var files: [File]
  /// The damaged files of the user's data that were put aside; they count for no size.
  package var keptFiles: [File] = []
  /// The bytes of `cache.db` that hold something.
  package var usedBytes: Int64 = 0
  /// The bytes of `cache.db` that are free for new rows.
  package var freeBytes: Int64 = 0
  /// About how many bytes the limit counts: those of products that were not synced, and of pages and responses.
  package var cachedBytes: Int64 = 0
  /// The number of stored products.
  package var productCount = 0
  /// How many of them were synced, and stay whatever the limits.
  package var syncedProductCount = 0
  /// How many of them are stored with all details.
  package var completeProductCount = 0
  /// How many pages of lists.
  package var pageCount = 0
  /// How many responses for revalidation.
  package var responseCount = 0
  package var searchIndexBytes: Int64 = 0
  /// How many recent searches.
  package var recentSearchCount = 0
  /// The versions of the tables of `cache.db` and `user.db`.
  package var cacheSchemaVersion = 0
  /// See ``cacheSchemaVersion``.
  package var userSchemaVersion = 0
  /// The version of the text normalization that the search index was made with; `nil` before there is one.
  package var normVersion: Int?
  package var sqliteVersion: String

  /// The size of all files, in bytes.
  package var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }
}

package struct StoreCheck: Sendable, Hashable {
  /// The faults of the files and of the search index, one sentence each.
  package var faults: [String]
  /// The names of the damaged files of the user's data that were put aside.
  package var keptFiles: [String]
  /// The photos that are missing, damaged, unreadable, or of a row that may be lost, one sentence each.
  package var photoFaults: [String]

  /// The problems found, one sentence each; empty when all is well.
  package var problems: [String] {
    faults
      + keptFiles.map {
        "user.db was damaged: what was not rescued is in \($0) alone; delete it when it is no longer needed"
      } + photoFaults
  }
  package var isSound: Bool { problems.isEmpty }
}

package struct TrimReport: Sendable, Hashable {
  /// How many products were forgotten.
  package var removedProductCount = 0
  /// How many pages of lists were forgotten.
  package var removedPageCount = 0
  /// How many bytes the file system got back.
  package var freedBytes: Int64 = 0
}
