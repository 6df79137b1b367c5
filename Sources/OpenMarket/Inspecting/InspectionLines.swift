import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The first line that an inspector gets: whose events these are.
package struct InspectionHello: Codable, Sendable {
  package static let kind = "hello"
  /// The form of what follows; it changes only when a line could be misunderstood.
  package static let format = "openmarket-events/1"

  package var kind = InspectionHello.kind
  package var format = InspectionHello.format
  package var program = ProcessInfo.processInfo.processName
  package var process = ProcessInfo.processInfo.processIdentifier
  package var library = UserAgent.libraryVersion
  package var platform = UserAgent.platform
  /// Scheme, name and port of the server.
  package var server: String?

  init(server: URL) {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.port) = (server.scheme, server.host(), server.port)
    self.server = parts.string
  }

  /// Refuses lines that this version could misunderstand.
  /// - Parameter source: The name of where they come from.
  /// - Throws: `HTTPError` with `invalidInput`.
  package func requireKnownFormat(of source: String) throws(HTTPError) {
    guard format == Self.format else {
      throw HTTPError(.invalidInput, "\(source) is of the form \(format); this version reads \(Self.format)")
    }
  }
}

/// The line that says how many events an inspector has missed, because it read too slowly.
package struct InspectionGap: Codable, Sendable {
  package static let kind = "dropped"

  package var kind = InspectionGap.kind
  package var count: UInt64
}

/// The line with the state of the outbox and the sizes of what is kept.
package struct InspectionSnapshot: Codable, Sendable {
  package static let kind = "snapshot"

  /// A write in the outbox, without what it writes.
  package struct Entry: Codable, Sendable {
    package var submission: Int64
    package var product: Int64
    /// `create`, `edit` or `delete`.
    package var write: String
    package var state: String
    package var attempts: Int
    package var nextAttempt: String?
    package var failure: String?
  }

  package struct Store: Codable, Sendable {
    package var bytes: Int64
    package var products: Int
  }

  /// The photos in memory.
  package struct Images: Codable, Sendable {
    package var count: Int
    package var bytes: Int
  }

  package var kind = InspectionSnapshot.kind
  package var date: String
  package var outbox: [Entry]
  /// Until when nothing is sent, because the network or the server fails.
  package var outboxRetryAt: String?
  /// `nil` when it cannot be read.
  package var store: Store?
  package var images: Images?
}

extension InspectionSnapshot.Entry {
  init(_ submission: Submission) {
    (self.submission, product) = (submission.id.rawValue, submission.productID.rawValue)
    (write, state) = (submission.write.kind.rawValue, submission.state.name)
    attempts = submission.attempts
    if case .waiting(let date, _) = submission.state { nextAttempt = EventJSON.text(of: date) }
    failure = submission.failure?.code.rawValue
  }
}

extension InspectionSnapshot {
  /// The state now; what cannot be read is left out.
  init(_ store: MarketStore, _ outbox: Outbox, _ photos: MarketPhotos) async {
    date = EventJSON.text(of: Date())
    self.outbox = ((try? await store.submissions()) ?? []).map(Entry.init)
    outboxRetryAt = outbox.state.retryAt.map(EventJSON.text)
    if let products = try? await store.productCount() {
      self.store = Store(bytes: store.byteCount, products: products)
    }
    #if Images
      images = photos.memoryUsage.map { Images(count: $0.decodedCount, bytes: $0.decodedBytes) }
    #endif
  }
}
