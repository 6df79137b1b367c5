import Foundation

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
  let byteLimit: Int
  private var downloads: [String: PartialDownload] = [:]
  private var order: [String] = []
  private(set) var byteCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  mutating func keep(_ download: PartialDownload, for source: String) {
    _ = take(source)
    guard download.bytes.count <= byteLimit / 2 else { return }
    downloads[source] = download
    order.append(source)
    byteCount += download.bytes.count
    while byteCount > byteLimit, let first = order.first { _ = take(first) }
  }

  mutating func take(_ source: String) -> PartialDownload? {
    guard let download = downloads.removeValue(forKey: source) else { return nil }
    order.removeAll { $0 == source }
    byteCount -= download.bytes.count
    return download
  }

  mutating func removeAll() { self = PartialDownloads(byteLimit: byteLimit) }
}
