/// A handler of requests that responds the way the mock market does; adapters play it over sockets or in
/// memory.
package protocol MockHandler: Sendable {
  /// Responds to `request`. Never throws: whatever goes wrong is a response too.
  func handle(_ request: MockRequest) async -> MockResponse
}
