#if AsyncHTTPClient
  /// The order in which the parts of requests and responses pass on one connection, as a value.
  ///
  /// AsyncHTTPClient 1.37.0 ends the process where a response has an end and no head, which is what its decoder makes of a
  /// status such as 099, and keeps a connection for ever whose response came before its request had ended. So a response
  /// out of order is refused, and an early one held back until it is complete.
  ///
  /// ```
  /// idle ──request head──▶ awaitingHead ──head──▶ receiving ──end──▶ idle
  /// ```
  struct ResponseOrder {
    /// A part of a response, as far as the order goes.
    enum Part: Equatable {
      case head(status: Int)
      case body(bytes: Int)
      case end
    }

    enum Action: Equatable {
      /// Pass it on.
      case pass
      /// Leave it out: an interim response, or what comes after a fault.
      case drop
      /// Put it with those that wait for the end of the request or of the response.
      case hold
      /// Pass on all that was held, then this one; the server does not want the rest of the request.
      case release
      /// Close the connection.
      case fail(String)
    }

    private enum Phase { case idle, awaitingHead, receiving, failed }

    /// Most of an early response that is held, in bytes.
    private static let limit = 1 << 20

    private var phase = Phase.idle
    private var isSent = true
    private var isHolding = false
    private var heldBytes = 0
    private var status = 0

    /// Notes the head of a request that goes out.
    mutating func sendHead() {
      guard phase != .failed else { return }
      (phase, isSent, isHolding, heldBytes) = (.awaitingHead, false, false, 0)
    }

    /// Notes the end of a request that goes out.
    /// - Returns: Whether what is held is now passed on.
    mutating func sendEnd() -> Bool {
      isSent = true
      return isHolding && phase != .failed
    }

    /// Notes that all that was held has been passed on.
    mutating func releaseHeld() { isHolding = false }

    /// Judges a part of a response that has come.
    mutating func receive(_ part: Part) -> Action {
      let action = order(part)
      if case .fail = action { phase = .failed }
      return action
    }

    private mutating func order(_ part: Part) -> Action {
      switch (phase, part) {
      case (.failed, _): return .drop
      case (.idle, _): return .fail("a response without a request")
      case (.awaitingHead, .head(let status)):
        // 101 would be another protocol, which was not asked for.
        if 100..<200 ~= status, status != 101 { return .drop }
        guard 200..<1_000 ~= status else { return .fail("the status \(status)") }
        (phase, self.status, isHolding) = (.receiving, status, !isSent)
      case (.awaitingHead, _): return .fail("a response without a head")
      case (.receiving, .head): return .fail("a second head in a response")
      case (.receiving, .body(let bytes)):
        if isHolding { heldBytes += bytes }
        guard heldBytes <= Self.limit else { return .fail("a long response before the end of its request") }
      case (.receiving, .end):
        phase = .idle
        if isHolding, !isSent, status >= 300 { return .release }
      }
      return isHolding ? .hold : .pass
    }
  }
#endif
