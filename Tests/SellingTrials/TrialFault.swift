/// What goes wrong with one request of a schedule.
enum TrialFault: String, CaseIterable {
  /// No connection: the server never hears of it.
  case unreachable
  /// The connection breaks before the server has the request.
  case lostRequest
  /// The server does it; the response never comes.
  case lostResponse
  /// The server does it; the response is cut off.
  case truncatedResponse
  /// The server fails before it does it.
  case failsBefore
  /// The server does it and says that it failed.
  case failsAfter
  /// The server asks to come back in 3 s.
  case rateLimited
  /// The server does it; a login page comes back.
  case loginPage
  /// The server does it, and responds with a listing that is another one.
  case otherListing
  /// The server does not know the vendor this time.
  case unauthorized
  /// The process ends before the request is sent.
  case crashBefore
  /// The process ends after the server has done it.
  case crashAfter
  /// The network delivers it twice.
  case duplicated
  /// The client gives up; the request reaches the server up to 110 s after it was sent.
  case held
  /// The process ends; the request reaches the server up to 110 s after it was sent.
  case heldAndCrash
  /// A gateway gives up with 408, 502 or 504; the request reaches the server up to 110 s after it was sent.
  case heldByGateway
  /// Something in the middle responds in the market's place; the market has nothing.
  case middleBefore
  /// The market does it; something in the middle responds in its place.
  case middleAfter
  /// The market itself refuses it this time, though there is nothing wrong with it.
  case refused
  /// The server asks to come back in days or years, or in the past.
  case greedy

  /// Whether it makes no difference to reads.
  var isForWritesOnly: Bool {
    [.otherListing, .held, .heldAndCrash, .heldByGateway, .refused].contains(self)
  }

  /// Those that an adversary brings; often ones several times.
  static func all(of adversaries: Set<Adversary>) -> [TrialFault] {
    var faults: [TrialFault] = []
    if adversaries.contains(.network) {
      faults += allCases.prefix { $0 != .duplicated }
    }
    if adversaries.contains(.late) { faults += [.duplicated, .held, .held, .heldAndCrash, .heldByGateway] }
    if adversaries.contains(.middle) { faults += [.middleBefore, .middleAfter, .middleAfter, .middleAfter] }
    if adversaries.contains(.secondThoughts) { faults += [.refused, .refused] }
    if adversaries.contains(.greedyServer) { faults += [.greedy, .greedy] }
    return faults
  }
}
