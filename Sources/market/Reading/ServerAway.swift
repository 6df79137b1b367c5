import OpenMarket

/// Says that the server did not respond, and that something is stored that can be displayed.
struct ServerAway: Error {
  let error: HTTPError

  var note: String { "\(error.message.printable) Displayed is what is stored here." }
}

extension ServerAway {
  init(after wait: Duration) {
    self.init(
      error: HTTPError(.timedOut, "The server has not responded for \(wait.components.seconds) seconds."))
  }
}

extension HTTPError {
  /// Whether it says nothing about what was asked, only that there was no response to it.
  var isServerAway: Bool {
    [.unreachable, .connectionLost, .timedOut, .rateLimited, .serverFailure].contains(code)
  }
}

extension Stamped {
  /// The line for a person when the server did not respond, and what is stored took the place of its response.
  var storedNote: String? {
    switch details.network {
    case .failed(let error as HTTPError): ServerAway(error: error).note
    case .late(let wait): ServerAway(after: wait).note
    default: nil
    }
  }
}
