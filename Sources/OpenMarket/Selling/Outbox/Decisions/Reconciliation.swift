import Foundation
import OpenMarketAPI
import OpenMarketStore

/// Whether the effect of a write that was sent, and whose answer was lost, can be seen on the server.
enum Reconciliation {
  /// How long after the first try a server that honours idempotency keys still knows the key: an hour less
  /// than it promises.
  static let keyLifetime: TimeInterval = 23 * 3_600

  /// Whether sending again could do it twice, so that the effect is looked for first.
  /// - Parameters:
  ///   - doubt: What is not known.
  ///   - since: When it was sent first.
  ///   - keysAreHonoured: Whether the server performs all requests with one key once.
  ///   - now: The calendar time; a clock that was set back proves nothing.
  /// - Returns: Whether to look.
  static func isNeeded(
    _ doubt: Doubt, since: Date?, keysAreHonoured: Bool, now: Date
  ) -> Bool {
    switch doubt {
    case .none: return false
    case .answerWrong, .keySpent: return true
    case .answerLost:
      guard keysAreHonoured, let since else { return true }
      return !(0..<keyLifetime).contains(now.timeIntervalSince(since))
    }
  }

  /// Whether `product` is what `draft` asks for; whose it is remains to be seen.
  static func isEffect(_ product: Product, of draft: ProductDraft) -> Bool {
    isSame(product.name, draft.name) && isSame(product.description ?? "", draft.description)
      && product.price == draft.price && product.discountedPrice == draft.discountedPrice
      && (product.currency ?? draft.currency) == draft.currency && product.stock == draft.stock
  }

  /// Whether everything that `changes` set is as they set it.
  ///
  /// Changes that set nothing leave nothing to be seen.
  static func isEffect(_ product: Product, of changes: ProductChanges) -> Bool {
    guard changes != ProductChanges() else { return false }
    if let name = changes.name, !isSame(product.name, name) { return false }
    if let text = changes.description, !isSame(product.description ?? "", text) { return false }
    if let price = changes.price, product.price != price { return false }
    if let discount = changes.discountedPrice, product.discountedPrice != discount { return false }
    if let currency = changes.currency, product.currency != currency { return false }
    if let stock = changes.stock, product.stock != stock { return false }
    if let thumbnail = changes.thumbnailID {
      guard let image = product.images?.first(where: { $0.id == thumbnail }) else { return false }
      return image.thumbnailURL == product.thumbnail
    }
    return true
  }

  /// Whether something that `changes` set is as they set it, and was not so when they were made.
  ///
  /// An edit is carried out whole or not at all, so one field proves that it was; others may have changed since.
  static func isTrace(_ product: Product, of changes: ProductChanges, from base: EditBase) -> Bool {
    func shows<Value: Equatable>(_ wanted: Value?, _ before: Value?, _ now: Value) -> Bool {
      wanted == now && before != nil && before != now
    }
    return shows(changes.name, base.name, product.name)
      || shows(changes.description, base.description, product.description ?? "")
      || shows(changes.price, base.price, product.price)
      || shows(changes.discountedPrice, base.discountedPrice, product.discountedPrice)
      || shows(changes.stock, base.stock, product.stock)
  }

  /// Whether the answer to a new listing can be that listing.
  ///
  /// A server may change spelling, but it gives a number that is new, and does not rename.
  /// - Parameters:
  ///   - product: The answer.
  ///   - draft: What was sent.
  ///   - baseline: The highest number of the market before, if the server has just said it.
  ///   - vendor: Who sells, as far as it is known.
  /// - Returns: Whether to believe it.
  static func isAnswer(
    _ product: Product, to draft: ProductDraft, baseline: Product.ID?, vendor: Vendor.ID?
  ) -> Bool {
    guard product.id.rawValue > 0, baseline.map({ product.id > $0 }) ?? true else { return false }
    if isEffect(product, of: draft) { return true }
    return vendor.map { product.vendorID == $0 } ?? true
      && isSame(product.name.lowercased(), draft.name.lowercased())
  }

  /// Servers get texts in composed form; they may answer in any, and without blanks around them.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func comparable(_ text: String) -> String.UTF16View {
      text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.utf16
    }
    return comparable(first).elementsEqual(comparable(second))
  }
}
