extension MarketStore {
  /// Committed changes from now on, of this process at once.
  ///
  /// Ends when the store is closed. What a slow listener has not taken is merged, not queued.
  public func changes() -> AsyncStream<StoreChange> { changeHub.changes() }

  /// What happens to the files: the latest events first, then those to come. Ends when the store is closed.
  public var events: AsyncStream<StoreEvent> { eventHub.events() }
}
