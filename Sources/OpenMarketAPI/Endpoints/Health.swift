public import Foundation
public import HTTPTypes
public import OpenMarketHTTP

extension Endpoints {
  /// Asks whether the server is well: `GET /healthChecker`.
  public struct Health: GetRequest {
    /// The server's report about itself.
    public typealias Response = ServerHealth

    /// The path, `/healthChecker`.
    public static let template = "/healthChecker"

    /// Makes the call.
    public init() {}

    /// None.
    public var queryItems: [QueryItem] { [] }

    /// Reads `"OK"`, with quotes or without.
    public func decode(_ body: Data, from head: HTTPResponse) throws -> ServerHealth {
      if body == Data("OK".utf8) { return .ok }
      return ServerHealth(rawValue: try JSONDecoder().decode(String.self, from: body))
    }
  }
}

extension HTTPEndpoint where Self == Endpoints.Health {
  /// Asks whether the server is well.
  public static var health: Self { Self() }
}
