import Foundation
import OpenMarketMock

/// The actions taken on a market since it began: faults, plans, and moves of its clock.
struct Journal: Sendable {
  /// Actions that are kept; the first ones.
  private static let limit = 500

  private(set) var configuration: MarketplaceMock.Configuration
  private(set) var actions: [MarketActivity] = []
  /// Actions that came after those that are kept.
  private(set) var leftOut = 0
  /// The market's time when its clock was first changed.
  private(set) var clockStart: Date?

  init(_ configuration: MarketplaceMock.Configuration) {
    self.configuration = configuration
    // It holds the recorder, which holds this.
    self.configuration.observer = nil
  }

  mutating func note(_ activity: MarketActivity) {
    switch activity {
    case .exchange: break
    case .faultAdded, .plan, .faultsRemoved: add(activity)
    case .clockSet(_, let before):
      if clockStart == nil { clockStart = before }
      add(activity)
    case .clockFrozen(_, let moment): if clockStart == nil { clockStart = moment }
    case .reset(let configuration): self = Journal(configuration)
    }
  }

  private mutating func add(_ action: MarketActivity) {
    guard actions.count < Self.limit else { return leftOut += 1 }
    actions.append(action)
  }
}
