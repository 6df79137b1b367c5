import Foundation
import OpenMarketStore

/// Whether texts without slips find only what they should, and all exact hits before forgiven ones.
struct Precision {
  let quality: Quality

  func run(seed: UInt64, slips: [Slip]) async throws {
    var texts = Texts(count: quality.names.all.count, seed: seed)
    let kinds = texts.kinds(each: 200)
    // Behind them slips that are what few names have: nothing may push these names away.
    let typed = kinds.flatMap(\.texts)
    let all = typed + slips.prefix(2_000).map(\.typed)
    let peers = try await quality.measure(all)
    let shares = peers.map { peer in
      zip(typed, peer.ids).map { text, ids in (ids.count { isRelevant(quality.names[$0], text) }, ids.count) }
    }
    func precision(_ range: Range<Int>, _ peer: Int) -> Double {
      let found = shares[peer][range].reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
      return Double(found.0) / Double(found.1)
    }
    var start = 0
    for kind in kinds {
      let range = start..<start + kind.texts.count
      start = range.upperBound
      let values = peers.indices.map { String(format: "%@ %.4f", peers[$0].name, precision(range, $0)) }
      let few = peers[0].ids[range].count { 1..<20 ~= $0.count }
      print(
        "  precision at 20, \(kind.name): \(values.joined(separator: "; ")); \(few) of \(range.count) have fewer hits"
      )
    }
    QualityReport(names: quality.names, peers: peers).line(
      "precision at 20 on texts without slips", must: "≥ 0.99"
    ) { peer in precision(typed.indices, peers.firstIndex { $0.name == peer.name } ?? 0) }
    let displaced = zip(all, peers[0].ids).filter(isDisplaced).map(\.0)
    print("texts of which forgiven hits displace exact ones: \(displaced.count) of \(all.count) (must: 0)")
    displaced.forEach { print("  \($0)") }
  }

  /// Whether a forgiven hit on the first page pushes one with the text itself away. As for precision, a text across a space
  /// counts from the beginning of a word or to the end of one: 로바 in 유니클로 바지 may give way to a word that is like it.
  private func isDisplaced(_ text: String, _ ids: [Int64]) -> Bool {
    let reference = BenchmarkText(text)
    let pieces = text.lowercased().split(separator: " ").map(String.init)
    func isExact(_ name: String) -> Bool {
      let spaced = SpacedName(name)
      return reference.isHit(name) && pieces.allSatisfy(spaced.contains)
    }
    let first = ids.map { quality.names[$0] }.prefix(while: reference.isHit)
    return first.count < ids.count
      && quality.names.count(containing: text, upTo: 20, where: isExact) > first.count(where: isExact)
  }

  /// Whether a person sees the text, or what stands for its words, in the name: in one word, or across a space from the
  /// beginning of a word or to the end of one.
  private func isRelevant(_ name: String, _ text: String) -> Bool {
    let name = SpacedName(name)
    return text.lowercased().split(separator: " ").allSatisfy { piece in
      name.contains(String(piece)) || Self.variants(of: String(piece)).contains { name.contains($0) }
    }
  }

  private static func variants(of piece: String) -> [String] {
    Equivalents.groups.flatMap { group in
      group.filter { piece.contains($0) }.flatMap { word in
        group.map { piece.replacing(word, with: $0.filter { $0 != " " }) }
      }
    }
  }
}

/// A name with the places of its spaces.
private struct SpacedName {
  private var text: [Character] = []
  private var starts: Set<Int> = [0]

  init(_ name: String) {
    var isInWord = false
    for character in name.lowercased() {
      let isWord = character.isLetter || character.isNumber
      if isWord, !isInWord { starts.insert(text.count) }
      if isWord { text.append(character) }
      isInWord = isWord
    }
    starts.insert(text.count)
  }

  func contains(_ piece: String) -> Bool {
    let piece = Array(piece)
    guard !piece.isEmpty, piece.count <= text.count else { return false }
    return (0...(text.count - piece.count)).contains { start in
      let end = start + piece.count
      guard text[start] == piece[0], text[start..<end].elementsEqual(piece) else { return false }
      return starts.contains(start) || starts.contains(end)
        || !(start + 1..<end).contains { starts.contains($0) }
    }
  }
}
