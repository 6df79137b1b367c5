import OpenMarket
import OpenMarketHTTP
import OpenMarketMock

/// The app of process 1 enters the background at any moment, also while it sends, and returns. Process 0 goes on.
extension Trial {
  func suspendOrResume() async {
    guard seed % 3 == 0, Int.random(in: 0..<5, using: &suspensions) == 0, !isSuspending else { return }
    if isSuspended { return await wake(1) }
    note("process 1 is suspended")
    isSuspending = true
    tally.suspensions += 1
    if isRunning[1] {
      outboxes[1].driver.beginSuspension()
    } else {
      await finishSuspension()
    }
  }

  func finishSuspension() async {
    await outboxes[1].suspend()
    await fixture.markets[1].suspend(gracePeriod: .zero)
    (isSuspending, isSuspended) = (false, true)
  }

  /// A request that a suspension ends: the server may have it.
  func interrupt(_ request: TransportRequest) async throws -> CancellationError {
    let hasArrived = Int.random(in: 0..<2, using: &suspensions) == 0
    note("1: \(request.name): suspended, \(hasArrived ? "the response is lost" : "not sent")")
    if hasArrived { _ = try await MockTransport(fixture.mock).send(request) }
    return CancellationError()
  }

  /// The app returns.
  func wake(_ process: Int) async {
    guard process == 1, isSuspended else { return }
    note("process 1 is resumed")
    await fixture.markets[1].resume()
    outboxes[1].resume()
    isSuspended = false
  }

  /// What a user uses is not in the background.
  func wokenMarket(_ process: Int) async -> Marketplace {
    await wake(process)
    return fixture.markets[process]
  }
}
