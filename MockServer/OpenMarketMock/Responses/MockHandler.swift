/// Anything that answers requests the way the mock market does; adapters play it over sockets or in
/// memory.
public protocol MockHandler: Sendable {
  /// Answers `request`. Never throws: whatever goes wrong is an answer too.
  func handle(_ request: MockRequest) async -> MockResponse
}
