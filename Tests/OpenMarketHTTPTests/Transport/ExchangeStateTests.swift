import Foundation
import HTTPTypes
import Testing

@testable import OpenMarketHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What one request has come to, event by event")
struct ExchangeStateTests {
  private static let fault = SessionFault(error: URLError(.networkConnectionLost))

  private func state(
    _ wanted: ResponseDestination = .memory, limit: Int64 = 100, method: HTTPRequest.Method = .get,
    receiving fields: HTTPFields? = nil, bytes: Int = 0
  ) -> ExchangeState {
    var state = ExchangeState(wanted: wanted, limit: limit, method: method, uploadLength: 50)
    if let fields { _ = state.receive(HTTPResponse(status: .ok, headerFields: fields)) }
    if bytes > 0 { _ = state.receive(bytes: bytes) }
    return state
  }

  @Test("A body shorter than announced is truncated, even if the session says nothing")
  func truncated() {
    var state = state(receiving: [.contentLength: "10"], bytes: 9)
    #expect(state.complete(nil).code == .truncatedBody)
  }

  @Test("A length that talks about other bytes than those that come is not compared with them")
  func incomparable() {
    for (method, status, fields) in [
      (.head, .ok, [.contentLength: "10"]), (.get, .noContent, [.contentLength: "10"]),
      (.get, .notModified, [.contentLength: "10"]),
      (.get, .ok, [.contentLength: "10", .contentEncoding: "gzip"]),
    ] as [(HTTPRequest.Method, HTTPResponse.Status, HTTPFields)] {
      var state = state(method: method)
      _ = state.receive(HTTPResponse(status: status, headerFields: fields))
      #expect(state.announced == nil)
      #expect(state.complete(nil).status == status)
    }
  }

  @Test("An end before the head is a lost connection, or the head that comes late")
  func noHead() {
    var lost = state()
    #expect(lost.complete(nil).code == .connectionLost)
    var late = state(.stream)
    #expect(late.complete(nil, late: HTTPResponse(status: .found)).status == .found)
  }

  @Test("After the end, however it came, nothing happens any more")
  func nothingAfterTheEnd() {
    var completed = state(receiving: [:])
    _ = completed.complete(nil)
    var failed = state(receiving: [:])
    _ = failed.complete(Self.fault)
    var cancelled = state(receiving: [:])
    _ = cancelled.end()
    var tooLong = state(receiving: [:], bytes: 101)
    var announcedTooLong = state(receiving: [.contentLength: "101"])
    func isOver(_ state: inout ExchangeState) -> Bool {
      guard state.hasEnded, !state.end(), state.send(upTo: 10) == nil else { return false }
      guard case .ignore = state.receive(HTTPResponse(status: .ok)) else { return false }
      guard case .ignore = state.receive(bytes: 1) else { return false }
      guard case .ignore = state.complete(Self.fault) else { return false }
      return true
    }
    #expect(isOver(&completed))
    #expect(isOver(&failed))
    #expect(isOver(&cancelled))
    #expect(isOver(&tooLong))
    #expect(isOver(&announcedTooLong))
  }

  @Test("Upload progress leaves out what is no change")
  func uploadProgress() {
    var state = state()
    let reports = [10, 10, 50, 50, 50, 20].compactMap { state.send(upTo: $0) }
    #expect(reports.map(\.completed) == [10, 50])
    #expect(reports.allSatisfy { $0.direction == .upload && $0.total == 50 })
  }

  static let codes: [(URLError.Code, beforeHead: TransportFault, inBody: TransportFault)] = [
    (.cannotFindHost, .cannotResolve, .connectionLost),
    (.dnsLookupFailed, .cannotResolve, .connectionLost),
    (.cannotConnectToHost, .cannotConnect, .connectionLost),
    (.notConnectedToInternet, .cannotConnect, .connectionLost),
    (.networkConnectionLost, .connectionLost, .connectionLost),
    (.badServerResponse, .connectionLost, .truncatedBody),
    (.unsupportedURL, .invalidResponse, .invalidResponse),
    (.cannotParseResponse, .invalidResponse, .invalidResponse),
    (.cannotDecodeContentData, .invalidResponse, .invalidResponse),
    (.timedOut, .idleTimeout, .idleTimeout),
    (.secureConnectionFailed, .insecure, .connectionLost),
    (.serverCertificateUntrusted, .insecure, .connectionLost),
    (.unknown, .other, .truncatedBody),
  ]

  @Test("The session's errors are judged by whether the head had arrived", arguments: codes)
  func code(of error: URLError.Code, beforeHead: TransportFault, inBody: TransportFault) {
    for (fields, expected) in [(nil, beforeHead), ([:] as HTTPFields, inBody)] {
      var state = state(receiving: fields)
      let failure = state.complete(SessionFault(error: URLError(error))).error as? HTTPError
      #expect(failure?.fault == expected)
      #expect(failure?.cause is URLError)
    }
  }

