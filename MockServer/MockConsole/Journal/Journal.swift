import Foundation
import OpenMarketMock

/// The actions taken on a market since it began: faults, plans, and moves of its clock.
struct Journal: Sendable {
  /// Actions that are kept; the first ones.
  private static let limit = 500

  private(set) var seed: UInt64
  private(set) var productCount: Int
  private(set) var validation: MarketplaceMock.Validation
  let vendors: [MarketplaceMock.Vendor]
  let honoursIdempotencyKeys: Bool
  private(set) var actions: [MarketActivity] = []
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
    case .faultAdded, .plan, .faultsRemoved: add(activity)
    case .clockSet(_, let before):
      if clockStart == nil { clockStart = before }
      add(activity)
    case .clockFrozen(_, let moment): if clockStart == nil { clockStart = moment }
    case .reset(let seed, let productCount, let validation):
      (self.seed, self.productCount, self.validation) = (seed, productCount, validation)
      (actions, leftOut, clockStart) = ([], 0, nil)
    }
  }

  private mutating func add(_ action: MarketActivity) {
    guard actions.count < Self.limit else { return leftOut += 1 }
    actions.append(action)
  }
}
