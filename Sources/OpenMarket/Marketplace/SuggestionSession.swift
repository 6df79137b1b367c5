import Foundation
import OpenMarketPacing
public import OpenMarketStore

/// The model of a search field: takes the typed text, returns suggestions, and searches for the chosen one.
///
/// ```swift
/// let session = market.suggestionSession()
/// session.type("맥ㅂ")                                        // at every keystroke
/// for await list in session.lists { show(list.suggestions) }
/// let updates = try await session.search(suggestion.text)     // what was tapped, not what was typed
/// ```
///
/// This device's suggestions come at every keystroke, in well under a millisecond; the server is asked when
/// the typing pauses, and only its response to the newest text is displayed.
public final class SuggestionSession: Sendable {
  /// Suggestions for one state of the field.
  public struct List: Sendable, Hashable {
    /// The typed text.
    public var text: String
    /// The suggestions to display.
    public var suggestions: [SearchSuggestion]
    /// Whether the server's suggestions are included.
    package var isComplete: Bool
  }

  /// The lists to show, never one for an older text after one for a newer; for one consumer, which misses some
  /// while busy.
  ///
  /// Ends when the session is released.
  public let lists: AsyncStream<List>

  private let market: Marketplace
  private let limit: Int
  private let latest: LatestOnly<List>
  private let pause: Debouncer<Unkeyed>

  init(_ market: Marketplace, limit: Int, interval: Duration) {
    self.market = market
    self.limit = limit
    let latest = LatestOnly<List>()
    self.latest = latest
    let responses = latest.results
    lists = AsyncStream {
      // Where this device has nothing and the server fails, there is nothing new to show.
      for await response in responses { if let list = try? response.get() { return list } }
      return nil
    }
    pause = Debouncer(interval, clock: market.reader.time.clock)
  }

  /// Sets the current text of the field.
  public func type(_ text: String) {
    latest { [market, limit] in
      let found = try await market.suggestions(for: text, limit: limit, policy: .cacheOnly)
      return List(text: text, suggestions: found.value, isComplete: text.isBlank)
    }
    pause { [market, limit, weak latest] in
      guard !text.isBlank else { return }
      latest? {
        let found = try await market.suggestions(for: text, limit: limit, policy: .networkFirst)
        return List(text: text, suggestions: found.value, isComplete: found.isFromServer)
      }
    }
  }

  /// Searches for a chosen or submitted text, and records it as a recent search.
  ///
  /// - Parameters:
  ///   - text: A suggestion's text, or that of the field; not blank.
  ///   - filter: The products that can be hits.
  ///   - sort: The order of the hits.
  /// - Returns: The hits of this device, then those with the server's.
  /// - Throws: `StoreError`, with `invalidInput` for a blank text. A recent search that cannot be recorded
  ///   stops no search; ``Marketplace/events`` tells.
  public func search(
    _ text: String, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance
  ) async throws -> some AsyncSequence<Stamped<SearchResults>, any Error> & Sendable {
    cancel()
    let updates = try market.searchReads(text, filter: filter, sort: sort)
    try await market.reader.events.reporting { try await market.recentSearches.record(text) }
    return updates
  }

  /// Gives no more suggestions for what was typed.
  func cancel() {
    pause.cancel()
    latest.cancel()
  }
}

extension Marketplace {
  /// Makes a session for a search field.
  /// - Parameters:
  ///   - limit: The maximum number of suggestions, 1 to 50.
  ///   - interval: The pause in typing after which the server is asked.
  /// - Returns: A session to keep as long as the field is displayed.
  public func suggestionSession(
    limit: Int = 10, interval: Duration = .milliseconds(100)
  ) -> SuggestionSession {
    SuggestionSession(self, limit: limit, interval: interval)
  }
}
