public import Observation
import OpenMarketStore

/// A search for a screen: a field with suggestions, recent searches, and the results.
///
/// ```swift
/// @State private var search: SearchModel
/// init(_ market: Marketplace) { _search = State(initialValue: SearchModel(market)) }
///
/// ProductList(search.results)
///   .searchable(text: $search.text)
///   .searchSuggestions { ForEach(search.suggestions) { Text($0.text).searchCompletion($0.text) } }
///   .onSubmit(of: .search) { search.submit() }
/// ```
@MainActor @Observable
public final class SearchModel {
  /// The text of the field; the suggestions follow it.
  public var text = "" {
    didSet { if text != oldValue { session.type(text) } }
  }
  /// The suggestions for ``text``, with the parts that match it; for a blank text the latest searches.
  public private(set) var suggestions: [SearchSuggestion] = []
  /// The searches made on this device, newest first.
  public private(set) var recents: [String] = []
  /// The results of the last submitted search; `nil` before there is one.
  public private(set) var results: ProductListModel?
  /// The text of that search.
  public private(set) var submittedText: String?
  /// The correction of ``submittedText`` with which the ``results`` were found; `nil` for none.
  public private(set) var correction: SearchCorrection?
  /// The products that can be results; a change searches again.
  public var filter: ProductFilter { didSet { if filter != oldValue { searchAgain() } } }
  /// The order of the results; a change searches again.
  public var sort: ProductSort { didSet { if sort != oldValue { searchAgain() } } }
  /// The text that ``suggestions`` are for.
  @ObservationIgnored private var suggestedText = ""
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let session: SuggestionSession
  @ObservationIgnored private let tasks = ModelTasks()
  @ObservationIgnored private let correcting = ModelTasks()

  /// Makes a search; nothing is searched for yet.
  /// - Parameters:
  ///   - market: The market to search.
  ///   - filter: The products that can be results.
  ///   - sort: The order of the results; any but `newest` ends after the first 200.
  public init(
    _ market: Marketplace, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance
  ) {
    (self.market, self.filter, self.sort) = (market, filter, sort)
    session = market.suggestionSession()
    tasks.follow(session.lists, for: self) { model, list in
      // One that was on its way when another text was submitted is not followed by one for that.
      guard list.text == model.text || model.text != model.submittedText else { return }
      model.suggestedText = list.text
      if model.suggestions != list.suggestions { model.suggestions = list.suggestions }
    }
    let clock = market.reader.time.clock
    tasks.follow(market.recentSearches.updates, for: self, clock: clock) { model, searches in
      guard model.recents != searches else { return }
      model.recents = searches
      // They are the suggestions for it.
      if model.text.isBlank { model.session.type(model.text) }
    }
    session.type("")
  }

  /// Searches for a text and records it; does nothing for a blank one.
  /// - Parameter text: A suggestion's or a recent search's text, which is put into the field; `nil` for the field's text.
  public func submit(_ text: String? = nil) {
    if let text { self.text = text }
    let searched = self.text
    guard !searched.isBlank else { return }
    session.cancel()
    // None come any more for this text, so those of another one would stay below it.
    if suggestedText != searched, !suggestions.isEmpty { suggestions = [] }
    if submittedText != searched { submittedText = searched }
    searchAgain()
    // It is to be recorded also when the screen goes at once; a failure is one of the market's events.
    Task { [market] in
      try? await market.reader.events.reporting { try await market.recentSearches.record(searched) }
    }
  }

  /// Clears the field and the results.
  public func clear() {
    text = ""
    (results, submittedText, correction) = (nil, nil, nil)
    correcting.cancelAll()
  }

  /// Deletes one recent search.
  /// - Throws: `StoreError`.
  public func deleteRecent(_ text: String) async throws {
    try await market.recentSearches.delete(text)
  }

  /// Deletes all recent searches.
  /// - Throws: `StoreError`.
  public func deleteAllRecents() async throws { try await market.recentSearches.deleteAll() }

  private func searchAgain() {
    guard let text = submittedText else { return }
    if correction != nil { correction = nil }
    correcting.cancelAll()
    guard sort != .newest else {  // The server, which knows no corrections, says what matches.
      results = ProductListModel(market.feed(matching: text, filter: filter))
      return
    }
    // With the products, which may first be those of a guess, and then what the server has.
    let (corrections, report) = AsyncStream.makeStream(
      of: SearchCorrection?.self, bufferingPolicy: .bufferingNewest(1))
    let query = SearchQuery(text, filter: filter, sort: sort)
    results = ProductListModel(market.feed(query, corrected: { report.yield($0) }))
    correcting.follow(corrections, for: self) { model, found in
      if model.correction != found { model.correction = found }
    }
  }
}
