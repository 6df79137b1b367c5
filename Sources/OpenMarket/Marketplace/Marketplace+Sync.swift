extension Marketplace {
  /// Stores all products of the server, so that lists, searches and suggestions have them offline.
  ///
  /// ```swift
  /// for try await progress in market.sync() { show(progress.fraction) }
  /// ```
  ///
  /// The list is read from the top in windows that overlap, so that nothing is missed while products come and go; each
  /// window and how far the run came are saved in one transaction. It can be stopped, or killed, at any time: the next
  /// run reads new products at the top, skips stored ones, and continues; a run with everything stored costs
  /// one request. Nothing runs until the next element is requested, and cancelling the task ends the run. A run whose
  /// next element throws `HTTPError` or `StoreError` keeps what it has saved.
  ///
  /// - Parameter isFull: Whether everything is read again, which also notices edits and deletions of what an earlier run
  ///   has read. A full run that is stopped is continued by the next run, full or not.
  /// - Returns: A run that has read nothing yet, with an element for its progress after each window.
  public func sync(isFull: Bool = false) -> some AsyncSequence<SyncProgress, any Error> & Sendable {
    catalogSync(isFull: isFull)
  }

  package func catalogSync(isFull: Bool = false, windowSize: Int = 500) -> CatalogSync {
    CatalogSync(client: client, store: store, isFull: isFull, windowSize: windowSize, date: reader.time.date)
  }
}
