public import OpenMarketAPI

/// An effect that a test wants to find in the ledger, for `Swift.Collection.violations(of:)`.
///
/// ```swift
/// #expect(mock.ledger.violations(of: [.created(named: "의자"), .edited(46), .deleted(46)]) == [])
/// ```
public struct ExpectedEffect: Sendable, Hashable {
  /// The kind of change.
  package var kind: Effect.Kind
  /// To which product; `nil` for any.
  package var productID: Product.ID?
  /// The product's name after it; `nil` for any.
  package var name: String?

  /// A listing, of this name if one is given.
  public static func created(named name: String? = nil) -> Self { Self(kind: .created, name: name) }
  /// A change of this product.
  public static func edited(_ productID: Product.ID) -> Self { Self(kind: .edited, productID: productID) }
  /// A deletion of this product.
  public static func deleted(_ productID: Product.ID) -> Self { Self(kind: .deleted, productID: productID) }

  func matches(_ effect: Effect) -> Bool {
    kind == effect.kind && productID ?? effect.productID == effect.productID
      && name ?? effect.product.name == effect.product.name
  }

  /// Such as `product.edited 46`.
  var summary: String {
    ([kind.rawValue] + [productID.map { "\($0.rawValue)" }, name.map { "'\($0)'" }].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension Collection where Element == Effect {
  /// How this ledger differs from one with exactly the effects `expected`, each once, in this order.
  ///
  /// Empty when it does not differ, so that any test framework can use it; each violation prints as a sentence.
  public func violations(of expected: [ExpectedEffect]) -> [Violation] {
    var violations: [Violation] = []
    var left = Array(self)
    var last = 0
    for wanted in expected {
      guard let index = left.firstIndex(where: wanted.matches) else {
        let kind: Violation.Kind = contains(where: wanted.matches) ? .doubled : .lost
        violations.append(
          kind == .lost
            ? Violation(.lost, "\(wanted.summary) is not in the ledger")
            : Violation(.lost, "\(wanted.summary) is in the ledger fewer times than wanted"))
        continue
      }
      let found = left.remove(at: index)
      if found.sequence < last {
        violations.append(Violation(.misordered, "\(wanted.summary) comes too early, as effect \(found.sequence)"))
      }
      last = Swift.max(last, found.sequence)
    }
    return violations
      + left.map { effect in
        let isWanted = expected.contains { $0.matches(effect) }
        return Violation(
          isWanted ? .doubled : .unexpected, "effect \(effect.sequence) is \(effect.summary)")
      }
  }

  /// The effects that one intention has had more than once, told by their idempotency keys.
  package var violationsOfKeys: [Violation] {
    Dictionary(grouping: self) { $0.idempotencyKey }.compactMap { key, effects in
      guard let key, effects.count > 1 else { return nil }
      return Violation(
        .doubled, "key \(key) had \(effects.count) effects: \(effects.map(\.summary).joined(separator: ", "))"
      )
    }
  }
}

extension Effect {
  var summary: String { "\(kind.rawValue) \(productID.rawValue) '\(product.name)'" }
}