  @Test(
    "What fails once something was sent may have reached the server, whatever the session says",
    arguments: [
      URLError.Code.cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .secureConnectionFailed,
    ])
  func afterSending(error: URLError.Code) {
    var state = state()
    _ = state.send(upTo: 10)
    #expect(state.complete(SessionFault(error: URLError(error))).code == .connectionLost)
  }

  @Test("A deletion, which has no body, may have reached the server once its head has gone out")
  func afterLeaving() {
    for error in [URLError.Code.cannotConnectToHost, .notConnectedToInternet, .secureConnectionFailed] {
      var state = ExchangeState(wanted: .memory, limit: 100, method: .delete)
      state.noteLeft()
      #expect(state.complete(SessionFault(error: URLError(error))).code == .connectionLost)
    }
  }

  @Test(
    "A handshake that Apple's system says was cut off is no fault of a certificate",
    arguments: [-9805, -9806, -9816])
  func cutHandshake(number: Int) {
    let error = URLError(.secureConnectionFailed, userInfo: ["_kCFStreamErrorCodeKey": number])
    var (unsent, sent) = (state(), state())
    sent.noteLeft()
    #expect(unsent.complete(SessionFault(error: error)).code == .cannotConnect)
    #expect(sent.complete(SessionFault(error: error)).code == .connectionLost)
  }

  @Test("An error that is none of the session's says its reason, and nothing about what the server did")
  func systemError() {
    var state = state()
    let failure = state.complete(SessionFault(error: POSIXError(.ECONNABORTED))).error as? HTTPError
    #expect(failure?.code == .connectionLost)
    #expect(failure?.message.contains(POSIXError(.ECONNABORTED).localizedDescription) == true)
  }

  @Test("What was sent is known, also when nothing follows the progress")
  func sendingUnobserved() async throws {
    let head = HTTPRequest(method: .patch, scheme: "https", authority: "market.test", path: "/")
    let request = TransportRequest(head: head, body: .data(Data([1])))
    let exchange = try Exchange(request, upload: .data(Data([1])))
    let error = await #expect(throws: HTTPError.self) {
      try await exchange.response(to: request) { exchange in
        exchange.sent(1)
        exchange.complete(SessionFault(error: URLError(.notConnectedToInternet)))
        return {}
      }
    }
    #expect(error?.fault == .connectionLost)
  }

  #if canImport(FoundationNetworking)
    @Test(
      "After the handshake, what libcurl says is no fault of it, nor of a request that never left",
      arguments: [
        ("OpenSSL SSL_read: error:0A000119:SSL routines::bad record mac, errno 0", .connectionLost),
        ("OpenSSL SSL_write: SSL_ERROR_SYSCALL, errno 0", .connectionLost),
        ("OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required", .insecure),
        ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to market.test:443", .cannotConnect),
        ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", .cannotConnect),
      ] as [(String, TransportFault)])
    func afterHandshake(text: String, fault: TransportFault) {
      let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
      var state = ExchangeState(wanted: .memory, limit: 100, method: .delete)
      #expect(state.complete(SessionFault(error: error)).code == fault)
    }

    @Test(
      "What libcurl says of a second attempt of its own does not make a request that was sent one that never left",
      arguments: [
        (
          URLError.Code.cannotConnectToHost,
          "Failed to connect to market.test port 80: Couldn't connect to server"
        ),
        (.unknown, "SSL certificate problem: self-signed certificate"),
      ])
    func secondAttempt(code: URLError.Code, text: String) {
      let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
      var unsent = state()
      let first = unsent.complete(SessionFault(error: error)).code
      #expect(first == .cannotConnect || first == .insecure)
      var sent = state()
      _ = sent.send(upTo: 10)
      #expect(sent.complete(SessionFault(error: error)).code == .connectionLost)
      var responded = state()
      _ = responded.send(upTo: 10)
      _ = responded.receive(HTTPResponse(status: .created))
      #expect(responded.complete(SessionFault(error: error)).code == .truncatedBody)
    }

    @Test(
      "What a proxy refuses to pass on was not sent",
      arguments: ["CONNECT tunnel failed, response 407", "Received HTTP code 403 from proxy after CONNECT"])
    func refusingProxy(text: String) {
      var state = state(receiving: [:])
      let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
      let failure = state.complete(SessionFault(error: error)).error as? HTTPError
      #expect(failure?.fault == .cannotConnect)
    }
  #endif

  @Test("What the system cancels by itself is a lost connection, not a cancellation")
  func cancelledTask() {
    var state = state()
    #expect(state.complete(SessionFault(error: URLError(.cancelled))).code == .connectionLost)
  }
}

extension ExchangeState.Action<(HTTPResponse, ResponseDestination)> {
  fileprivate var error: (any Error)? {
    if case .fail(let error) = self { error } else { nil }
  }

  fileprivate var code: TransportFault? { (error as? HTTPError)?.fault }

  fileprivate var status: HTTPResponse.Status? {
    if case .proceed((let head, _)) = self { head.status } else { nil }
  }
}
