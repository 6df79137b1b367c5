/// The states of a feed as they change; see ``ProductFeed/states``.
package struct FeedStates: AsyncSequence, Sendable {
  package typealias Element = FeedState
  /// Feeds tell failures in their states.
  package typealias Failure = Never

  let driver: FeedDriver

  /// Begins with the present state.
  package func makeAsyncIterator() -> Iterator { Iterator(driver: driver) }

  /// One consumer.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let driver: FeedDriver
    private let displayed: Displayed?
    private var version: UInt64 = 0
    private var latest: FeedState?

    fileprivate init(driver: FeedDriver) {
      self.driver = driver
      displayed = driver.display()
    }

    /// The next state that differs from the one before; `nil` when the task is cancelled.
    package mutating func next() async -> FeedState? {
      driver.send { $0.start() }
      while let (state, version) = await driver.next(after: version) {
        self.version = version
        guard state != latest else { continue }
        latest = state
        return state
      }
      return nil
    }
  }
}
