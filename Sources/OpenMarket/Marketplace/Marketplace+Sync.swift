extension Marketplace {
  /// Fills the store with all products of the server, so that lists, searches and suggestions have them offline.
  ///
  /// ```swift
  /// for try await progress in market.sync() { show(progress.fraction) }
  /// ```
  ///
  /// Can be stopped at any time; the next run goes on where this one was.
  ///
  /// - Parameter configure: Changes the defaults.
  /// - Returns: A run that has read nothing yet.
  public func sync(configure: (inout CatalogSync.Configuration) -> Void = { _ in }) -> CatalogSync {
    CatalogSync(client: client, store: store, now: reader.now, configure: configure)
  }
}
