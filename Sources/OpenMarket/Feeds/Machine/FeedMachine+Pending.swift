import OpenMarketAPI

// What this device's own writes do to what is displayed.
extension FeedMachine {
  /// The state that the reader sees: the list with pending writes laid over it.
  var displayed: FeedState {
    overlay.displayed(state, span, newIDs: newIDs, shows: settings.shows, belongs: settings.belongs)
  }

  /// Takes pending writes of a lookup; one with a higher number knows more, whichever ends first.
  mutating func pendingChanged(_ pending: FeedPending, lookup: Int) -> [Action] {
    guard lookup > overlay.lookup else { return [] }
    overlay.lookup = lookup
    let arrived = overlay.take(pending, shows: settings.shows)
    // A window that is on its way may not know them yet.
    network?.touched.formUnion(arrived)
    return []
  }

  private var span: FeedSpan {
    guard planner.order == .descendingIDs else { return FeedSpan() }
    let isWhole = state.phase == .endReached || state.phase == .endOfStored
    let floor = [lastCovered?.id, state.items.last?.id].compactMap(\.self).min()
    // A list of which nothing is displayed yet has no place for anything but its end.
    let lowest = floor ?? Product.ID(rawValue: .max)
    return FeedSpan(top: topID ?? state.items.first?.id, floor: isWhole ? nil : lowest)
  }
}
