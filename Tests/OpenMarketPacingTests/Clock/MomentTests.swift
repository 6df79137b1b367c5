import Testing

@testable import OpenMarketPacing

struct MomentTests {
  @Test("a sum beyond the ends of time is an end, whatever the duration")
  func saturation() {
    let now = Moment(nanoseconds: 1)
    #expect(now.advanced(by: .seconds(Int64.max)) == .distantFuture)
    #expect(now.advanced(by: Interval(.seconds(Int64.max))) == .distantFuture)
    #expect(Moment.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
    #expect(Moment(nanoseconds: -2).advanced(by: .seconds(-Int64.max)) == Moment(nanoseconds: .min))
  }

  @Test("the time between two moments has a sign, and does not overflow")
  func difference() {
    #expect(Moment.zero.advanced(by: .seconds(2)).duration(to: .zero) == .seconds(-2))
    #expect(Moment(nanoseconds: .min).duration(to: .distantFuture) > .nanoseconds(Int64.max))
  }
}
