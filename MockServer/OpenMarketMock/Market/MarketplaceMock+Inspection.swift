package import Foundation
import Synchronization

/// Inspection by tests of the same process, without the control plane.
extension MarketplaceMock {
  /// The mock's version, as `/__mock/health` shows it.
  package static let version = "1.0.0"

  /// The rules in force.
  package var validation: Validation { state.withLock { $0.validation } }

  /// The faults still to come, in order.
  package var faults: [Fault] { state.withLock { $0.script.entries } }

  /// Adds a fault behind those still to come.
  ///
  /// The first that matches a request strikes.
  public func addFault(_ fault: Fault) { state.withLock { $0.script.append(fault) } }

  /// Lets faults strike by chance, in place of the plan before; `nil` for no more.
  public func setFaultPlan(_ plan: FaultPlan?) { state.withLock { $0.plan = plan.map(FaultPlanRun.init) } }

  /// The plan that strikes requests by chance.
  package var faultPlan: FaultPlan? { state.withLock { $0.plan?.plan } }

  /// Forgets the faults still to come, and the plan.
  public func removeFaults() {
    state.withLock {
      $0.script = FaultScript()
      $0.plan = nil
    }
  }

  /// The changes made, oldest first.
  public var ledger: [Effect] { state.withLock { $0.effects } }

  /// The requests received, oldest first, without those to the control plane.
  public var requestLog: [LoggedRequest] { state.withLock { $0.log.all } }

  /// The market's time.
  package var now: Date { state.withLock { $0.clock.now(configuration.time.date()) } }

  /// Makes it `moment` at the market; dates and the expiry of idempotency keys follow.
  package func setClock(to moment: Date) {
    state.withLock { $0.clock.set(moment, source: configuration.time.date()) }
  }

  /// Lets so much time pass at once.
  package func advanceClock(by duration: Duration) {
    state.withLock {
      let moment = $0.clock.now(configuration.time.date()).addingTimeInterval(duration.fractionalSeconds)
      $0.clock.set(moment, source: configuration.time.date())
    }
  }

  /// Stops the market's time, or lets it go on.
  package func freezeClock(_ flag: Bool = true) {
    state.withLock { $0.clock.freeze(flag, source: configuration.time.date()) }
  }

  /// Begins again: seeded products, empty log, ledger and fault script, no idempotency keys, true time.
  /// - Parameters:
  ///   - seed: another catalogue. Default: the configuration's.
  ///   - productCount: how many products it has. Default: the configuration's.
  ///   - validation: other rules. Default: the configuration's.
  package func reset(seed: UInt64? = nil, productCount: Int? = nil, validation: Validation? = nil) {
    var configuration = configuration
    if let seed { configuration.seed = seed }
    if let productCount { configuration.productCount = productCount }
    if let validation { configuration.validation = validation }
    let fresh = MarketState(configuration)
    state.withLock { $0 = fresh }
  }
}
