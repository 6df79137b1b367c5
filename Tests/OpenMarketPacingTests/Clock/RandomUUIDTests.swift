import Foundation
import OpenMarketPacing
import Testing

struct RandomUUIDTests {
  @Test("random identifiers differ, and say that they are random")
  func bits() {
    let texts = (0..<1_000).map { _ in Array(UUID.random().uuidString) }
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { $0[14] == "4" && "89AB".contains($0[19]) })
  }
}
