public import OpenMarketPacing

extension Marketplace {
  /// Reads again what is displayed and stale, and tries pending writes.
  ///
  /// ```swift
  /// .onChange(of: scenePhase) { if scenePhase == .active { market.refresh("active") } }
  /// ```
  ///
  /// Sequences that somebody iterates over are displayed: the states of a feed, also through its model, and the updates of
  /// a product.
  /// Each is read once if it is older than ``Configuration/listStaleTime`` or ``Configuration/detailStaleTime``, and never
  /// within five seconds of its last read. A list that was scrolled keeps its place: what the server now says takes
  /// the place of the old products piece by piece.
  ///
  /// The market calls this by itself when it is resumed, when the network returns, and when the reader pulls a list
  /// (``ProductFeed/refresh()``), which is read at once in any case. All calls share one run in five seconds: the
  /// first runs at once, the others together at the end of that time.
  ///
  /// - Parameters:
  ///   - trigger: The app's name for the reason.
  ///   - byUser: Whether the user wants it: then what is displayed is read also if it is not stale yet.
  /// - Returns: What becomes of it, at once. While the market is suspended, and once it is closed, `merged`: ``resume()``
  ///   brings the next run.
  @discardableResult
  public func refresh(_ trigger: Trigger = "refresh", byUser: Bool = false) -> TriggerOutcome {
    refresher.fire(trigger, byUser: byUser)
  }
}
