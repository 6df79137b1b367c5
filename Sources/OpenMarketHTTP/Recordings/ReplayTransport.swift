public import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// A transport that returns the responses of a recording, without a network: each recorded exchange once.
///
/// ```swift
/// let replay = try ReplayTransport(file)
/// let client = try HTTPClient(server: url, transport: replay)
/// …
/// try replay.verify()
/// ```
///
/// A request takes the first unused exchange with the same method, path, query and body. Header fields, secrets, the
/// boundaries of forms and the server's address may differ. Recorded failures are thrown again, at once. Of a file
/// that is cut off the whole exchanges are replayed, and ``verify()`` says so.
public final class ReplayTransport: HTTPTransport {
  private let script: Mutex<ReplayScript>

  /// Reads a recording of ``RecordingTransport``, or of a browser.
  /// - Throws: ``HTTPError`` with `invalidInput` when the file is missing or is not a recording.
  public init(_ file: URL) throws {
    script = Mutex(try ReplayScript(Recording(contentsOf: file)))
  }

  /// Checks that all recorded exchanges were replayed, and no other was requested.
  /// - Throws: ``HTTPError`` with `recordingMismatch` that names those.
  public func verify() throws {
    if let error = script.withLock({ $0.findings() }) { throw error }
  }

  /// Returns the recorded response to `request`.
  /// - Throws: ``HTTPError`` with `recordingMismatch` when there is none, or as it was recorded.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    if let deadline = request.deadline, request.clock.now >= deadline {
      throw HTTPError(fault: .deadlineExceeded, "The deadline had passed before the request was sent.")
    }
    let body = try await RecordedBody(request.body, limit: Recorder.bodyLimit)
    let entry = try script.withLock { script throws(HTTPError) in try script.take(request, body: body) }
    if entry.response.status == 0, let error = entry.error {
      if error.code == HAREntry.Failure.cancelled { try await waitForEnd(of: request) }
      throw HTTPError(error)
    }
    if case .data(let data) = body { request.onProgress?(.whole(data, .upload)) }
    return try response(entry, to: request)
  }

  /// Waits, for a request that was given up, until it is given up again.
  private func waitForEnd(of request: TransportRequest) async throws {
    try await request.clock.sleep(until: request.deadline ?? .distantFuture, tolerance: nil)
    throw HTTPError(
      fault: .deadlineExceeded, "The deadline passed; when this was recorded, the caller gave up.")
  }

  private func response(_ entry: HAREntry, to request: TransportRequest) throws -> TransportResponse {
    let recorded = entry.response
    guard (100...999).contains(recorded.status) else {
      throw HTTPError(.invalidInput, "The recording holds a response with the status \(recorded.status).")
    }
    guard recorded.content.isOmitted != true,
      let body = HARText(recorded.content.text, encoding: recorded.content.encoding).data
    else {
      throw HTTPError(
        .recordingMismatch,
        "The body of the response to \(request.head.method.rawValue) \(request.template) is not in the recording."
      )
    }
    let status = HTTPResponse.Status(code: recorded.status, reasonPhrase: recorded.statusText)
    var head = HTTPResponse(status: status)
    for field in recorded.headers {
      guard let name = HTTPField.Name(field.name) else { continue }  // Browsers record `:status`, too.
      head.headerFields.append(HTTPField(name: name, value: field.value))
    }
    // An error page neither becomes the file nor the stream.
    let isAwaited = request.destination == .memory || status.kind == .successful
    let limit = isAwaited ? request.responseLimit : min(request.responseLimit, 1 << 20)
    guard body.count <= limit else {
      throw HTTPError(
        fault: .responseTooLarge,
        "The response is longer; the request accepts \(limit). Raise responseLimit to get it.")
    }
    request.onProgress?(.whole(body, .download))
    let result = try Self.deliver(body, to: isAwaited ? request.destination : .memory, entry.error)
    return TransportResponse(head: head, body: result)
  }

  private static func deliver(
    _ body: Data, to destination: ResponseDestination, _ failure: HAREntry.Failure?
  ) throws -> ResponseBody {
    switch destination {
    case .memory:
      if let failure { throw HTTPError(failure) }
      return .data(body)
    case .file(let url):
      if let failure { throw HTTPError(failure) }
      let file = try PartialFile(for: url)
      try file.append(body)
      _ = try file.commit()
      return .file(url)
    case .stream:
      let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
      var rest = body[...]
      while !rest.isEmpty {
        continuation.yield(Data(rest.prefix(64 << 10)))
        rest = rest.dropFirst(64 << 10)
      }
      let isCancelled = failure?.code == HAREntry.Failure.cancelled
      continuation.finish(throwing: isCancelled ? nil : failure.map { HTTPError($0) })
      return .stream(stream)
    }
  }
}

extension HTTPError {
  fileprivate init(_ failure: HAREntry.Failure) {
    self.init(Code(rawValue: failure.code), failure.message)
    fault = failure.fault.flatMap { TransportFault(rawValue: $0) }
  }
}

extension TransferProgress {
  fileprivate static func whole(_ data: Data, _ direction: Direction) -> TransferProgress {
    TransferProgress(direction: direction, completed: Int64(data.count), total: Int64(data.count))
  }
}
