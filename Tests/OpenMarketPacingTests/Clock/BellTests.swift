import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("Bell")
struct BellTests {
  /// A closure in generic storage can gain a layer at each access; so many would overflow the stack.
  @Test("ringing does not wear the bell out")
  func manyRings() {
    let (bell, rung) = (Bell(), Counter())
    bell.hang { rung.increment() }
    for _ in 0..<100_000 { bell.ring() }
    #expect(rung.count == 100_000)
    bell.takeDown()
    bell.ring()
    #expect(rung.count == 100_000)
  }
}
