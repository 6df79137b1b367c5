/// Keeps the exchanges of a connection in order: one response at a time, pipelined requests waiting.
///
/// A value without effects: the connection does what it returns.
struct ExchangeOrder {
  /// The step after a response.
  enum Next {
    case respond(IncomingRequest)
    /// Wait for the next request; `read` if a read has been held back.
    case wait(read: Bool)
    case close
  }

  private var waiting: [IncomingRequest] = []
  private var current: IncomingRequest?
  private var holdsRead = false
  private(set) var inputIsClosed = false
  private(set) var isClosing = false

  /// The server owes no response.
  var isIdle: Bool { current == nil && !isClosing }

  /// A request has come; returns whether to respond now.
  mutating func received(_ incoming: IncomingRequest) -> Bool {
    if isClosing { return false }
    if let current {
      if current.keepsAlive { waiting.append(incoming) }
      return false
    }
    current = incoming
    return true
  }

  /// The channel wants to read; returns whether it may now.
  ///
  /// While a response is under way it may not, so that no client makes the server store requests, unless the
  /// rest of a refused body has to be taken from the client before it reads the response.
  mutating func mayRead() -> Bool {
    guard let current, current.keepsAlive, !isClosing else { return true }
    holdsRead = true
    return false
  }

  /// The response has been sent; `keepsAlive` says whether the connection survived it.
  mutating func responded(keepsAlive: Bool) -> Next {
    current = nil
    guard keepsAlive, !isClosing else {
      isClosing = true
      waiting = []
      return .close
    }
    if !waiting.isEmpty {
      let next = waiting.removeFirst()
      current = next
      return .respond(next)
    }
    if inputIsClosed {
      isClosing = true
      return .close
    }
    defer { holdsRead = false }
    return .wait(read: holdsRead)
  }

  /// The client will send no more; returns whether that ends the connection now.
  mutating func inputClosed() -> Bool {
    inputIsClosed = true
    return current == nil
  }
}
