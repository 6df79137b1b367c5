package import Foundation
import OpenMarketHTTP

/// The state machine of a feed: calls and responses in, actions out.
///
/// The items are a *contiguous* beginning, displayed by the server in contiguous runs (``WindowPlanner``), and after
/// it what the store holds while the server cannot be read. The next window that is read continues the
/// contiguous part, takes the place of what is stored in its span, and leaves the stored part below it: so a list
/// that was scrolled offline loses neither its place nor what the store did not hold.
package struct FeedMachine: Sendable {
  package typealias Token = UInt64

  package enum Action: Sendable {
    /// Read a window and report ``FeedMachine/received(_:for:at:)``.
    case fetch(Token, ListWindow)
    /// Read the store and report ``FeedMachine/read(_:for:)``.
    case readStored(Token, after: Product?, limit: Int)
    /// Stop reading a window; its response does not count any more.
    case cancel(Token)
    /// Read these products from the store, because they changed on the way, and report ``FeedMachine/reread(_:)``.
    case reread([Product.ID])
  }

  struct Settings: Sendable {
    var pageSize = 20
    var prefetchDistance = 5
    /// Whether there is a server to read.
    var hasServer = true
    /// How the server sorts, as far as that is known.
    var order = WindowPlanner.Order.descendingIDs
    /// How many products at the end of the list are never packed: several screens.
    var unpackedCount = 200
    /// How many are packed together.
    var packSize = 100
    var shows: @Sendable (Product) -> Bool = { _ in true }
    /// Whether a product that no window has shown belongs to the list.
    var belongs: @Sendable (Product) -> Bool = { _ in true }
  }

  let settings: Settings
  /// The list as windows and store have shown it; ``displayed`` is the state that the reader sees.
  package internal(set) var state = FeedState()
  /// The effect of this device's own writes on the list.
  var overlay = FeedOverlay()
  /// The highest number that was in the list when its top was read.
  var topID: Product.ID?
  var planner: WindowPlanner
  /// The last product of the list that windows have covered, displayed or not.
  var lastCovered: Product?
  /// The window being read.
  var network: NetworkJob?
  /// The store's rows being read.
  var storage: StorageJob?
  /// Known to belong above the last product displayed, and not displayed.
  var newIDs: Set<Product.ID> = [] { didSet { state.newCount = newIDs.count } }
  /// Whether the store has nothing after the last product displayed.
  var storeIsExhausted = false
  /// How many of the first products have been packed.
  var packedCount = 0
  /// Whether the top is to be read again after the page that is being read.
  var isOutdated = false
  /// A product that has appeared at the end while something was being read; it stays on the screen, and appears no second time.
  private var appeared: Product.ID?
  private var isStarted = false
  private var lastToken: Token = 0

  /// Makes the machine of a feed with the default settings.
  package init() { self.init(Settings()) }

  init(_ settings: Settings) {
    self.settings = settings
    planner = WindowPlanner(order: settings.order)
  }

  /// A job that reads windows until it has the products that it was begun for.
  struct NetworkJob: Sendable {
    var token: Token = 0
    var attempt: LoadFailure.Attempt
    var window = ListWindow(page: 1, size: 1)
    var planner: WindowPlanner
    /// How many items there were when it began.
    var countBefore = 0
    /// The products that changed on this device since the window was asked for, and so may be newer than the
    /// window.
    var touched: Set<Product.ID> = []
    var removed: Set<Product.ID> = []

    /// Whether the top of the list is still to come.
    var isAtTop: Bool { planner.anchor == nil }
  }

  /// A page of the store's rows.
  struct StorageJob: Sendable {
    var token: Token
    var attempt: LoadFailure.Attempt
    var limit: Int
    /// The products that changed on this device since the store was asked, which may have read them before.
    var touched: Set<Product.ID> = []
    var removed: Set<Product.ID> = []
  }

  mutating func nextToken() -> Token {
    lastToken += 1
    return lastToken
  }

  /// Whether the response for `token` still counts.
  func isWaiting(for token: Token) -> Bool { network?.token == token || storage?.token == token }

  // MARK: - Calls

  /// Reads the top for the first time; later calls do nothing.
  package mutating func start() -> [Action] {
    guard !isStarted else { return [] }
    isStarted = true
    return beginTop(.first)
  }

  /// Reads on, or repeats what failed.
  mutating func loadNext() -> [Action] {
    guard isStarted else { return start() }
    switch state.phase {
    case .loadingFirst where isShowingStored && storage == nil && !storeIsExhausted:
      return readStored(.next)
    case .loadingFirst, .loadingNext, .refreshing, .endReached: return []
    case .failed(let failure) where failure.attempt == .first: return beginTop(.first)
    case .idle, .failed, .endOfStored: return beginNext()
    }
  }

  /// Whether the store serves while the top is still to come.
  private var isShowingStored: Bool { !state.items.isEmpty && network?.isAtTop == true }

  /// Reads the top again, instead of whatever is being read.
  package mutating func refresh() -> [Action] {
    guard isStarted else { return start() }
    if state.phase.isLoading, let network, network.isAtTop {
      // What was to be brought up to date begins anew instead.
      if state.phase == .refreshing { self.network?.attempt = .refresh }
      return []
    }
    return beginTop(state.refreshedAt == nil && state.items.isEmpty ? .first : .refresh)
  }

  /// Reads the top again because what is displayed is old; it stays displayed below, like what the store holds, until
  /// the reader comes to it. After the next page when that is being read; not if a list read at that date, or never, is not due.
  package mutating func revalidate(where isDue: (Date?) -> Bool) -> [Action] {
    guard isStarted, settings.hasServer, state.offline != nil || isDue(state.refreshedAt) else { return [] }
    guard !state.phase.isLoading else {
      isOutdated = network?.isAtTop == false
      return []
    }
    return revalidate()
  }

  /// Reads the top again, and keeps what is displayed below it.
  mutating func revalidate() -> [Action] {
    state.contiguousCount = 0
    planner = WindowPlanner(order: planner.order)
    let actions = beginTop(.first)
    if !state.items.isEmpty { state.phase = .refreshing }
    return actions
  }

  /// Repeats what failed, also what the store has served instead of; does nothing after a success.
  package mutating func retry() -> [Action] {
    switch (state.phase, state.offline) {
    case (.failed(let failure), _): failure.attempt == .next ? beginNext() : beginTop(failure.attempt)
    case (.idle, let failure?), (.endOfStored, let failure?):
      failure.attempt == .next ? beginNext() : revalidate()
    default: []
    }
  }

  /// Notes that a product is on the screen, which reads on when it is one of the last of what the reader sees: of ``state``
  /// unless `items` say otherwise.
  package mutating func itemAppeared(_ id: Product.ID, among items: [Product]? = nil) -> [Action] {
    guard (items ?? state.items).suffix(settings.prefetchDistance).contains(where: { $0.id == id }) else {
      return []
    }
    switch state.phase {
    case .idle: return loadNext()
    case .failed(let failure) where failure.attempt == .refresh: return loadNext()
    case .loadingFirst, .loadingNext, .refreshing:
      appeared = id
      return []
    default: return []
    }
  }

  /// Reads on when the reader has come to the end meanwhile.
  mutating func rest() -> [Action] {
    guard state.phase == .idle, let id = appeared else { return [] }
    appeared = nil
    return itemAppeared(id, among: displayed.items)
  }

  // MARK: - Beginning to read

  /// Reads the top, instead of whatever is being read.
  mutating func beginTop(_ attempt: LoadFailure.Attempt) -> [Action] {
    isOutdated = false
    var actions: [Action] = network.map { [.cancel($0.token)] } ?? []
    (network, storage) = (nil, nil)
    state.phase = attempt == .first || state.items.isEmpty ? .loadingFirst : .refreshing
    if state.items.isEmpty || !settings.hasServer { actions += readStored(attempt) }
    guard settings.hasServer else { return actions }
    return actions + goOn(NetworkJob(attempt: attempt, planner: WindowPlanner(order: planner.order)))
  }

  /// Reads on: at the server, and offline from the store at once while the server is tried behind.
  private mutating func beginNext() -> [Action] {
    state.phase = .loadingNext
    var actions: [Action] = []
    if state.offline != nil || !state.isContiguous || !settings.hasServer { actions += readStored(.next) }
    guard settings.hasServer, network == nil else { return actions }
    let attempt: LoadFailure.Attempt = planner.anchor == nil ? .first : .next
    return actions
      + goOn(NetworkJob(attempt: attempt, planner: planner, countBefore: state.items.count))
  }

  /// Asks for the next window of a job.
  mutating func goOn(_ job: NetworkJob) -> [Action] {
    let uncheckedCount = job.isAtTop ? 0 : state.items.count - state.contiguousCount
    network = job
    guard let window = job.planner.choose(bringing: settings.pageSize + uncheckedCount) else {
      return fail(HTTPError(.pagesTooShort))
    }
    let token = nextToken()
    network = NetworkJob(
      token: token, attempt: job.attempt, window: window, planner: job.planner,
      countBefore: job.countBefore)
    return [.fetch(token, window)]
  }

  private mutating func readStored(_ attempt: LoadFailure.Attempt) -> [Action] {
    let token = nextToken()
    storage = StorageJob(token: token, attempt: attempt, limit: settings.pageSize)
    let last = state.isContiguous ? lastCovered ?? state.items.last : state.items.last
    return [.readStored(token, after: attempt == .next ? last : nil, limit: settings.pageSize)]
  }

  // MARK: - Failing

  /// The job at the server ends in an error, after which the store may serve.
  mutating func fail(_ error: any Error) -> [Action] {
    guard let job = network else { return [] }
    (network, isOutdated) = (nil, false)
    let failure = LoadFailure(error, number: nextToken(), attempt: job.attempt)
    guard failure.isOfNetwork else { return end(failure) }
    state.offline = failure
    if job.attempt == .refresh { return end(failure) }
    // The store has served the reader, or is about to.
    if storage != nil || !state.phase.isLoading { return [] }
    if job.attempt == .next { return readStored(.next) }
    return settle()
  }

  mutating func end(_ failure: LoadFailure) -> [Action] {
    storage = nil
    state.phase = .failed(failure)
    return []
  }

  /// Rests on what the store has given.
  mutating func settle() -> [Action] {
    if let offline = state.offline, state.items.isEmpty { return end(offline) }
    state.phase = storeIsExhausted ? .endOfStored : .idle
    return rest()
  }
}
