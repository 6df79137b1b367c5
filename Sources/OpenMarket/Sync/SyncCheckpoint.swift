import Foundation

/// Which parts of the server's list the store holds, kept in the store beside the products themselves.
struct SyncCheckpoint: Sendable, Hashable, Codable {
  /// Ids between which every product of the list was read, in windows that overlap.
  struct Span: Sendable, Hashable, Codable {
    var newest: Int64
    var oldest: Int64
    /// About how many products it has, for guessing places in the list.
    var count: Int
  }

  static let key = "catalog-sync"
  /// More products than any list has; the places after their ends stay numbers that can be counted with.
  private static let mostCount: Int64 = 1 << 30

  /// Newest first; none overlaps another.
  var spans: [Span] = []
  /// Whether the list ends with the last span.
  var reachesEnd = false

  /// Reads a saved checkpoint; one that cannot be understood counts as none, which costs only requests.
  init(_ data: Data?) {
    self = data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) } ?? SyncCheckpoint()
    let isSound =
      spans.allSatisfy { $0.oldest <= $0.newest && (0...Self.mostCount).contains(Int64($0.count)) }
      && spans.reduce(0) { $0 + Int64($1.count) } <= Self.mostCount
      && zip(spans, spans.dropFirst()).allSatisfy { $0.oldest > $1.newest }
    if !isSound { self = SyncCheckpoint() }
  }

  init() {}

  func encoded() throws -> Data { try JSONEncoder().encode(self) }
}
