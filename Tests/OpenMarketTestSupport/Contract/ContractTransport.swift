public import Foundation
import HTTPTypes
public import OpenMarketHTTP
import Synchronization

/// A transport that holds every exchange against `Schemas/openapi.yaml` on its way.
///
/// Put it between a client and a mock; at the end, expect ``violations`` to be empty.
public final class ContractTransport: HTTPTransport {
  /// What has been seen so far.
  private struct Record {
    var violations: [String] = []
    var exchanges: Set<String> = []
  }

  private let base: any HTTPTransport
  private let document: OpenAPIDocument
  private let record = Mutex(Record())

  /// Wraps `base`.
  public init(_ base: any HTTPTransport, document: OpenAPIDocument) {
    self.base = base
    self.document = document
  }

  /// Every breach of the document, by the client or by the server.
  public var violations: [String] { record.withLock { $0.violations } }
  /// The operations and statuses seen, as `operationId → status`.
  public var exchanges: Set<String> { record.withLock { $0.exchanges } }

  /// Sends `request` on and checks both directions.
  ///
  /// Responses are buffered to be checked.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let sent = try await request.body.collected()
    var found = try document.violations(ofRequest: request.head, body: sent)
    var response = try await base.send(request)
    if case .file = response.body {
      record.withLock { $0.violations += found }
      return response
    }
    let received = try await response.body.collected(upTo: 1 << 30)
    response.body = .data(received)
    found += try document.violations(ofResponse: response.head, body: received, to: request.head)
    let path = request.head.path.map { $0.prefix { $0 != "?" } } ?? "/"
    let id = document.operation(method: request.head.method.rawValue, path: String(path))?.operation.id
    record.withLock {
      $0.violations += found
      $0.exchanges.insert("\(id ?? "unknown") → \(response.head.status.code)")
    }
    return response
  }
}

extension RequestBody {
  /// All bytes of the body, for inspection in tests.
  public func collected() async throws -> Data {
    switch self {
    case .none: return Data()
    case .data(let data): return data
    case .file(let url): return try Data(contentsOf: url)
    case .stream(_, let make):
      var all = Data()
      for try await chunk in make() { all += chunk }
      return all
    }
  }
}
