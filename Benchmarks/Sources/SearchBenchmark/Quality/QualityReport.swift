import Foundation
import OpenMarketStore

/// Prints what was found beside what should be, ours and the peers'.
struct QualityReport {
  let names: Names
  let peers: [QualityPeer]

  func printRecall(_ cases: [QualityCase]) {
    line("recall at 20 against the oracle", must: "≥ 0.95") { recall(of: cases, $0) }
    for kind in Slip.Kind.allCases {
      line("  \(kind.rawValue)") { recall(of: cases, $0) { $0.slip.kind == kind } }
    }
    line("  with two words") {
      recall(of: cases, $0) { $0.slip.kind.isTyping && $0.slip.typed.contains(" ") }
    }
    line("texts of which the first 20 have what was meant") { peer in
      share(of: cases, peer) { test, ids in
        let meant = BenchmarkText(test.slip.meant)
        return ids.contains { meant.isHit(names[$0]) } ? 1 : 0
      }
    }
    line("texts that find nothing") { peer in share(of: cases, peer) { $1.isEmpty ? 1 : 0 } }
    let typing = cases.indices.filter { cases[$0].slip.kind.isTyping }
    line("ms of CPU of a text with an error of keys, p50", must: "≤ 3", places: 3) { peer in
      percentile(typing.map { peer.costs[$0] }, 50)
    }
    line("  the same, p99", must: "≤ 15", places: 3) { peer in percentile(typing.map { peer.costs[$0] }, 99) }
    if let ours = peers.first {
      let slowest = typing.sorted { ours.costs[$0] > ours.costs[$1] }.prefix(6)
      print(
        "  slowest: "
          + slowest.map { String(format: "\(cases[$0].slip.typed) %.1f", ours.costs[$0]) }.joined(
            separator: ", "))
    }
    printMissed(cases)
  }

  /// The first texts of which ours found less than half.
  private func printMissed(_ cases: [QualityCase]) {
    guard let ours = peers.first else { return }
    var number = 0
    for (index, test) in cases.enumerated() where number < 40 && recall(test, ours.ids[index]) < 0.5 {
      number += 1
      let correction = ours.corrections[index].map { "\($0)" } ?? "not corrected"
      print(
        "  missed: \(test.slip.typed) for \(test.slip.meant) (\(test.slip.kind.rawValue)): \(ours.ids[index].count) hits, \(correction); oracle \(test.expected.correction ?? "-"), \(test.expected.count)"
      )
    }
  }

  // MARK: Shares

  private func recall(_ test: QualityCase, _ ids: [Int64]) -> Double {
    Double(ids.count { test.expected.isRelevant(names[$0]) }) / Double(test.expected.count)
  }

  private func recall(
    of cases: [QualityCase], _ peer: QualityPeer, where isCounted: (QualityCase) -> Bool = { _ in true }
  ) -> Double {
    share(of: cases, peer, where: isCounted) { min(1, recall($0, $1)) }
  }

  private func share(
    of cases: [QualityCase], _ peer: QualityPeer, where isCounted: (QualityCase) -> Bool = { _ in true },
    _ value: (QualityCase, [Int64]) -> Double
  ) -> Double {
    var (sum, count) = (0.0, 0)
    for (test, ids) in zip(cases, peer.ids) where isCounted(test) {
      (sum, count) = (sum + value(test, ids), count + 1)
    }
    return sum / Double(count)
  }

  /// One line: ours, the limit, and each peer with ours ÷ theirs.
  func line(_ name: String, must: String? = nil, places: Int = 4, _ value: (QualityPeer) -> Double) {
    let values = peers.map(value)
    let limit = must.map { " (must: \($0))" } ?? ""
    let others = zip(peers, values).dropFirst().map { peer, theirs in
      String(format: "; \(peer.name) %.\(places)f, ours ÷ theirs %.2f", theirs, values[0] / theirs)
    }
    print(String(format: "\(name): %.\(places)f", values[0]) + limit + others.joined())
  }
}
