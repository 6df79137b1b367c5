import Foundation
import HTTPTypes
import OpenMarketHTTP

/// How long a file may be used without asking the server, and what to ask with then.
struct FileValidity: Sendable, Hashable {
  var eTag: String?
  var lastModified: String?
  /// In seconds, as a date would be wrong when the calendar is set right before the file is on disk.
  var freshness: TimeInterval = 0
  /// The server forbids to keep it.
  var isVolatile = false

  init() {}

  init(_ entry: DiskEntry) {
    eTag = entry.eTag
    lastModified = entry.lastModified
    freshness = entry.freshness
  }

  /// Reads the validity from `fields` of the response that brought the file, or confirmed it; `standard` is how
  /// long a file is fresh when they say nothing.
  init(_ fields: HTTPFields, at now: Date, standard: Duration) {
    let control = CacheControl(fields)
    eTag = fields[.eTag]
    lastModified = fields[.lastModified]
    isVolatile = control.noStore
    // In caches on the way it may have spent a part of the time that the server states.
    let age = Double(fields.ageOnArrival)
    let stated = (control.maxAge.map(Double.init) ?? Self.lifetime(fields, at: now)).map { $0 - age }
    freshness = control.noCache ? 0 : stated ?? standard / .seconds(1)
  }

  /// Reads `Expires`, which counts where there is no `max-age`; what is no date has expired (RFC 9111, section 5.3).
  private static func lifetime(_ fields: HTTPFields, at now: Date) -> TimeInterval? {
    guard let text = fields[.expires] else { return nil }
    guard let end = HTTPDate.parse(text, now: now) else { return 0 }
    // By the server's clock, where it says it.
    return end.timeIntervalSince(fields[.date].flatMap { HTTPDate.parse($0, now: now) } ?? now)
  }
}

extension DiskEntry {
  init(_ content: Content, _ validity: FileValidity) {
    self.init(
      content, eTag: validity.eTag, lastModified: validity.lastModified, freshness: validity.freshness)
  }
}
