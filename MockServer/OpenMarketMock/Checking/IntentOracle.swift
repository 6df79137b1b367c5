public import OpenMarketAPI

/// A record of the user's intended changes, kept beside the app under test and compared with the
/// market's ledger.
///
/// ```swift
/// var oracle = IntentOracle()
/// oracle.sell("chair", draft)                      // the draft's description begins with the word chair
/// oracle.edit("chair", ProductChanges(price: 30_000))
/// // … the app sells and edits, through every fault …
/// #expect(oracle.violations(in: mock.ledger) == [])
/// ```
///
/// It is independent of how an app sends its writes: a listing is recognised by a label that stays in it
/// through all edits. Several writes may arrive as one, as long as each state that the market ever had is one
/// that the user had wanted, and none comes twice or after a later one.
public struct IntentOracle: Sendable {
  /// A reference to one intended write.
  public struct Intent: Sendable, Hashable {
    fileprivate var label: String
    fileprivate var number: Int
  }

  fileprivate enum Step: Sendable {
    case sell(ListedFields)
    case edit(ProductChanges)
    case delete
  }

  private enum Fate: Sendable { case wanted, refused, unknown }

  /// The writes of each listing, in their order.
  private var listings: [String: [(step: Step, fate: Fate)]] = [:]
  private let label: @Sendable (ListedFields) -> String?

  /// Makes an oracle without intents.
  ///
  /// It recognises a listing by the first word of its description, whatever was edited.
  public init() {
    self.init { $0.description.split(whereSeparator: \.isWhitespace).first.map(String.init) }
  }

  /// Makes an oracle without intents.
  /// - Parameter label: Recognises a listing whatever was edited.
  package init(label: @escaping @Sendable (ListedFields) -> String?) {
    self.label = label
  }

  /// Records that the user sells a listing.
  @discardableResult public mutating func sell(_ label: String, _ listing: NewListing) -> Intent {
    sell(label, ListedFields(listing))
  }

  /// Records that the user sells a listing.
  @discardableResult package mutating func sell(_ label: String, _ fields: ListedFields) -> Intent {
    add(.sell(fields), to: label)
  }

  /// Records that the user edits it.
  @discardableResult public mutating func edit(_ label: String, _ changes: ProductChanges) -> Intent {
    add(.edit(changes), to: label)
  }

  /// Records that the user deletes it.
  @discardableResult public mutating func delete(_ label: String) -> Intent { add(.delete, to: label) }

  /// Records that a write was visibly refused or cancelled: it must have had no effect.
  public mutating func refused(_ intent: Intent) {
    listings[intent.label]?[intent.number].fate = .refused
  }

  /// Records that a write was abandoned while it may have been in flight: it may have had its effect or none.
  public mutating func unknown(_ intent: Intent) {
    listings[intent.label]?[intent.number].fate = .unknown
  }

  private mutating func add(_ step: Step, to label: String) -> Intent {
    listings[label, default: []].append((step, .wanted))
    return Intent(label: label, number: (listings[label]?.count ?? 1) - 1)
  }

  /// The states of one listing that the user has asked for; `nil` stands for a deleted listing.
  private struct Wishes {
    /// One after the other, each with what it may have been instead.
    var states: [ListedFields?] = []
    /// The states that the market may end with, each once: no set, as of several one is named.
    var ends: [ListedFields?] = [nil]
  }

  /// Returns the differences between the ledger and the user's intents.
  /// - Parameters:
  ///   - ledger: All effects, oldest first. Effects on products without a label are ignored.
  ///   - isSettled: Whether everything should have arrived (default). Otherwise nothing is reported as lost.
  /// - Returns: A sentence for each lost, doubled, misordered or unexpected write, which begins with that word; empty without any.
  public func violations(in ledger: some Collection<Effect>, isSettled: Bool = true) -> [String] {
    let effects = Dictionary(grouping: ledger) { label($0.product) ?? "" }
    return listings.keys.sorted().flatMap { violations(of: $0, in: effects[$0] ?? [], isSettled) }
  }

  /// Returns the differences between displayed products and the user's intents: in lists online or offline.
  /// - Parameter products: All displayed products of the user.
  /// - Returns: A sentence for each missing, repeated or wrong product; empty without any.
  public func violations(displayed products: some Collection<Product>) -> [String] {
    let displayed = Dictionary(grouping: products.map { ListedFields($0) }) { label($0) ?? "" }
    return listings.keys.sorted().flatMap { label -> [String] in
      let found = displayed[label] ?? []
      if found.count > 1 { return ["doubled: \(label) is displayed \(found.count) times"] }
      return wrongEnd(of: label, found.first)
    }
  }

  private func violations(of label: String, in effects: [Effect], _ isSettled: Bool) -> [String] {
    let creations = effects.filter { $0.kind == .created }
    var violations: [String] = []
    if creations.count > 1 {
      let ids = creations.map { String($0.productID.rawValue) }.joined(separator: ", ")
      violations.append("doubled: \(label) was listed \(creations.count) times: products \(ids)")
    }
    let states = wishes(for: label).states
    for (_, effects) in Dictionary(grouping: effects, by: \.productID).sorted(by: { $0.key < $1.key }) {
      violations += self.violations(of: label, along: effects, states)
    }
    guard isSettled, violations.isEmpty else { return violations }
    return wrongEnd(of: label, effects.last.flatMap { $0.kind == .deleted ? nil : $0.product })
  }

  /// The states that the market had, one after the other, must be a part of those that were wanted.
  private func violations(
    of label: String, along effects: [Effect], _ states: [ListedFields?]
  ) -> [String] {
    var last = -1
    return effects.compactMap { effect -> String? in
      let present = effect.kind == .deleted ? nil : effect.product
      if let next = states.indices.first(where: { $0 > last && states[$0] == present }) {
        last = next
        return nil
      }
      let what = "with effect \(effect.sequence), \(effect.summary)"
      if last >= 0, states[last] == present {
        return "doubled: \(label) was written again \(what)"
      }
      if states.prefix(max(last, 0)).contains(present) {
        return "misordered: \(label) went back \(what)"
      }
      return "unexpected: \(label) became what no intent asked for \(what)"
    }
  }

  private func wrongEnd(of label: String, _ end: ListedFields?) -> [String] {
    let ends = wishes(for: label).ends
    guard !ends.contains(end) else { return [] }
    switch (end, ends.compactMap(\.self).first) {
    case (let end?, let wanted?):
      let differences = end.differences(from: wanted).joined(separator: ", ")
      return ["lost: \(label) is not as wanted: \(differences)"]
    case (let end?, nil): return ["lost: \(label) should be gone; there is '\(end.name)'"]
    case (nil, let wanted):
      return ["lost: \(label) is not there; wanted was '\(wanted?.name ?? "")'"]
    }
  }

  private func wishes(for label: String) -> Wishes {
    var wishes = Wishes()
    for (step, fate) in listings[label] ?? [] where fate != .refused {
      let after = wishes.ends.map(step.apply).unrepeated
      wishes.states += after
      wishes.ends = fate == .unknown ? (wishes.ends + after).unrepeated : after
    }
    return wishes
  }
}

extension [ListedFields?] {
  fileprivate var unrepeated: Self { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension IntentOracle.Step {
  fileprivate func apply(to fields: ListedFields?) -> ListedFields? {
    switch self {
    case .sell(let fields): fields
    case .edit(let changes): fields?.applying(changes)
    case .delete: nil
    }
  }
}
