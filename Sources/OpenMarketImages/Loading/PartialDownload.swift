import Foundation
import OpenMarketPacing

/// The beginning of a file, and what tells whether the rest still belongs to it.
struct PartialDownload: Sendable, Hashable {
  var bytes: Data
  /// A strong `ETag`, or `Last-Modified`: what goes into `If-Range`.
  var validator: String
  /// The length of the whole file, when it is known.
  var total: Int?
}

/// Downloads that were stopped, to be continued when the image is wanted again; the oldest go first.
struct PartialDownloads {
  private var downloads: LRUTable<String, PartialDownload>

  init(byteLimit: Int) { downloads = LRUTable(costLimit: byteLimit) }

  var byteCount: Int { downloads.totalCost }

  mutating func keep(_ download: PartialDownload, for source: String) {
    downloads.removeValue(for: source)
    guard download.bytes.count <= downloads.costLimit / 2 else { return }
    downloads.insert(download, cost: download.bytes.count, for: source)
  }

  mutating func take(_ source: String) -> PartialDownload? { downloads.removeValue(for: source) }

  mutating func removeAll() { downloads.removeAll() }
}
