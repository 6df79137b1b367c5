import Foundation
import Testing

/// A story with an end that is known beforehand: a file of `Tests/Scenarios`, described by
/// `Schemas/json/scenario.schema.json`.
struct Scenario: Decodable, Sendable {
  /// The market that the story happens on.
  struct Market: Decodable, Sendable {
    /// Whether it honours idempotency keys.
    var keys: Bool
  }

  /// One thing that happens.
  struct Step: Decodable, Sendable {
    enum Action: String, Decodable {
      case sell, edit, sold, relist, delete, cancel, discard, resubmit, resolve
      case fault, offline, online, wait, send, relaunch, signIn, signOut, lockOut, letIn, elsewhere, expect
    }

    var `do`: Action
    var listing: String?
    var price: Decimal?
    var stock: Int?
    var name: String?
    var seconds: Double?
    /// `mine` or `theirs`.
    var keeping: String?
    /// What becomes of what was not sent: `flush`, `keep` or `discard`.
    var policy: String?
    /// How many writes were not sent at the sign-out.
    var unsent: Int?
    // The fault, as the mock server's control plane spells it.
    var method: String?
    var path: String?
    var phase: String?
    var action: FaultAction?
    var times: Int?
    /// What is to be seen at this point.
    var displayed: Listed?
    var states: [String]?
  }

  struct FaultAction: Decodable, Sendable {
    var type: String
    var status: Int?
    var retryAfter: Double?
    var afterBytes: Int?
  }

  /// What a product shall be like; what is not named does not matter.
  struct Listed: Decodable, Sendable {
    var price: Decimal?
    var stock: Int?
    var name: String?
  }

  struct Expectation: Decodable, Sendable {
    /// Effects in order, such as `created chair`.
    var ledger: [String]
    /// Whether listings may overtake each other.
    var anyOrder: Bool?
    /// The states of the writes, in the order in which they were asked for.
    var submissions: [String]
    /// What the market has at the end; `null` is nothing.
    var products: [String: Listed?]
  }

  var name: String
  /// What went wrong with it elsewhere.
  var story: String?
  var market: Market
  var steps: [Step]
  var expect: Expectation
}

extension Scenario {
  /// The folder of all scenarios.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios", directoryHint: .isDirectory)

  /// All of them: those of files with one, and those of files with many.
  ///
  /// `OPENMARKET_SCENARIO=TEXT` leaves only those whose names contain the text.
  static let all: [Scenario] = {
    let wanted = ProcessInfo.processInfo.environment["OPENMARKET_SCENARIO"]
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
      $0 as? URL
    }
    return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
      .flatMap(scenarios).filter { wanted.map($0.name.contains) ?? true }
  }()

  /// What cannot be read becomes a scenario that fails by its name.
  private static func scenarios(of file: URL) -> [Scenario] {
    do {
      let data = try Data(contentsOf: file)
      if data.first == UInt8(ascii: "[") { return try JSONDecoder().decode([Scenario].self, from: data) }
      return [try JSONDecoder().decode(Scenario.self, from: data)]
    } catch {
      Issue.record("\(file.lastPathComponent): \(error)")
      return []
    }
  }
}

extension Scenario: CustomTestStringConvertible {
  var testDescription: String { name }
}
