package import Foundation
import Synchronization

/// Inspection by tests of the same process, without the control plane.
extension MarketplaceMock {
  /// The mock's version, as `/__mock/health` shows it.
  package static let version = "1.0.0"

  package var validation: Validation { state.withLock { $0.validation } }

  package var faults: [Fault] { state.withLock { $0.script } }

  /// Adds a fault after the pending ones.
  ///
  /// The first one that matches a request applies.
  public func addFault(_ fault: Fault) {
    state.withLock { if fault.times > 0 { $0.script.append(fault) } }
    configuration.observer?(.faultAdded(fault))
  }

  /// Sets the plan for random faults, replacing any other; `nil` for none.
  public func setFaultPlan(_ plan: FaultPlan?) {
    state.withLock { $0.plan = plan.map(FaultPlanRun.init) }
    configuration.observer?(.plan(plan))
  }

  /// The plan that strikes requests by chance.
  package var faultPlan: FaultPlan? { state.withLock { $0.plan?.plan } }

  /// Removes the pending faults and the plan.
  public func removeFaults() {
    state.withLock {
      $0.script = []
      $0.plan = nil
    }
    configuration.observer?(.faultsRemoved)
  }

  /// The changes made, oldest first.
  public var ledger: [Effect] { state.withLock { $0.effects } }

  /// The requests received, oldest first, without those to the control plane.
  public var requestLog: [LoggedRequest] { state.withLock { $0.log.all } }

  package var now: Date { state.withLock { $0.clock.now(configuration.time.date()) } }

  /// Makes it `moment` at the market; dates and the expiry of idempotency keys follow.
  package func setClock(to moment: Date) {
    changeClock { _ in moment }
  }

  /// Lets so much time pass at once.
  package func advanceClock(by duration: Duration) {
    changeClock { $0.addingTimeInterval(duration.fractionalSeconds) }
  }

  private func changeClock(_ change: (Date) -> Date) {
    let source = configuration.time.date()
    let (before, moment) = state.withLock { state in
      let before = state.clock.now(source)
      let moment = change(before)
      state.clock.set(moment, source: source)
      return (before, moment)
    }
    configuration.observer?(.clockSet(moment, from: before))
  }

  /// Stops the market's time, or lets it go on.
  package func freezeClock(_ flag: Bool = true) {
    state.withLock { $0.clock.freeze(flag, source: configuration.time.date()) }
    configuration.observer?(.clockFrozen(flag, at: now))
  }

  /// Begins again: seeded products, empty log, ledger and fault script, no idempotency keys, true time. What is `nil` is
  /// as in the configuration.
  package func reset(seed: UInt64? = nil, productCount: Int? = nil, validation: Validation? = nil) {
    var configuration = configuration
    if let seed { configuration.seed = seed }
    if let productCount { configuration.productCount = productCount }
    if let validation { configuration.validation = validation }
    let fresh = MarketState(configuration)
    state.withLock { $0 = fresh }
    configuration.observer?(.reset(configuration))
  }
}

/// Changes of the market besides the requests of a test: neither logged nor on the ledger.
extension MarketplaceMock {
  /// Lists `count` products of `vendor`, newest last, with no pictures, and returns their numbers.
  package func addListings(_ count: Int, of vendor: Vendor, named name: String) -> [Int64] {
    let today = CivilDay(now)
    return state.withLock { state in
      (0..<max(0, count)).map { _ in
        let id = state.table.nextID
        state.table.insert(
          ProductRecord(
            id: id, vendorID: vendor.id.rawValue, vendorName: vendor.name, name: name,
            description: "one of very many", currency: "KRW", price: 500, discount: 0, stock: 1,
            createdDay: today, issuedDay: today, images: [], thumbnailIndex: 0))
        return id
      }
    }
  }

  /// Takes products away.
  package func removeListings(_ ids: some Sequence<Int64>) {
    state.withLock { state in
      for id in ids { _ = state.table.remove(id: id) }
    }
  }

  /// The changes made after the one numbered `sequence`, oldest first.
  package func effects(after sequence: Int) -> [Effect] {
    state.withLock { $0.ledger.all.lazy.map(\.effect).filter { $0.sequence > sequence } }
  }

  /// The number of the last change; 0 when there was none.
  package var lastEffect: Int { state.withLock { $0.ledger.nextSequence - 1 } }
}
