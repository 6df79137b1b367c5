/// Where a feed reads from: the server's list page by page, and what this device holds of it.
///
/// ``Marketplace`` makes them.
struct FeedSource: Sendable {
  /// Reads one page of the server's list, by its number from 1 and its size of 1 to 1000, as one state of
  /// the list; `nil` for a feed of what is stored only.
  ///
  /// Saves what it read, so that ``stored`` has it later. The feed asks for pages of several sizes.
  var window: (@Sendable (_ page: Int, _ size: Int) async throws -> ProductPage)?
  /// Reads what this device holds of the list after a product, or from the top.
  var stored: @Sendable (_ last: Product?, _ limit: Int) async throws -> [Product] = { _, _ in [] }
  /// Reads products from this device, those it has; asked after ``changes`` named them.
  var products: @Sendable (_ ids: [Product.ID]) async throws -> [Product] = { _ in [] }
  /// The changes on this device from now on; their end is that of the feed.
  var changes: @Sendable () -> AsyncStream<StoreChange> = { AsyncStream { _ in } }
  /// Whether the feed shows this product of the server's list.
  ///
  /// For filters that the server does not know. Must be quick.
  var shows: @Sendable (Product) -> Bool = { _ in true }
  /// Begins to load what belongs to a product that will soon be displayed, such as its thumbnail; `nil` for nothing.
  ///
  /// Called for the products within ``ProductFeed/Configuration/prefetchDistance`` after those that have
  /// appeared, once for each. What it returns is held for as long as the product is near, and released when it
  /// is not, or with the feed: whatever goes on should end then. Must be quick.
  var prefetch: (@Sendable (Product) -> (any Sendable)?)?
  /// How the server sorts, as far as that is known before the first page.
  var order = WindowPlanner.Order.descendingIDs
  /// Whether the network is to be used sparingly: pages are then read when the reader has come to their place.
  var isConstrained: @Sendable () -> Bool = { false }
  /// The refresher that has the list read again when it is displayed and stale; `nil` for none.
  var refresher: Refresher?
  /// The age from which the list is stale.
  var staleTime = Duration.zero
  var pending: FeedPendingSource?
  /// Whether a product that no window has shown belongs to the list: what ``shows`` says, and that the server's
  /// list is one of such products.
  var belongs: @Sendable (Product) -> Bool = { _ in true }
}
