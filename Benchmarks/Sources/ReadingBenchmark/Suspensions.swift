import Foundation
import Measuring
import OpenMarket

/// Measures a market while it is suspended, and until it shows its first list afterwards.
///
/// - Parameter market: Has page 1 stored; its server does not matter.
/// - Throws: Errors of suspending and reading.
func measureSuspensions(of market: Marketplace) async throws {
  await market.suspend(gracePeriod: .zero)
  // What was begun before may end, and idle threads go to sleep. Not `Task.sleep`, whose timer and task are CPU of this program.
  sleep(1)
  let asleep = processorSeconds()
  sleep(2)
  print(String(format: "suspended for 2 s: %.3f ms CPU", (processorSeconds() - asleep) * 1e3))
  await market.resume()

  var costs: [Double] = []
  for _ in 0..<200 {
    await market.suspend(gracePeriod: .zero)
    let start = processorSeconds()
    await market.resume()
    let list = try await market.products(page: 1)
    costs.append(processorSeconds() - start)
    guard list.products.count == 20 else { throw CocoaError(.coderValueNotFound) }
  }
  costs.sort()
  print(
    String(
      format: "resume() until the first list: p50 %.3f ms, p99 %.3f ms CPU, p99 ÷ limit of 5 ms = %.3f",
      costs[100] * 1e3, costs[197] * 1e3, costs[197] / 0.005))
}
