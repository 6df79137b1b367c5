package import Foundation

/// An event of the market, told to whoever looks on: the console of `mock-server`.
package enum MarketActivity: Sendable {
  /// A request, as the log has it once there is a response, with both in full.
  case exchange(LoggedRequest, MockRequest, MockResponse)
  /// A fault was added to the script.
  case faultAdded(Fault)
  /// Script and plan were emptied.
  case faultsRemoved
  /// Another plan, or none.
  case plan(FaultPlan?)
  /// The clock was set to this moment; it was at `from`.
  case clockSet(Date, from: Date)
  /// The clock was frozen at `at`, or goes on from there.
  case clockFrozen(Bool, at: Date)
  /// Everything began anew.
  case reset(seed: UInt64, productCount: Int, validation: MarketplaceMock.Validation)
}
