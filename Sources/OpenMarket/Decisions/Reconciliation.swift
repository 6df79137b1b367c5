import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Whether the effect of a write that was sent, and whose response was lost, can be seen on the server.
///
/// Compares what every server keeps: some store prices as doubles or round them to what the currency has, and trim
/// texts or compose them otherwise.
enum Reconciliation {
  /// How long after the first attempt a server that honours idempotency keys still has the key: an hour less
  /// than it promises.
  static let keyLifetime = Duration.seconds(23 * 3_600)

  /// Whether sending again is safe, so that nothing has to be looked for, because the server performs all requests with the
  /// key once. The key's age is by the clock that no calendar moves: after a restart of the device it is
  /// unknown.
  ///
  /// That clock stands still while a virtual machine is paused. So the write must also have been queued for
  /// less than that by the calendar: its key is no older.
  static func isRepeatable(
    _ indeterminacy: Indeterminacy, since firstSent: Uptime?, keysAreHonoured: Bool, now: Uptime,
    queuedFor: TimeInterval
  ) -> Bool {
    switch indeterminacy {
    case .none: return true
    case .responseInvalid, .idempotencyKeyConflict: return false
    case .responseLost:
      guard keysAreHonoured, let firstSent, let age = now.duration(since: firstSent) else { return false }
      // A write of the future was queued by a calendar that was set back since.
      return age < keyLifetime && -1..<keyLifetime.seconds ~= queuedFor
    }
  }

  /// Whether `product` is what `draft` asks for; whose it is remains to be seen.
  static func isEffect(_ product: Product, of draft: NewListing) -> Bool {
    isSame(product.name, draft.name) && isSame(product.description ?? "", draft.description)
      && isSame(product.price, draft.price, in: draft.currency)
      && isSame(product.discount, draft.discount, in: draft.currency)
      && (product.currency ?? draft.currency) == draft.currency && product.stock == draft.stock
  }

  /// Whether `product` may be what `draft` asked for, and was changed by another client since.
  static func resembles(_ product: Product, _ draft: NewListing) -> Bool {
    if isSame(product.name, draft.name) { return true }
    var renamed = product
    renamed.name = draft.name
    return isEffect(renamed, of: draft)
  }

  /// Whether everything that `changes` set is as they set it.
  ///
  /// Changes that set nothing leave nothing to be seen.
  static func isEffect(_ product: Product, of changes: ProductChanges) -> Bool {
    guard changes != ProductChanges() else { return false }
    let unit = changes.currency ?? product.currency
    if let name = changes.name, !isSame(product.name, name) { return false }
    if let text = changes.description, !isSame(product.description ?? "", text) { return false }
    if let price = changes.price, !isSame(product.price, price, in: unit) { return false }
    if let discount = changes.discount, !isSame(product.discount, discount, in: unit) {
      return false
    }
    if let currency = changes.currency, product.currency != currency { return false }
    if let stock = changes.stock, product.stock != stock { return false }
    if !changes.extra.isContained(in: product.extra) { return false }
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
    let base = base.fields
    func shows(_ wanted: String?, _ before: String?, _ now: String) -> Bool {
      guard let wanted, let before else { return false }
      return isSame(wanted, now) && !isSame(before, now)
    }
    // The same number in another currency is another client's.
    let unit = changes.currency ?? base.currency
    let isForeign = unit != nil && product.currency != nil && unit != product.currency
    func shows(_ wanted: Decimal?, _ before: Decimal?, _ now: Decimal, isAmount: Bool = true) -> Bool {
      guard let wanted, let before, !(isAmount && isForeign) else { return false }
      return isSame(now, wanted, in: product.currency) && before.approximation != now.approximation
    }
    return shows(changes.name, base.name, product.name)
      || shows(changes.description, base.description, product.description ?? "")
      || shows(changes.price, base.price, product.price)
      || shows(changes.discount, base.discount, product.discount)
      || shows(
        changes.stock.map { Decimal($0) }, base.stock.map { Decimal($0) }, Decimal(product.stock),
        isAmount: false)
  }

  /// Whether the response to a new listing can be that listing.
  ///
  /// A server may change spelling, but it gives a number that is new, above the `baseline` that it has just said, and does not
  /// rename.
  static func isResponse(
    _ product: Product, to draft: NewListing, baseline: Product.ID?, vendor: Vendor.ID?
  ) -> Bool {
    guard product.id.rawValue > 0, baseline.map({ product.id > $0 }) ?? true else { return false }
    if isEffect(product, of: draft) { return true }
    return vendor.map { product.vendorID == $0 } ?? true
      && isSame(product.name.lowercased(), draft.name.lowercased())
  }

  /// Servers get texts in composed form; they may respond in any, and without blanks around them.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func comparable(_ text: String) -> String.UTF16View {
      text.trimmingCharacters(in: .whitespacesAndNewlines).composed.utf16
    }
    return comparable(first).elementsEqual(comparable(second))
  }

  /// A server has kept a price when a double cannot tell the two apart, or when its own is what was sent with no more
  /// digits than the currency has; than most have, where that is not known.
  private static func isSame(_ server: Decimal, _ sent: Decimal, in currency: Currency?) -> Bool {
    if server == sent || server.approximation == sent.approximation { return true }
    let unit = Decimal(sign: .plus, exponent: -(currency?.decimals ?? 2), significand: 1)
    return abs(server - sent) < unit && server.isMultiple(of: unit)
  }
}

extension Decimal {
  fileprivate var approximation: Double { NSDecimalNumber(decimal: self).doubleValue }

  fileprivate func isMultiple(of unit: Decimal) -> Bool {
    var (quotient, whole) = (self / unit, Decimal())
    unsafe NSDecimalRound(&whole, &quotient, 0, .plain)
    return whole == quotient
  }
}
