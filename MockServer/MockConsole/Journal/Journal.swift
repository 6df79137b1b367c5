import Foundation
import OpenMarketMock

/// The actions taken on a market since it began: faults, plans, and moves of its clock.
struct Journal: Sendable {
  /// An action, as a test can repeat it.
  enum Action: Sendable {
    case addFault(Fault)
    case setPlan(FaultPlan)
    case removeFaults
    /// So much time passes; negative when the clock was set back.
    case moveClock(TimeInterval)
  }

  /// Actions that are kept; the first ones.
  private static let limit = 500

  private(set) var seed: UInt64
  private(set) var productCount: Int
  private(set) var validation: MarketplaceMock.Validation
  let vendors: [MarketplaceMock.Vendor]
  let honoursIdempotencyKeys: Bool
  private(set) var actions: [Action] = []
  /// Actions that came after those that are kept.
  private(set) var leftOut = 0
  /// The market's time when its clock was first changed.
  private(set) var clockStart: Date?

  init(_ configuration: MarketplaceMock.Configuration) {
    seed = configuration.seed
    productCount = max(0, configuration.productCount)
    validation = configuration.validation
    vendors = configuration.vendors
    honoursIdempotencyKeys = configuration.honoursIdempotencyKeys
  }

  mutating func note(_ activity: MarketActivity) {
    switch activity {
    case .exchange: break
    case .faultAdded(let fault): add(.addFault(fault))
    case .plan(let plan?): add(.setPlan(plan))
    case .plan(nil), .faultsRemoved: add(.removeFaults)
    case .clockSet(let moment, let before):
      if clockStart == nil { clockStart = before }
      add(.moveClock(moment.timeIntervalSince(before)))
    case .clockFrozen(_, let moment): if clockStart == nil { clockStart = moment }
    case .reset(let seed, let productCount, let validation):
      (self.seed, self.productCount, self.validation) = (seed, productCount, validation)
      (actions, leftOut, clockStart) = ([], 0, nil)
    }
  }

  private mutating func add(_ action: Action) {
    guard actions.count < Self.limit else { return leftOut += 1 }
    actions.append(action)
  }
}
