import OpenMarketAPI

/// The purpose of a request.
enum Purpose {
  /// A page of a list; the token is that of the feed.
  case page(ListKind, page: Int, size: Int, token: UInt64)
  case detail(Int)
  case suggestions(Int)
  case background
  /// A write; of a new listing the look at the market's list comes first.
  case write(Int64, photos: Int)
  case look(Int64)
}

/// A request on its way, with its attempts.
final class Call {
  let session: Session
  let screen: Screen
  let purpose: Purpose
  /// Whether the user waits for it.
  let isBlocking: Bool
  let began: Double
  var attempts = 0
  /// Whether its response is no longer waited for.
  var isCancelled = false
  /// Whether the session counts it among those that the user waits for.
  var isCounted = false

  init(_ session: Session, _ screen: Screen, _ purpose: Purpose, isBlocking: Bool, at time: Double) {
    (self.session, self.screen, self.purpose) = (session, screen, purpose)
    (self.isBlocking, began) = (isBlocking, time)
  }

  /// The length of the body that it sends, in bytes.
  var upload: Int {
    guard case .write(_, let photos) = purpose else { return 0 }
    return 400 + photos * Sizes.upload
  }
}

/// One visit of a user.
class Session {
  let device: Int
  let plan: Plan
  var random: Seeded
  /// The step that is next or under way.
  var place = 0
  /// The list that the user looks at.
  var list = ListKind.home
  var isOver = false
  /// How many requests the user waits for.
  var blocking = 0
  /// Whether the user waits for them.
  var isWaiting = false
  /// Changes when the user goes on.
  var serial = 0
  var hasFailed = false
  var manualRetries = 0
  /// The neighbourhood, if it counts as the visit of a quiet user who returns.
  let quiet: Neighbourhood?

  required init(device: Int, plan: Plan, random: Seeded, quiet: Neighbourhood?) {
    (self.device, self.plan, self.random, self.quiet) = (device, plan, random, quiet)
  }
}

/// An app under simulation: what it does at the steps of a user, and with responses.
protocol App: AnyObject {
  associatedtype State: Session

  var name: String { get }

  func begin(_ session: State, _ fleet: Fleet<Self>, at time: Double)
  func perform(_ step: Step, _ session: State, _ fleet: Fleet<Self>, at time: Double)
  func succeeded(_ call: Call, _ session: State, _ fleet: Fleet<Self>, at time: Double)
  func failed(
    _ call: Call, _ session: State, _ failure: Server.Failure, _ fleet: Fleet<Self>, at time: Double)
  /// Whether the user sees something for the step, be it old.
  func showsSomething(_ session: State, for step: Step) -> Bool
  /// The delay before the next attempt; `nil` to give up.
  func delay(
    _ call: Call, _ session: State, after failure: Server.Failure, fraction: Double, at time: Double
  ) -> Double?
  func end(_ session: State, _ fleet: Fleet<Self>, at time: Double)
  /// A timer of the app has come to its end.
  func ring(_ timer: Int, _ session: State, _ fleet: Fleet<Self>, at time: Double)
  /// Whether an attempt may be sent now; otherwise the app sends it later.
  func passes(_ call: Call, _ session: State, _ fleet: Fleet<Self>, at time: Double) -> Bool
}

extension App {
  func begin(_ session: State, _ fleet: Fleet<Self>, at time: Double) {}
  func end(_ session: State, _ fleet: Fleet<Self>, at time: Double) {}
  func passes(_ call: Call, _ session: State, _ fleet: Fleet<Self>, at time: Double) -> Bool {
    true
  }
}
