import Foundation
import Testing

@testable import OpenMarketHTTP

/// The transports that the tests of this folder run over, one after the other.
enum TestedTransport: String, CaseIterable {
  case urlSession = "URLSession"
  #if AsyncHTTPClient
    case asyncHTTPClient = "AsyncHTTPClient"
  #endif

  @TaskLocal static var current = urlSession
}

/// What the tests set, whichever the transport is.
struct TransportSettings {
  /// So long that a transport never gives up by itself, neither where the machine is busy, nor to hide a connection left open.
  var idleTimeout: Duration = .seconds(3_600)
  var connectionsPerHost = 6
  var temporaryFolder = FileManager.default.temporaryDirectory
}

/// The transport under test.
func makeTransport(_ settings: TransportSettings = TransportSettings()) -> any HTTPTransport {
  switch TestedTransport.current {
  case .urlSession:
    URLSessionTransport(
      idleTimeout: settings.idleTimeout, connectionsPerHost: settings.connectionsPerHost,
      temporaryFolder: settings.temporaryFolder)
  #if AsyncHTTPClient
    case .asyncHTTPClient:
      AsyncHTTPClientTransport(
        idleTimeout: settings.idleTimeout, connectionsPerHost: settings.connectionsPerHost,
        temporaryFolder: settings.temporaryFolder)
  #endif
  }
}

/// Runs each test once over every transport.
struct TransportTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for transport in TestedTransport.allCases {
      try await TestedTransport.$current.withValue(transport) { try await function() }
    }
  }
}

extension Trait where Self == TransportTrait {
  static var overEachTransport: Self { TransportTrait() }
}

extension Trait where Self == IssueHandlingTrait {
  /// Says in each failure over which transport it happened.
  static var namingTransport: Self {
    .compactMapIssues { issue in
      var issue = issue
      issue.comments.append("over \(TestedTransport.current.rawValue)")
      return issue
    }
  }
}
