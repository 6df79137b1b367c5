import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

struct ListNumbers: GetRequest {
  typealias Response = [Int]
  static let template = "/numbers"
  var queryItems: [QueryItem] = []
  var headers: HTTPFields = [:]
}

struct ShowThing: GetRequest {
  typealias Response = Void
  static let template = "/things/{id}"
  var id: String
  var pathParameters: [String: String] { ["id": id] }
  var queryItems: [QueryItem] { [] }
}

struct AddThing: PostRequest {
  typealias Response = Void
  static let template = "/things"
  var body: RequestBody = .data(Data("{}".utf8))
  func makeBody() -> RequestBody { body }
}

struct RemoveThing: DeleteRequest {
  typealias Response = Void
  static let template = "/things/{id}"
  var id = "1"
  var pathParameters: [String: String] { ["id": id] }
}

struct ChangeThing: PatchRequest {
  typealias Response = Void
  static let template = "/things/{id}"
  var pathParameters: [String: String] { ["id": "1"] }
  func makeBody() -> RequestBody { .none }
}

extension HTTPEndpoint where Self == ListNumbers {
  static var numbers: ListNumbers { ListNumbers() }
}

extension HTTPEndpoint where Self == AddThing {
  static func add(_ body: RequestBody) -> AddThing { AddThing(body: body) }
}

/// A client whose server is `http://market.test` and that does nothing but what `configure` adds.
func plainClient(
  _ transport: any HTTPTransport, server: String = "http://market.test",
  configure: (inout HTTPClient.Configuration) -> Void = { _ in }
) throws -> HTTPClient {
  try HTTPClient(server: #require(URL(string: server)), transport: transport) {
    $0.maxAttempts = 1
    $0.sharesIdenticalReads = false
    $0.responseCacheLimit = 0
    $0.totalTimeout = nil
    $0.attemptTimeout = nil
    configure(&$0)
  }
}

/// The ``HTTPError`` that `body` throws; fails the test when it throws another error or none.
func httpError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> HTTPError {
  let error = await #expect(throws: HTTPError.self, sourceLocation: sourceLocation) { try await body() }
  return try #require(error, sourceLocation: sourceLocation)
}
