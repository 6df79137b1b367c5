public import OpenMarketPacing

extension Marketplace {
  /// Reloads displayed data that is stale, and retries pending writes.
  ///
  /// ```swift
  /// .onChange(of: scenePhase) { if scenePhase == .active { market.refresh("active") } }
  /// ```
  ///
  /// A sequence that is being iterated over counts as displayed: the states of a feed, also through its model, and the updates of
  /// a product.
  /// Each list is read once, and each product if it is older than a minute, but never within five seconds of its last
  /// read. A list that was scrolled keeps its place: what the server now says takes the place of the old products piece by
  /// piece.
  ///
  /// The market calls this by itself when it is resumed, when the network returns, and when the reader pulls a list
  /// (``ProductFeed/refresh()``), which is read at once in any case. All calls share one run in five seconds: the
  /// first runs at once, the others together at the end of that time.
  ///
  /// - Parameters:
  ///   - trigger: The app's name for the reason; a constant, as events tell it, so that nothing personal gets into them.
  ///   - byUser: Whether the user asks for it: displayed data is then reloaded even if it is not stale yet.
  /// - Returns: The outcome of the trigger, at once. While the market is suspended, and once it is closed, `merged`: ``resume()``
  ///   brings the next run.
  @discardableResult
  public func refresh(_ trigger: String = "refresh", byUser: Bool = false) -> TriggerOutcome {
    refresher.fire(trigger, byUser: byUser)
  }
}
