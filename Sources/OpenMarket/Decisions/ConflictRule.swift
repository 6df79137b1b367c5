import Foundation
import OpenMarketAPI
import OpenMarketStore

/// The treatment of an edit whose listing may have changed on the server since.
///
/// A three-way comparison of each field that the edit sets: what the edit was made from, what the server has
/// now, what the edit wants. An edit sends only what it sets, so a field that the server alone has changed
/// stays as it is there.
enum ConflictRule: Hashable {
  /// Send it.
  case proceed
  /// Ask the user about these fields.
  case ask([FieldConflict])
  /// The listing was sold meanwhile.
  case gone

  init(_ changes: ProductChanges, from base: EditBase, on server: Product) {
    let base = base.fields
    if let stock = base.stock, stock > 0, server.stock == 0, changes.stock != 0 {
      self = .gone
      return
    }
    // What is not known of the base is as on the server.
    let known = base.currency ?? server.currency
    let currencies = (base: known, mine: changes.currency ?? known, theirs: server.currency ?? known)
    var conflicts = Self.amounts(changes, base, server, currencies)
    // A number of pieces can be counted down here and there at once; the texts take the local edit.
    if let was = base.stock, let mine = changes.stock, Set([was, mine, server.stock]).count == 3 {
      conflicts.append(
        FieldConflict(.stock, base: Decimal(was), mine: Decimal(mine), theirs: Decimal(server.stock)))
    }
    self = conflicts.isEmpty ? .proceed : .ask(conflicts)
  }

  /// The amounts that both sides have changed.
  ///
  /// In one currency each by itself; where that is another one than the base's, the same number was another amount. Price and
  /// discount of an edit in another currency than the server's stay together, or one of them would be taken for an
  /// amount of the other's currency.
  private static func amounts(
    _ changes: ProductChanges, _ base: ProductChanges, _ server: Product,
    _ currencies: (base: Currency?, mine: Currency?, theirs: Currency?)
  ) -> [FieldConflict] {
    let isForeign = currencies.mine != currencies.theirs
    let isNew = currencies.theirs != currencies.base
    if isForeign {
      guard changes.price != nil || changes.discount != nil || changes.currency != nil else { return [] }
      guard
        isNew || server.price != base.price ?? server.price
          || server.discount != base.discount ?? server.discount
      else { return [] }
    }
    func conflict(_ field: ListingField, _ was: Decimal?, _ mine: Decimal?, _ theirs: Decimal)
      -> FieldConflict?
    {
      let (before, now) = isForeign ? (was ?? mine, mine ?? was) : (was, mine)
      guard let before, let now else { return nil }
      let isConflict =
        isForeign
        ? now != 0 || theirs != 0  // Nothing is nothing in any currency.
        : now != theirs && (isNew || (before != now && before != theirs))
      guard isConflict else { return nil }
      return FieldConflict(
        field, base: before, mine: now, theirs: theirs, myCurrency: currencies.mine,
        theirCurrency: currencies.theirs)
    }
    return [
      conflict(.price, base.price, changes.price, server.price),
      conflict(.discount, base.discount, changes.discount, server.discount),
    ].compactMap(\.self)
  }
}
