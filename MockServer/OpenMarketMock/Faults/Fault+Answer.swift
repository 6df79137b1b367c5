import Foundation
import HTTPTypes

extension Fault.Action {
  /// What is answered without the market's help, when the fault makes such an answer.
  var ownAnswer: MockResponse? {
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
      var answer = MockResponse(head: HTTPResponse(status: .serviceUnavailable))
      distort(&answer)
      return answer
    case .delay, .truncate, .resetMidBody, .drip, .contentType, .field, .duplicate:
      return nil
    }
  }

  /// Changes a real answer, or the way it travels.
  func distort(_ answer: inout MockResponse) {
    switch self {
    case .status, .unauthorizedBasic, .redirect, .replaceBody: if let ownAnswer { answer = ownAnswer }
    case .delay(let duration): answer.delay = duration
    case .disconnect: answer.delivery = .reset
    case .close: answer.delivery = .close
    case .hang: answer.delivery = .hang
    case .garbage: answer.delivery = .garbage
    case .truncate(let count): answer.delivery = .truncate(afterBytes: count)
    case .resetMidBody(let count): answer.delivery = .resetMidBody(afterBytes: count)
    case .drip(let count, let pause): answer.delivery = .drip(chunk: max(1, count), every: pause)
    case .contentType(let type): answer.head.headerFields[.contentType] = type
    case .field(let name, let value):
      guard let name = HTTPField.Name(name) else { return }
      answer.head.headerFields.append(HTTPField(name: name, value: value))
    case .duplicate: break
    }
  }
}

extension MockResponse {
  /// Whether the client gets to see the answer, or at least its beginning.
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
