import HTTPTypes

/// The state of one request, as a value: events of the network go in, actions come out.
///
/// ```
/// awaitingHead ──receive(head)──▶ receiving ──┬─ complete ─▶ ended
///       └──────── complete, end ──────────────┴─ end
/// ```
struct ExchangeState {
  enum Action<Step: Sendable>: Sendable {
    case proceed(Step)
    case fail(any Error)
    case ignore
  }

  private enum Phase {
    case awaitingHead
    case receiving(HTTPResponse, ResponseDestination)
    case ended
  }

  private let wanted: ResponseDestination
  private var limit: Int64
  private let isHeadRequest: Bool
  private let uploadLength: Int64?
  private var phase = Phase.awaitingHead
  /// The length that the response announced, where it can be compared with the bytes that come.
  private(set) var announced: Int64?
  private var received: Int64 = 0
  private var sent: Int64 = 0
  /// Whether the request's head is known to have gone out, of which URLSession tells at its end.
  private var hasLeft = false

  /// - Parameters:
  ///   - wanted: Where the body of a successful response goes.
  ///   - limit: Largest accepted body, in bytes after decoding; at most 1 MiB for an error page in place of a
  ///     file or a stream.
  ///   - method: The request's method; responses to HEAD announce a length and have no body.
  ///   - uploadLength: Length of the request's body, in bytes.
  init(
    wanted: ResponseDestination, limit: Int64, method: HTTPRequest.Method, uploadLength: Int64? = nil
  ) {
    self.wanted = wanted
    self.limit = limit
    self.isHeadRequest = method == .head
    self.uploadLength = uploadLength
  }

  /// The response's status and fields have arrived; interim responses (1xx) announce the real one.
  /// - Returns: Where the body goes.
  mutating func receive(_ head: HTTPResponse) -> Action<ResponseDestination> {
    guard case .awaitingHead = phase, head.status.kind != .informational else { return .ignore }
    // Decoded bytes cannot be compared with the length of encoded ones, nor with that of a body which a
    // HEAD, a 204 or a 304 only talks about.
    let status = head.status.code
    if !isHeadRequest, status != 204, status != 304, head.headerFields[.contentEncoding] == nil {
      announced = head.headerFields[.contentLength].flatMap { Int64($0) }
    }
    // An error page must not become the file, nor be mistaken for the awaited stream; and what was meant for
    // a disk must not fill the memory.
    let destination = head.status.kind == .successful ? wanted : .memory
    if destination != wanted { limit = min(limit, 1 << 20) }
    if let announced, announced > limit {
      phase = .ended
      return .fail(tooLarge("announces \(announced) bytes", isErrorPage: destination != wanted))
    }
    phase = .receiving(head, destination)
    return .proceed(destination)
  }

  /// So many bytes of the body have arrived, after decoding.
  /// - Returns: Where they go.
  mutating func receive(bytes count: Int) -> Action<(ResponseDestination, TransferProgress)> {
    guard case .receiving(_, let destination) = phase else { return .ignore }
    received += Int64(count)
    guard received <= limit else {
      phase = .ended
      return .fail(tooLarge("is longer", isErrorPage: destination != wanted))
    }
    let progress = TransferProgress(direction: .download, completed: received, total: announced)
    return .proceed((destination, progress))
  }

  /// So many bytes of the request's body have been sent, in all.
  ///
  /// - Returns: `nil` when that is no change: URLSession repeats the last figure.
  mutating func send(upTo total: Int64) -> TransferProgress? {
    guard !hasEnded, total > sent else { return nil }
    sent = total
    return TransferProgress(direction: .upload, completed: total, total: uploadLength)
  }

  /// The head of the request has gone out.
  mutating func noteLeft() { hasLeft = true }

  /// The network is done with the request.
  ///
  /// - Parameters:
  ///   - error: What the network says went wrong.
  ///   - late: The head, in case the session never reported it. URLSession on Linux keeps a 3xx without a usable
  ///     `Location` to itself, and loses its body.
  /// - Returns: How the request ended, once.
  mutating func complete(
    _ error: (any NetworkFault)?, late: @autoclosure () -> HTTPResponse? = nil
  ) -> Action<(HTTPResponse, ResponseDestination)> {
    switch phase {
    case .ended:
      return .ignore
    case .awaitingHead:
      phase = .ended
      if let error { return .fail(error.transportError(hasHead: false, hasSent: hasLeft || sent > 0)) }
      guard let late = late() else {
        return .fail(HTTPError(fault: .connectionLost, "The connection ended before a response came."))
      }
      return .proceed((late, .memory))
    case .receiving(let head, let destination):
      phase = .ended
      if let error { return .fail(error.transportError(hasHead: true, hasSent: hasLeft || sent > 0)) }
      if let announced, received < announced {
        return .fail(
          HTTPError(
            fault: .truncatedBody, "The response ended after \(received) of \(announced) bytes announced."))
      }
      return .proceed((head, destination))
    }
  }

  /// Whether nothing more will be done about any event.
  var hasEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  /// The request is given up from this side.
  ///
  /// - Returns: False when it had ended already.
  mutating func end() -> Bool {
    guard !hasEnded else { return false }
    phase = .ended
    return true
  }

  private func tooLarge(_ what: String, isErrorPage: Bool) -> HTTPError {
    // What was wanted may be small enough another time.
    if isErrorPage {
      return HTTPError(fault: .invalidResponse, "The page of an error \(what); \(limit) bytes are accepted.")
    }
    return HTTPError(
      fault: .responseTooLarge,
      "The response \(what); the request accepts \(limit). Raise responseLimit to get it.")
  }
}
