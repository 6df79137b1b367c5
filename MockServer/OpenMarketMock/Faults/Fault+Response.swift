import Foundation
import HTTPTypes

extension Fault.Action {
  /// The response that the fault makes without the market, if it makes one.
  var ownResponse: MockResponse? {
    switch self {
    case .status(let status, let retryAfter):
      var refusal = Refusal(status, "Injected by the fault script.")
      if let retryAfter { refusal.fields[.retryAfter] = String(retryAfter.wholeSeconds) }
      return .error(refusal)
    case .unauthorizedBasic:
      return .error(
        Refusal(
          .unauthorized, "Injected by the fault script.",
          fields: [.wwwAuthenticate: "Basic realm=\"proxy\""]))
    case .redirect(let status, let location):
      return .error(Refusal(status, "Injected by the fault script.", fields: [.location: location]))
    case .replaceBody(let text, let contentType):
      return MockResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: contentType]), body: Data(text.utf8))
    case .disconnect, .close, .hang, .garbage:
      // No adapter sends any of it.
      var response = MockResponse(head: HTTPResponse(status: .serviceUnavailable))
      distort(&response)
      return response
    case .delay, .truncate, .resetMidBody, .drip, .contentType, .field, .duplicate: return nil
    }
  }

  /// Changes a real response, or the way it travels.
  func distort(_ response: inout MockResponse) {
    switch self {
    case .status, .unauthorizedBasic, .redirect, .replaceBody: if let ownResponse { response = ownResponse }
    case .delay(let duration): response.delay = duration
    case .disconnect: response.delivery = .reset
    case .close: response.delivery = .close
    case .hang: response.delivery = .hang
    case .garbage: response.delivery = .garbage
    case .truncate(let count): response.delivery = .truncate(afterBytes: count)
    case .resetMidBody(let count): response.delivery = .resetMidBody(afterBytes: count)
    case .drip(let count, let delay): response.delivery = .drip(chunk: max(1, count), every: delay)
    case .contentType(let type): response.head.headerFields[.contentType] = type
    case .field(let name, let value):
      guard let name = HTTPField.Name(name) else { return }
      response.head.headerFields.append(HTTPField(name: name, value: value))
    case .duplicate: break
    }
  }
}

extension MockResponse {
  /// Whether the client gets to see the response, or at least its beginning.
  var isVisible: Bool {
    switch delivery {
    case .normal, .truncate, .resetMidBody, .drip: true
    case .reset, .hang, .garbage, .close: false
    }
  }
}

extension Duration {
  /// Seconds, rounded up: a client told to wait must not come back too early.
  var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }

  /// Seconds as a fraction, for JSON.
  var fractionalSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
