import Foundation
import OpenMarket

// The code of the article on the network layer alone, for another server than the market's.

/// An endpoint of the coupons server, which writes `snake_case` and dates of ISO 8601.
nonisolated protocol CouponsEndpoint: HTTPEndpoint where Response: Decodable {}

nonisolated extension CouponsEndpoint {
  func decode(_ body: Data, from head: HTTPResponse) throws -> Response {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Response.self, from: body)
  }
}

nonisolated struct Coupon: Codable, Sendable {
  var id: Int
  var expiresAt: Date
}

struct ListCoupons: GetRequest, CouponsEndpoint {
  typealias Response = [Coupon]
  static let template = "/v1/coupons"
  var queryItems: [QueryItem] { [] }
}

struct AddPhoto: PostRequest {
  struct Response: Decodable, Sendable { var url: URL }
  static let template = "/v1/reviews/{id}/photos"
  var id: Int
  var form: MultipartForm
  var pathParameters: [String: String] { ["id": String(id)] }
  var headers: HTTPFields { [.contentType: form.contentType] }
  func makeBody() throws -> RequestBody { try form.body() }
}

protocol Session: Sendable {
  var token: String { get async }
  func renewedToken() async throws -> String
}

/// Sends a token, and renews one that has expired: once, for all calls that it is refused to.
struct Authorization: HTTPMiddleware {
  let session: any Session  // the app's own
  private let renewals = QueryCache<String, String>(maxAge: .seconds(60))

  init(_ session: any Session) { self.session = session }

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var request = request
    let token = await session.token
    request.head.headerFields[.authorization] = "Bearer \(token)"
    let response = try await next(request)
    guard response.head.status == .unauthorized else { return response }
    let renewed = try await renewals.value(for: token) { try await session.renewedToken() }
    request.head.headerFields[.authorization] = "Bearer \(renewed)"
    return try await next(request)
  }
}

nonisolated struct CouponRefusal: Error, Decodable { var reason: String }

struct CouponRefusals: HTTPMiddleware {
  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    let response = try await next(request)
    guard response.head.status == .unprocessableContent else { return response }
    let body = try await response.body.collected(upTo: 1 << 16)
    throw try JSONDecoder().decode(CouponRefusal.self, from: body)
  }
}

struct StubTransport: HTTPTransport {
  var status = HTTPResponse.Status.ok
  var json = "[]"

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    TransportResponse(head: HTTPResponse(status: status), body: .data(Data(json.utf8)))
  }
}

private enum EndpointSamples {
  static func transfers(_ client: HTTPClient, _ photo: URL, _ url: URL, _ file: URL) async throws {
    let form = MultipartForm(parts: [
      .init(name: "photo", fileName: "a.jpg", contentType: "image/jpeg", file: photo)
    ])
    let options = RequestOptions {
      $0.onProgress = { progress in Task { @MainActor in show(progress.completed, progress.total) } }
    }
    let added = try await client.send(AddPhoto(id: 7, form: form), options: options)
    _ = try await client.fetch(url, to: .file(file))
    _ = added
  }

  static func steps(_ url: URL, _ session: any Session) async throws {
    let client = try HTTPClient(server: url) {
      $0.middlewares = [CouponRefusals(), Authorization(session)]
    }
    do {
      _ = try await client.send(ListCoupons())
    } catch let error as HTTPError {
      if let refusal = error.cause as? CouponRefusal { show(refusal.reason) }
    }
  }

  static func stubbed(_ url: URL) throws {
    _ = try HTTPClient(server: url, transport: StubTransport(json: #"[{"id":1}]"#))
  }

  static func show(_ completed: Int64, _ total: Int64?) {}
  static func show(_ text: String) {}
}
