import Foundation
import HTTPTypes
package import OpenMarketMock

/// The console at `/__mock/console`: a page that shows what a market does and changes it, in front of the market.
///
/// It responds to this machine only, and its data only to its own page and to programs. What is not its own it leaves
/// to the market.
package struct MockConsole: MockHandler {
  package static let path = "/__mock/console"

  let recorder: ConsoleRecorder
  let market: MarketplaceMock
  private let handler: any MockHandler

  /// Puts a console in front of `market`, which `recorder` observes. `handler` responds to all requests that are not the
  /// console's, by way of `market`.
  package init(_ recorder: ConsoleRecorder, of market: MarketplaceMock, before handler: any MockHandler) {
    (self.recorder, self.market, self.handler) = (recorder, market, handler)
  }

  /// Responds to `request`, or lets the market do so.
  package func handle(_ request: MockRequest) async -> MockResponse {
    let parts = (request.head.path ?? "/").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    guard path == Self.path || path.hasPrefix(Self.path + "/") else {
      var response = await handler.handle(request)
      Self.contain(&response, to: request)
      return response
    }
    let name = String(path.dropFirst(Self.path.count + 1))
    var response = await response(to: request, name, parts.count > 1 ? parts[1] : "")
    for field in ConsolePage.protection where response.head.headerFields[field.name] == nil {
      response.head.headerFields.append(field)
    }
    return response
  }

  private func response(to request: MockRequest, _ name: String, _ query: Substring) async -> MockResponse {
    guard ControlAccess.isOfThisMachine(request) else { return nothing }
    guard [.get, .head].contains(request.head.method) else {
      return .error(.methodNotAllowed, "Only GET is possible here.")
    }
    let fields = request.head.headerFields
    let isFromHere = ["same-origin", "none", nil].contains(fields[.secFetchSite])
    // A link may lead here from anywhere, but nothing may embed or load the page.
    if name.isEmpty {
      guard isFromHere || fields[.secFetchDest] == "document" else { return nothing }
      return ConsolePage.page(token: recorder.token)
    }
    guard isFromHere else { return nothing }
    if let file = ConsolePage.file(name) { return file }
    if name.hasPrefix("images/") { return await unlogged("/" + name, as: request) }
    guard ControlAccess(token: recorder.token).permits(request) else { return nothing }
    switch name {
    case "record": return await record(Query(query))
    case "exchange": return exchange(Query(query))
    case "ledger": return ledger(Query(query))
    case "market": return setUp()
    case "swift-test": return swiftTest()
    case "products": return await unlogged("/api/products?\(query)", as: request)
    default: return nothing
    }
  }

  private var nothing: MockResponse { .error(.notFound, "Nothing is at this path.") }

  /// The market's response to a GET that leaves no trace in the log and that no fault strikes.
  private func unlogged(_ path: String, as request: MockRequest) async -> MockResponse {
    var plain = MockRequest(head: request.head)
    plain.head.method = .get
    plain.head.path = path
    return await market.unloggedResponse(to: plain)
  }

  /// Keeps what the market serves, which may be anything, from running as a page of this origin, which would be the
  /// console's: browsers say for what they ask.
  private static func contain(_ response: inout MockResponse, to request: MockRequest) {
    let uses = request.head.headerFields[.secFetchDest]
    guard let uses, !["empty", "image"].contains(uses) else { return }
    response.head.headerFields[.contentSecurityPolicy] = "sandbox"
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
  }
}
