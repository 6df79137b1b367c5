import Synchronization
import Testing

@testable import OpenMarket

@Suite("The network as the system sees it")
struct NetworkStateTests {
  private final class Returns: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func note() { value.withLock { $0 += 1 } }
  }

  @Test("each return is told once, and nothing else")
  func returns() {
    let returns = Returns()
    let network = NetworkState { returns.note() }
    network.note(isThere: true, isConstrained: false)
    #expect(returns.count == 0)
    network.note(isThere: false, isConstrained: false)
    network.note(isThere: false, isConstrained: true)
    #expect(returns.count == 0)
    network.note(isThere: true, isConstrained: true)
    network.note(isThere: true, isConstrained: false)
    #expect(returns.count == 1)
  }

  @Test("it is constrained when the system says so last, and not before anybody does")
  func constrained() {
    let network = NetworkState {}
    #expect(!network.isConstrained)
    network.note(isThere: true, isConstrained: true)
    #expect(network.isConstrained)
    network.stop()
    #expect(network.isConstrained)
    network.note(isThere: true, isConstrained: false)
    #expect(!network.isConstrained)
  }

  @Test("what the app says counts instead")
  func told() {
    let network = NetworkState(isConstrained: { false }) {}
    network.note(isThere: true, isConstrained: true)
    #expect(!network.isConstrained)
  }
}
