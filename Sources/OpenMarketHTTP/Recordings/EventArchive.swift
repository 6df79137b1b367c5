package import Foundation

/// The requests among events as an HTTP Archive: times, templates, statuses and sizes, without fields and bodies.
package enum EventArchive {
  /// Makes the archive.
  /// - Parameters:
  ///   - records: Events; those that are no ends of requests are left out.
  ///   - server: Scheme and authority, such as `https://market.example`, where they are known.
  /// - Returns: A file that the developer tools of browsers open.
  /// - Throws: `EncodingError`.
  package static func data(of records: [EventRecord], server: String?) throws -> Data {
    let entries = records.filter { $0.kind == MarketEvent.Kind.requestFinished.rawValue }
      .sorted { $0.begin < $1.begin }.map { HAREntry($0, server: server ?? "http://server.invalid") }
    let file = HARFile(
      log: .init(
        version: "1.2", creator: .init(name: "swift-openmarket", version: UserAgent.libraryVersion),
        entries: entries))
    return try EventJSON.encoder.encode(file)
  }
}

extension EventRecord {
  fileprivate var begin: Date { date - (duration?.milliseconds ?? 0) / 1_000 }
}

extension HAREntry {
  fileprivate init(_ record: EventRecord, server: String) {
    let template = record.template ?? ""
    // Where a URL is fetched that belongs to no endpoint there is no path.
    let path = template.hasPrefix("/") ? template : "/~url~"
    let milliseconds = record.duration?.milliseconds ?? 0
    self.init(
      startedDateTime: EventJSON.text(of: record.begin), time: milliseconds,
      request: .init(
        method: record.method ?? "GET", url: server + path, headers: [], queryString: [], postData: nil,
        bodySize: -1),
      response: .init(
        status: record.status ?? 0, statusText: record.outcome ?? "", headers: [],
        content: .init(size: record.bytes ?? 0, mimeType: "", text: "", isOmitted: true), redirectURL: "",
        bodySize: record.outcome == CacheVerdict.network.rawValue ? record.bytes ?? -1 : 0),
      timings: .init(wait: milliseconds),
      error: record.failure.map { .init(code: $0, message: $0) })
  }
}
