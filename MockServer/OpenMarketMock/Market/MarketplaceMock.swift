import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// A mock market that implements the whole contract, without sockets.
///
/// Use it as a client's transport for tests in memory, or with the `mock-server` executable.
///
/// ```swift
/// let mock = MarketplaceMock { $0.productCount = 500 }
/// mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .seconds(2)), on: .get))
/// let client = try MarketClient(server: url, transport: mock)
/// ```
///
/// All methods can be called from any thread. Requests change the market one after the other; searches
/// and pages work on a snapshot and block no other request.
public final class MarketplaceMock: MockHandler, Sendable {
  /// The longest request body, in bytes; longer ones get 413.
  package static let bodyLimit = 4 << 20

  package let configuration: Configuration
  let state: Mutex<MarketState>
  let offline = Atomic(false)

  /// Makes a market.
  ///
  /// A million products take seconds, the default instants.
  /// - Parameter configure: changes the defaults.
  public init(_ configure: (inout Configuration) -> Void = { _ in }) {
    var configuration = Configuration()
    configure(&configuration)
    self.configuration = configuration
    state = Mutex(MarketState(configuration))
  }

  /// Responds to `request`; the control plane under `/__mock/` is part of it.
  package func handle(_ request: MockRequest) async -> MockResponse {
    let target = RequestTarget(request.head.path ?? "/")
    let route = target.segments.flatMap(Route.init)
    if case .control(let segments) = route { return control(request, segments) }
    let digest = request.body.isEmpty ? nil : ContentHash(request.body).text
    guard isSlow(route, target) else { return deliver(request, target, route, digest, repeating: nil) }
    // An adapter may run handlers on its event loop, which must go on serving others meanwhile.
    return await withTaskExecutorPreference(globalConcurrentExecutor) {
      deliver(request, target, route, digest, repeating: nil)
    }
  }

  /// Whether the response may take milliseconds: a search through all products, a page of very many, or a picture to
  /// be painted.
  private func isSlow(_ route: Route?, _ target: RequestTarget) -> Bool {
    switch route {
    case .products:
      configuration.usesOriginalPaging || (try? target.query.value("search_value"))?.isEmpty == false
    case .image: true
    default: false
    }
  }

  /// Responds to a GET that is neither logged nor struck by a fault; to anything else with 404.
  package func unloggedResponse(to request: MockRequest) async -> MockResponse {
    let target = RequestTarget(request.head.path ?? "/")
    guard request.head.method == .get, let route = target.segments.flatMap(Route.init),
      route.methods.contains(.get)
    else { return .error(.notFound("Nothing is at this path.")) }
    return await withTaskExecutorPreference(globalConcurrentExecutor) {
      respond(request, target, route, sequence: 0, fault: nil)
    }
  }

  /// Writes the request down, responds to it, and applies the fault that strikes it.
  private func deliver(
    _ request: MockRequest, _ target: RequestTarget, _ route: Route?, _ digest: String?, repeating: Fault?
  ) -> MockResponse {
    let (sequence, fault) = state.withLock {
      $0.admit(
        request, target: target, bodyDigest: digest, now: $0.clock.now(configuration.time.date()),
        repeating: repeating)
    }
    var response: MockResponse
    if let fault, fault.phase == .before, let own = fault.action.ownResponse {
      response = own
    } else {
      response = respond(request, target, route, sequence: sequence, fault: fault)
      fault?.action.distort(&response)
    }
    state.withLock { $0.finish(sequence, with: response) }
    if let observer = configuration.observer,
      let entry = state.withLock({ $0.log.entries(after: sequence - 1, count: 1).entries.first })
    {
      observer(.exchange(entry, request, response))
    }
    if let fault, fault.action == .duplicate, repeating == nil {
      _ = deliver(request, target, route, digest, repeating: fault)
    }
    return response
  }

  /// Returns the market's response, before faults of the network.
  private func respond(
    _ request: MockRequest, _ target: RequestTarget, _ route: Route?, sequence: Int, fault: Fault?
  ) -> MockResponse {
    let links = ImageLinks(base: configuration.baseURL, request: request.head)
    do throws(Refusal) {
      guard let route else { throw .notFound("Nothing is at this path.") }
      guard route.methods.contains(request.head.method) else {
        throw .methodNotAllowed(request.head.method, allowed: route.methods)
      }
      guard var write = Write(request, route: route, target: target, links: links) else {
        let table = state.withLock { $0.table }
        return try Reading(
          table: table, request: request.head, query: target.query, links: links,
          usesOriginalPaging: configuration.usesOriginalPaging
        ).response(to: route)
      }
      write.request = sequence
      let instant = configuration.time.clock.now
      if let fault, fault.phase == .after {
        if case .status = fault.action { write.replacement = fault.action.ownResponse }
        if case .delay(let duration) = fault.action { write.runsUntil = instant.advanced(by: duration) }
      }
      return state.withLock {
        $0.perform(write, now: $0.clock.now(configuration.time.date()), instant: instant)
      }
    } catch {
      return .error(error)
    }
  }
}
