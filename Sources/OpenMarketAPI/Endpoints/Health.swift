package import Foundation
package import HTTPTypes
package import OpenMarketHTTP

extension Endpoints {
  /// Asks whether the server is well: `GET /healthChecker`.
  package struct Health: GetRequest {
    /// The server's report about itself.
    package typealias Response = ServerHealth

    package static let template = "/healthChecker"

    package init() {}

    package var queryItems: [QueryItem] { [] }

    /// Reads `"OK"`, with quotes or without.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> ServerHealth {
      if body == Data("OK".utf8) { return .ok }
      return ServerHealth(rawValue: try JSONDecoder().decode(String.self, from: body))
    }
  }
}
