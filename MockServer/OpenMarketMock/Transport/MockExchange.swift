import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// One request's way to the handler and back.
struct MockExchange: Sendable {
  let request: TransportRequest

  /// Throws when the task was cancelled or the deadline has come.
  func checkTime() throws {
    try Task.checkCancellation()
    if let deadline = request.deadline, request.clock.now >= deadline { throw Self.deadlineExceeded }
  }

  private static var deadlineExceeded: HTTPError {
    HTTPError(fault: .deadlineExceeded, "the deadline passed before the response was complete")
  }

  // MARK: There

  /// The request's body as a server receives it: not more than one byte beyond what the market accepts.
  func upload() async throws -> (body: Data, exceedsLimit: Bool) {
    switch request.body {
    case .none: return (Data(), false)
    case .data(let data): return finished(data)
    case .file(let url):
      do {
        return finished(try Data(contentsOf: url))
      } catch {
        throw HTTPError(
          fault: .invalidRequest, "the file \(url.lastPathComponent) cannot be read", cause: error)
      }
    case .stream(let length, let makeStream):
      var body = Data()
      var count: Int64 = 0
      do {
        for try await chunk in makeStream() {
          count += Int64(chunk.count)
          if body.count <= MarketplaceMock.bodyLimit { body.append(chunk) }
          report(.upload, count, of: length)
        }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        throw HTTPError(fault: .invalidRequest, "the body stream failed", cause: error)
      }
      if let length, length != count {
        throw HTTPError(
          fault: .invalidRequest, "the body stream gave \(count) bytes, announced were \(length)")
      }
      return limited(body)
    }
  }

  private func finished(_ body: Data) -> (body: Data, exceedsLimit: Bool) {
    if !body.isEmpty { report(.upload, Int64(body.count), of: Int64(body.count)) }
    return limited(body)
  }

  private func limited(_ body: Data) -> (body: Data, exceedsLimit: Bool) {
    let limit = MarketplaceMock.bodyLimit
    return body.count > limit ? (body.prefix(limit), true) : (body, false)
  }

  // MARK: And back

  /// Plays `response` the way it is to be delivered.
  func receive(_ response: MockResponse) async throws -> TransportResponse {
    try await pause(response.delay)
    switch response.delivery {
    case .reset, .close: throw Self.connectionLost
    case .garbage: throw HTTPError(fault: .invalidResponse, "the response is not HTTP")
    case .hang: while true { try await pause(.seconds(86_400)) }
    case .normal, .truncate, .resetMidBody, .drip: break
    }
    let encoding = response.head.headerFields[.contentEncoding]
    guard encoding == nil || encoding == "identity" else {
      throw HTTPError(fault: .invalidResponse, "the content encoding is unknown")
    }
    let hasBody = request.head.method != .head && ![204, 304].contains(response.head.status.code)
    var head = response.head
    if head.status != .noContent, head.status != .notModified {
      head.headerFields[.contentLength] = String(response.body.count)
    }
    let body = hasBody ? response.body : Data()
    if Int64(body.count) > request.responseLimit { throw tooLarge }
    switch request.destination {
    case .stream:
      let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
      let task = Task {
        do {
          try await play(body, as: response.delivery) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
      return TransportResponse(head: head, body: .stream(stream))
    case .file(let url) where head.status.kind == .successful:
      try await play(body, as: response.delivery) { _ in }
      do {
        try body.write(to: url, options: .atomic)
      } catch {
        throw HTTPError(fault: .other, "the file \(url.lastPathComponent) cannot be written", cause: error)
      }
      return TransportResponse(head: head, body: .file(url))
    case .memory, .file:
      try await play(body, as: response.delivery) { _ in }
      return TransportResponse(head: head, body: .data(body))
    }
  }

  private static var connectionLost: HTTPError {
    HTTPError(fault: .connectionLost, "the connection broke before the response was complete")
  }

  private var tooLarge: HTTPError {
    HTTPError(fault: .responseTooLarge, "the response is longer than \(request.responseLimit) bytes")
  }

  /// Hands out the body's pieces as they arrive, and the break where one comes.
  private func play(_ body: Data, as delivery: MockResponse.Delivery, yield: (Data) -> Void) async throws {
    var chunk = 64 << 10
    var interval = Duration.zero
    var end = body.count
    var fault: HTTPError?
    switch delivery {
    case .truncate(let count) where count < body.count:
      end = max(0, count)
      fault = HTTPError(fault: .truncatedBody, "the response ended before its announced length")
    case .resetMidBody(let count) where count < body.count:
      end = max(0, count)
      fault = Self.connectionLost
    case .drip(let count, let delay):
      chunk = max(1, count)
      interval = delay
    case .normal, .truncate, .resetMidBody, .reset, .close, .garbage, .hang: break
    }
    var offset = 0
    while offset < end {
      try checkTime()
      let next = min(offset + chunk, end)
      yield(body.subdata(in: body.startIndex + offset..<body.startIndex + next))
      report(.download, Int64(next), of: Int64(body.count))
      offset = next
      try await pause(interval)
    }
    if let fault { throw fault }
  }

  /// Waits on the request's clock, not beyond its deadline.
  private func pause(_ duration: Duration) async throws {
    guard duration > .zero else { return }
    let end = request.clock.now.advanced(by: duration)
    guard let deadline = request.deadline, deadline < end else {
      return try await request.clock.sleep(until: end, tolerance: nil)
    }
    try await request.clock.sleep(until: deadline, tolerance: nil)
    throw Self.deadlineExceeded
  }

  private func report(_ direction: TransferProgress.Direction, _ completed: Int64, of total: Int64?) {
    request.onProgress?(TransferProgress(direction: direction, completed: completed, total: total))
  }
}
