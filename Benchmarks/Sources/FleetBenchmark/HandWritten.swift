import Foundation
import OpenMarketAPI

/// An app as it is written by hand: page numbers, nothing stored, reloads whenever the list appears or the app comes back.
///
/// Kindly judged: thumbnails are kept for as long as the visit lasts, a reload leaves the list where it is, and what is
/// left behind is not retried.
final class HandWritten: App {
  final class State: Session {
    /// The numbers of the products displayed, for each list.
    var items: [ListKind: [Int]] = [:]
    var seen: Set<Int> = []
  }

  enum Retries: String {
    /// At once, three times, whatever it was.
    case atOnce = "by hand"
    /// Those of Alamofire's `RetryPolicy`: twice, after 0.5 and 1 s; GET, PUT and DELETE only. All the same for refused
    /// connections, 408, 500, 502, 503 and 504.
    case alamofire = "Alamofire's retrier"
  }

  let retries: Retries
  var name: String { retries.rawValue }

  init(_ retries: Retries) { self.retries = retries }

  func perform(_ step: Step, _ session: State, _ fleet: Fleet<HandWritten>, at time: Double) {
    switch step {
    case .openHome: load(.home, page: 1, session, fleet, time)
    case .pull, .comeBack: load(session.list, page: 1, session, fleet, time)
    case .readOn:
      let items = session.items[session.list] ?? []
      show(items, session, fleet)
      let count = items.count
      if count % 20 == 0 { load(session.list, page: count / 20 + 1, session, fleet, time) }
    case .detail(let choice):
      guard let items = session.items[session.list], !items.isEmpty else { return }
      fleet.send(
        .detail, .detail(items[choice % items.count]), session, isBlocking: true, at: time)
    case .type(let pauses):
      var moment = time
      for (key, pause) in pauses.enumerated() {
        moment += pause
        fleet.setTimer(key, session, at: moment)
      }
    case .submit(let text):
      session.list = .results(text)
      load(session.list, page: 1, session, fleet, time)
    case .openSales:
      session.list = .sales
      load(.sales, page: 1, session, fleet, time)
    case .edit: fleet.send(.selling, .write(0, photos: 0), session, isBlocking: true, at: time)
    case .sell(let photos):
      fleet.send(.selling, .write(1, photos: photos), session, isBlocking: true, at: time)
    }
  }

  private func load(
    _ list: ListKind, page: Int, _ session: State, _ fleet: Fleet<HandWritten>, _ time: Double
  ) {
    session.list = list
    fleet.send(
      list.screen, .page(list, page: page, size: 20, token: 0), session, isBlocking: true, at: time)
  }

  func ring(_ timer: Int, _ session: State, _ fleet: Fleet<HandWritten>, at time: Double) {
    fleet.send(.suggestions, .suggestions(timer), session, at: time)
  }

  func succeeded(_ call: Call, _ session: State, _ fleet: Fleet<HandWritten>, at time: Double) {
    switch call.purpose {
    case .page(let list, let page, let size, _):
      let response = fleet.market.page(
        page, size: size, of: list, device: session.device, writes: 0, at: time)
      fleet.countResponse(call.screen, bytes: Sizes.page + response.products.count * Sizes.row)
      let numbers = response.products.map { Int($0.id.rawValue) }
      let displayed = page == 1 ? [] : session.items[list] ?? []
      session.items[list] = displayed + numbers
      show(numbers.prefix(page == 1 ? Reader.firstScreen : 20), session, fleet)
    case .detail:
      fleet.countResponse(call.screen, bytes: Sizes.detail)
      fleet.loadPhotos(3, bytes: Sizes.photo, session)
    case .suggestions: fleet.countResponse(call.screen, bytes: Sizes.suggestions)
    case .background: fleet.countResponse(call.screen, bytes: Sizes.page + 20 * Sizes.row)
    case .write, .look: fleet.countResponse(call.screen, bytes: Sizes.detail)
    }
  }

  /// Thumbnails that were not displayed in this visit.
  private func show(_ numbers: some Sequence<Int>, _ session: State, _ fleet: Fleet<HandWritten>) {
    let new = numbers.filter { session.seen.insert($0).inserted }
    fleet.loadPhotos(new.count, bytes: Sizes.thumbnail, session)
  }

  func failed(
    _ call: Call, _ session: State, _ failure: Server.Failure, _ fleet: Fleet<HandWritten>, at time: Double
  ) {}

  func showsSomething(_ session: State, for step: Step) -> Bool {
    switch step {
    case .openHome, .submit, .openSales: !(session.items[session.list] ?? []).isEmpty
    case .edit, .sell: false
    default: true
    }
  }

  func delay(
    _ call: Call, _ session: State, after failure: Server.Failure, fraction: Double, at time: Double
  ) -> Double? {
    switch retries {
    case .atOnce: return call.attempts <= 3 ? 0 : nil
    case .alamofire:
      // POST and PATCH.
      if case .write = call.purpose { return nil }
      return call.attempts <= 2 ? 0.5 * pow(2, Double(call.attempts - 1)) : nil
    }
  }
}

/// How the reader looks at lists.
enum Reader {
  /// How many rows are on the screen before it is scrolled.
  static let firstScreen = 8
}

extension ListKind {
  var screen: Screen {
    switch self {
    case .home: .home
    case .results: .results
    case .sales: .sales
    }
  }
}
