import Observation
import OpenMarket

/// Carries out what a button asks for, and has what went wrong for an alert.
@MainActor @Observable final class Actions {
  var hasFailed = false
  private(set) var failure = ""

  func callAsFunction(_ action: @escaping @MainActor () async throws -> Void) {
    Task { await run(action) }
  }

  func run(_ action: @MainActor () async throws -> Void) async {
    do {
      try await action()
    } catch is CancellationError {
      // The user has left the screen.
    } catch {
      failure = error.koreanText
      hasFailed = true
    }
  }
}
