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
    if let stock = base.stock, stock > 0, server.stock == 0, changes.stock != 0 {
      self = .gone
      return
    }
    var conflicts: [FieldConflict] = []
    func compare(_ field: ListingField, _ base: Decimal?, _ mine: Decimal?, _ theirs: Decimal) {
      guard let base, let mine, theirs != base, mine != base, mine != theirs else { return }
      conflicts.append(FieldConflict(field, base: base, mine: mine, theirs: theirs))
    }
    compare(.price, base.price, changes.price, server.price)
    compare(.discount, base.discount, changes.discount, server.discount)
    // A number of pieces can be counted down here and there at once; the texts take the local edit.
    compare(.stock, base.stock.map { Decimal($0) }, changes.stock.map { Decimal($0) }, Decimal(server.stock))
    self = conflicts.isEmpty ? .proceed : .ask(conflicts)
  }
}
