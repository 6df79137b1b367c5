import Foundation
import HTTPTypes

extension HTTPError {
  /// The error for a response that is not a success, with what its body and fields say.
  /// - Parameters:
  ///   - response: The response; of a streamed body only the beginning is read.
  ///   - request: What was asked.
  ///   - date: Now, for a `Retry-After` that is a date.
  init(status response: TransportResponse, to request: TransportRequest, date: Date) async {
    self.init(
      status: response.head, try? await response.body.collected(upTo: 1 << 16), to: request, date: date)
  }

  /// The error for a response that is not a success, with what is known of its body.
  init(status head: HTTPResponse, _ body: Data?, to request: TransportRequest, date: Date) {
    let status = head.status
    let serverMessage = body.flatMap {
      ServerErrorBody.message(in: $0, type: head.headerFields[.contentType], status: status)
    }
    let isOfWrite = request.head.method != .get && request.head.method != .head
    self.init(
      Code(status), Self.message(for: status, isServersOwn: isOfWrite && serverMessage != nil),
      serverMessage: serverMessage,
      retryAfter: RetryAfter.delay(in: head.headerFields, now: date),
      context: Context(request, status: status))
  }

  /// Takes `secrets` out of the server's message: some servers repeat the input that they refuse.
  package mutating func hide(_ secrets: [Secret]) {
    guard var text = serverMessage else { return }
    for secret in secrets {
      // The message was cleaned, and cut, perhaps in the middle of the secret.
      // As it is first: the cleaned one may be a part of it.
      for form in [secret.reveal(), ErrorText.clean(secret.reveal(), limit: 1 << 10)] where !form.isEmpty {
        // Not within what is there in place of another one.
        text = text.split(separator: "\(secret)", omittingEmptySubsequences: false)
          .map { $0.replacing(form, with: "\(secret)") }.joined(separator: "\(secret)")
        guard text.hasSuffix("…") else { continue }
        let lengths = (4..<max(4, form.count)).reversed()
        guard let cut = lengths.first(where: { text.dropLast().hasSuffix(form.prefix($0)) }) else { continue }
        text = "\(text.dropLast(cut + 1))\(secret)…"
      }
    }
    serverMessage = text
  }

  /// - Parameters:
  ///   - status: The response's status.
  ///   - isServersOwn: Whether a 401 or 403 is the server's own: a firewall has no message, or another form of it, and is
  ///     the usual reason for a read.
  /// - Returns: One sentence.
  private static func message(for status: HTTPResponse.Status, isServersOwn: Bool) -> String {
    switch Code(status) {
    case .invalidInput where status == .contentTooLarge:
      "It is too large for the server: make it smaller and send again."
    case .invalidInput: "The server refused the input: correct it and send again."
    case .unauthorized where !isServersOwn:
      "The server, or a filter before it, asks for a sign-in."
    case .unauthorized: "The credentials are missing or unknown to the server: sign in."
    case .forbidden where !isServersOwn:
      "The server, or a filter before it, does not allow this request."
    case .forbidden: "The secret is wrong, or this belongs to another account."
    case .notFound: "There is nothing at this address, or not any more."
    case .conflict: "The request clashes with the present state on the server."
    case .timedOut: "The server waited too long for the request."
    case .rateLimited: "Too many requests: wait before the next one."
    case .serverFailure where status.code == 511:
      "This network asks for a sign-in first: open a web page."
    case .serverFailure: "The server failed; trying again later may help."
    default: "The server responded with a status that this call cannot use."
    }
  }
}

extension HTTPError.Code {
  /// Groups a status that is not a success by what the caller can do about it.
  init(_ status: HTTPResponse.Status) {
    self =
      switch status.code {
      case 400, 406, 411, 413, 414, 415, 416, 422, 431: .invalidInput
      case 401: .unauthorized
      case 403: .forbidden
      case 404, 410: .notFound
      case 408: .timedOut
      case 409, 412, 423, 428: .conflict
      case 425, 429: .rateLimited
      case 500...599: .serverFailure
      default: .unexpectedStatus
      }
  }
}
