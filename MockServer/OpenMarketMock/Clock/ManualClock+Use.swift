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
  /// Takes all time from `clock`: limits, pauses, and the calendar. A `Marketplace` then does too.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}

extension MarketplaceMock.Configuration {
  /// Takes all time from `clock`, the dates of the market's products too.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}
