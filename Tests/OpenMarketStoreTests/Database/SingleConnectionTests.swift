import Dispatch
import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// One connection for everything, as where a full disk had no room for more.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SingleConnectionTests {
  @Test("while the only connection writes, who sells is known at once, and tasks that read hold up no others")
  func writing() async throws {
    let test = try TestStore()
    let user = test.store.files.user
    try await user.connection()?.pool.write { db in
      try db.setAccountValue("7", for: "vendor_id")
      try db.setAccountValue("vendor", for: "vendor_name")
    }
    #expect(test.store.knownVendor?.id == 7)
    try user.use(DatabaseQueue(path: user.path))
    let connection = try #require(try user.connection())
    let (begun, ended, goesOn) = (Counter(), Counter(), DispatchSemaphore(value: 0))
    connection.pool.asyncWriteWithoutTransaction { _ in
      begun.increment()
      // With a limit: whoever waits for it must not do so for ever.
      _ = goesOn.wait(timeout: .now() + 60)
      ended.increment()
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    #expect(test.store.knownVendor?.id == 7)
    #expect(ended.count == 0, "it has waited")
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { _ = try await test.store.vendor() }
      }
      for _ in 0..<100 { await giveWay() }
      #expect(ended.count == 0, "all tasks have waited")
      goesOn.signal()
      try await group.waitForAll()
    }
    #expect(try await test.store.vendor()?.id == 7)
    try test.store.close()
  }
}
