import Testing

@testable import market

/// Work that the user watches and may stop.
@Suite(.timeLimit(.minutes(5))) struct InterruptibleWorkTests {
  private struct Failure: Error {}

  @Test("its values come before its end", arguments: [false, true])
  func values(fails: Bool) async {
    let work = await InterruptibleWork<Int>(catching: []) { send in
      for value in 1...3 { send(value) }
      if fails { throw Failure() }
    }
    defer { work.stop() }
    var values: [Int] = []
    for await event in work.events {
      if case .value(let value) = event { values.append(value) }
      guard case .ended(let error) = event else { continue }
      #expect(values == [1, 2, 3] && (error is Failure) == fails)
      return
    }
  }

  @Test("it still ends when it is cancelled")
  func cancelled() async {
    let work = await InterruptibleWork<Int>(catching: []) { _ in try await Task.sleep(for: .seconds(86_400)) }
    defer { work.stop() }
    work.cancel()
    for await event in work.events {
      guard case .ended(let error) = event else { continue }
      #expect(error is CancellationError)
      return
    }
  }
}
