import OpenMarketTestSupport
import Testing

/// Waits until `condition` holds; the suite's time limit ends a wait in vain.
func until(_ condition: () -> Bool) async {
  while !condition() {
    if Task.isCancelled {
      Issue.record("waited in vain")
      return
    }
    await giveWay()
  }
}
