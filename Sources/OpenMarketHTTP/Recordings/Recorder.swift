import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// Takes down exchanges: removes what is secret, then writes.
final class Recorder: Sendable {
  /// Longer bodies are left out, so that memory stays bounded.
  static let bodyLimit = 16 << 20

  private struct State {
    var redactor = Redactor(isNumbered: true)
    var file: RecordingFile?
    var failure: HTTPError?
  }

  /// The request of an exchange that has not ended.
  struct Pending: Sendable {
    fileprivate var request: HAREntry.Request
    fileprivate var date = Date.now
    fileprivate var start = ContinuousClock.now
  }

  /// A response as far as it has come.
  struct Received {
    var head: HTTPResponse
    /// The body; `nil` when it is longer than ``bodyLimit``.
    var body: Data?
    var size: Int
  }

  private let state: Mutex<State>
  private let path: String

  init(creating url: URL) throws(HTTPError) {
    path = url.path
    state = Mutex(State(file: try RecordingFile(creating: url)))
  }

  /// Takes down a request; it is written with its response.
  func begin(_ request: TransportRequest) async throws -> Pending {
    let body = try await RecordedBody(request.body, limit: Self.bodyLimit)
    let entry = state.withLock { $0.redactor.entry(of: request.head, body: body) }
    return Pending(request: entry)
  }

  /// Ends the recording.
  /// - Throws: ``HTTPError`` when an exchange could not be written.
  func close() throws(HTTPError) {
    let failure = state.withLock { state -> HTTPError? in
      defer { (state.file, state.failure) = (nil, nil) }
      if state.failure == nil { try? state.file?.close() }
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Writes an exchange; `error` says why no response came, or no more of it.
  func end(_ pending: Pending, _ received: Received?, error: (any Error)? = nil) {
    let time = (ContinuousClock.now - pending.start) / .milliseconds(1)
    let date = EventJSON.text(of: pending.date)
    state.withLock { state in
      guard state.file != nil else { return }
      let response = received.map { state.redactor.entry(of: $0) } ?? .none
      let entry = HAREntry(
        startedDateTime: date, time: time, request: pending.request, response: response,
        timings: .init(wait: time), error: error.map { state.redactor.failure($0) })
      do {
        try state.file?.append(entry)
      } catch {
        // The caller has its response; what is in the file stays, and closing says that something is missing.
        state.file = nil
        state.failure = HTTPError(
          fault: .cannotWriteFile, "\(path) could not be written to its end: is the disk full?", cause: error)
      }
    }
  }
}

extension HAREntry.Response {
  fileprivate static let none = Self(
    status: 0, statusText: "", headers: [], content: .init(size: 0, mimeType: "", text: ""), redirectURL: "",
    bodySize: -1)
}

extension Redactor {
  /// A response without its secrets.
  fileprivate mutating func entry(of response: Recorder.Received) -> HAREntry.Response {
    let (status, type) = (response.head.status, response.head.headerFields[.contentType] ?? "")
    let fields = redacting(response.head.headerFields, ofRequest: false)
    if let body = response.body { findPermission(in: body) }
    let text = HARText(redacting(body: response.body ?? Data(), contentType: type))
    return HAREntry.Response(
      status: status.code, statusText: redacting(status.reasonPhrase), headers: fields,
      content: .init(
        size: response.size, mimeType: type, text: text.text, encoding: text.encoding,
        isOmitted: response.body == nil ? true : nil),
      redirectURL: fields.first { $0.name.lowercased() == "location" }?.value ?? "", bodySize: response.size)
  }

  fileprivate func failure(_ error: any Error) -> HAREntry.Failure {
    if error is CancellationError { return .init(code: HAREntry.Failure.cancelled, message: "cancelled") }
    guard let error = error as? HTTPError else {
      return .init(code: HTTPError.Code.connectionLost.rawValue, message: "The transport failed.")
    }
    return .init(
      code: error.code.rawValue, fault: error.fault?.rawValue, message: redacting(error.message))
  }

  /// A request without its secrets.
  mutating func entry(of head: HTTPRequest, body: RecordedBody) -> HAREntry.Request {
    // First the fields and the body, where secrets have names; then the address, where they may come again.
    let fields = redacting(head.headerFields, ofRequest: true)
    var post: HAREntry.PostData?
    let type = head.headerFields[.contentType]
    switch body {
    case .none: break
    case .data(let data):
      let text = HARText(redacting(body: data, contentType: type))
      post = .init(mimeType: type ?? "", text: text.text, encoding: text.encoding)
    case .omitted(let reason):
      post = .init(mimeType: type ?? "", text: "", omitted: reason)
    }
    if let type, ParameterizedHeader(type)?.value == "multipart/form-data" { post?.mimeType = Self.formType }
    let path = redacting(url: head.path ?? "/")
    let query = path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let pairs = query.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).removingPercentEncoding ?? String($0)
      }
      return HAREntry.Pair(name: halves[0], value: halves.count > 1 ? halves[1] : "")
    }
    return HAREntry.Request(
      method: head.method.rawValue, url: "\(head.scheme ?? "http")://\(head.authority ?? "")\(path)",
      headers: fields, queryString: pairs, postData: post, bodySize: post?.text.utf8.count ?? 0)
  }
}

/// A request's body, as far as recordings hold it.
enum RecordedBody: Sendable {
  case none
  case data(Data)
  /// Too long, or it cannot be read, which the transport will say.
  case omitted(String)

  init(_ body: RequestBody, limit: Int) async throws {
    do {
      switch body {
      case .none: self = .none
      case .data(let data): self = data.count <= limit ? .data(data) : .omitted("too long")
      case .file(let url): self = .data(try RegularFile.read(url, upTo: limit))
      case .stream(_, let chunks):
        var all = Data()
        for try await chunk in chunks() {
          all += chunk
          guard all.count <= limit else {
            self = .omitted("too long")
            return
          }
        }
        self = .data(all)
      }
    } catch RegularFile.Failure.tooLarge {
      self = .omitted("too long")
    } catch {
      self = .omitted("unreadable")
    }
    try Task.checkCancellation()
  }
}
