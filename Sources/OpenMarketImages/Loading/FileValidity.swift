import Foundation
import HTTPTypes
import OpenMarketHTTP

/// How long a file may be used without asking the server, and what to ask with then.
struct FileValidity: Sendable, Hashable {
  var eTag: String?
  var lastModified: String?
  var freshUntil = Date.distantPast
  /// The server forbids to keep it.
  var isVolatile = false

  init() {}

  init(_ entry: DiskEntry) {
    eTag = entry.eTag
    lastModified = entry.lastModified
    freshUntil = entry.freshUntil
  }

  /// Reads the validity from `fields` of the response that brought the file, or confirmed it; `standard` is how
  /// long a file is fresh when they say nothing.
  init(_ fields: HTTPFields, at now: Date, standard: Duration) {
    let control = CacheControl(fields)
    eTag = fields[.eTag]
    lastModified = fields[.lastModified]
    isVolatile = control.noStore
    let lifetime = control.noCache ? 0 : control.maxAge.map(Double.init) ?? standard / .seconds(1)
    freshUntil = now.addingTimeInterval(lifetime)
  }
}

extension DiskEntry {
  init(_ content: Content, _ validity: FileValidity) {
    self.init(
      content, eTag: validity.eTag, lastModified: validity.lastModified, freshUntil: validity.freshUntil)
  }
}
