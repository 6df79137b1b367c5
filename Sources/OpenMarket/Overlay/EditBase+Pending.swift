import OpenMarketAPI
import OpenMarketStore

extension EditBase {
  /// The base without what `writes` have changed in the user's eyes only: those fields are as the server last
  /// showed them, so that a write that is refused leaves no conflict behind.
  func without(_ writes: [PendingWrite]) -> EditBase {
    var base = self
    // The first one that changed a field knows what it was before.
    for case .edit(let changes, let earlier) in writes.reversed() {
      if changes.name != nil { base.name = earlier.name }
      if changes.description != nil { base.description = earlier.description }
      if changes.price != nil { base.price = earlier.price }
      if changes.discount != nil { base.discount = earlier.discount }
      if changes.currency != nil { base.currency = earlier.currency }
      if changes.stock != nil { base.stock = earlier.stock }
    }
    return base
  }
}
