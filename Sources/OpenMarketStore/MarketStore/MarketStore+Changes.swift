extension MarketStore {
  /// Committed changes from now on: of this process at once, of others within
  /// ``Configuration/pollInterval``.
  ///
  /// Ends when the store is closed. What a slow listener has not taken is merged, not queued.
  package func changes() -> AsyncStream<StoreChange> {
    let changes = files.changeHub.changes()
    watchOtherProcesses()
    return changes
  }

  /// The events of the files: the latest first, then those to come. Ends when the store is closed.
  public var events: AsyncStream<StoreEvent> { files.eventHub.events() }
}
