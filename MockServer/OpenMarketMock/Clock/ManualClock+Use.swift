public import OpenMarketHTTP
package import OpenMarketPacing

extension TimeSource {
  /// The time of `clock` and its calendar, with pauses of half their greatest length.
  package init(_ clock: ManualClock) {
    self.init()
    self.clock = AnyClock(clock)
    date = { clock.date }
    uptime = { Uptime(boot: "manual", elapsed: clock.elapsed) }
    jitter = { 0.5 }
  }
}

extension HTTPClient.Configuration {
  /// Uses `clock` for all time: limits, delays, and the calendar. A `Marketplace` then does too.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}

extension MarketplaceMock.Configuration {
  /// Uses `clock` for all time, including the dates of the market's products.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}
