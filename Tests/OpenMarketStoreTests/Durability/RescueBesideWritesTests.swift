import Dispatch
import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Writes of others to a damaged `user.db` while it is rescued: what was acknowledged is in the new file.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RescueBesideWritesTests {
  /// Rescues `user.db`, whatever its state.
  private func rescue(_ store: MarketStore, patience: Duration = WriteLock.patience) throws {
    try store.files.use.exclusively { _ in try store.files.rescueUserData("test", patience: patience) }
  }

  private static let insertion =
    "INSERT INTO recent_search(key, text, used_at, uses) VALUES('desk', 'desk', 0, 1)"

  @Test("a write that is under way while the file is moved aside is in the new one")
  func underWay() async throws {
    let test = try TestStore()
    let other = try MarketStore(folder: test.folder.url)
    let (begun, rescued) = (Counter(), DispatchSemaphore(value: 0))
    async let write: Void = other.writeUser { db in
      _ = try db.perform(Self.insertion)
      begun.increment()
      // Not a wait for something: the time in which a rescue that does not wait comes to its end.
      #expect(rescued.wait(timeout: .now() + 0.3) == .timedOut, "it waits for the write")
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    try await onThread {
      try rescue(test.store)
      rescued.signal()
    }
    try await write
    #expect(test.store.recoveries.map(\.rescuedRowCount) == [1])
    for store in [test.store, other] { #expect(try await store.recentSearches().map(\.text) == ["desk"]) }
    try other.close()
  }

  @Test(
    "a write that begins when the file was moved aside writes nothing to it, and begins anew in the new one")
  func aboutToBegin() async throws {
    let test = try TestStore()
    let other = try MarketStore(folder: test.folder.url)
    let connection = try #require(try other.files.user.connection())
    try rescue(test.store)
    let calls = Counter()
    await #expect(throws: FileWasMoved.self) { try await connection.write { _ in _ = calls.increment() } }
    #expect(throws: FileWasMoved.self) { try connection.writeAtOnce { _ in _ = calls.increment() } }
    #expect(calls.count == 0)
    try await other.recordSearch("desk", at: noon)
    #expect(try await test.store.recentSearches().map(\.text) == ["desk"])
    try other.close()
  }

  @Test("a write that does not come to its end keeps the file in its place, and nothing is lost")
  func stuck() async throws {
    let test = try TestStore()
    let other = try MarketStore(folder: test.folder.url)
    try await other.recordSearch("chair", at: noon)
    let (begun, refused) = (Counter(), DispatchSemaphore(value: 0))
    async let write: Void = other.writeUser { db in
      _ = try db.perform(Self.insertion)
      begun.increment()
      refused.wait()
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    let error = await #expect(throws: StoreError.self) {
      try await onThread { try rescue(test.store, patience: .milliseconds(50)) }
    }
    refused.signal()
    try await write
    #expect(error?.code == .busy && error?.message.contains("end it") == true)
    #expect(test.store.recoveries.isEmpty && test.store.files.keptFiles.isEmpty)
    #expect(!StoreFiles.isRescuing(in: test.folder.url))
    for store in [test.store, other] {
      #expect(try await store.recentSearches().map(\.text) == ["desk", "chair"])
    }
    try rescue(test.store)
    #expect(try await other.recentSearches().map(\.text) == ["desk", "chair"])
    try other.close()
  }

  @Test("a store that was suspended while another one rescued the file goes on with the new one")
  func suspended() async throws {
    let test = try TestStore()
    let other = try MarketStore(folder: test.folder.url)
    try await other.recordSearch("chair", at: noon)
    await other.suspend()
    try rescue(test.store)
    async let record: Void = other.recordSearch("desk", at: noon)
    other.resume()
    try await record
    for store in [test.store, other] {
      #expect(try await store.recentSearches().map(\.text) == ["desk", "chair"])
    }
    try other.close()
  }

  @Test("processes that open the same damaged folder at once rescue it once, and all of them go on")
  func openAtOnce() async throws {
    let data = try await UserDataInUse()
    try await data.damage(pagesOf: ["photo_reference"])
    let probe = try BuiltProgram("store-probe")
    let path = data.folder.url.path
    let outcomes = try await withThrowingTaskGroup(of: BuiltProgram.Outcome.self) { group in
      for number in 1...4 { group.addTask { try await probe.run(["record", path, "new \(number)"]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
    let store = try MarketStore(folder: data.folder.url)
    #expect(store.files.keptFiles.count == 1)
    let new = try await store.recentSearches().map(\.text).filter { $0.hasPrefix("new ") }
    #expect(new.sorted() == (1...4).map { "new \($0)" })
    #expect(try await Set(store.submissions(limit: 10_000, includesFinished: true).map(\.id)) == data.all)
    try store.close()
    try await data.expectPhotos(besidesLost: [])
  }

  #if os(Linux)
    @Test(
      "a process that is stopped in the middle of a write keeps the file in its place until it goes on or dies",
      arguments: [SIGCONT, SIGKILL])
    func stopped(_ signal: Int32) async throws {
      let test = try TestStore()
      let process = Process()
      process.executableURL = try BuiltProgram("store-probe").url
      process.arguments = ["stop", test.folder.url.path, "desk"]
      try process.run()
      let number = process.processIdentifier
      defer { if process.isRunning { kill(number, SIGKILL) } }
      while try process.isRunning && !isStopped(number), !Task.isCancelled { await giveWay() }
      try #require(process.isRunning)
      let error = await #expect(throws: StoreError.self) {
        try await onThread { try rescue(test.store, patience: .milliseconds(50)) }
      }
      #expect(error?.code == .busy)
      kill(number, signal)
      try await onThread { try rescue(test.store) }
      try await onThread { process.waitUntilExit() }
      #expect(process.terminationStatus == (signal == SIGKILL ? SIGKILL : 0))
      let acknowledged = signal == SIGKILL ? [] : ["desk"]
      #expect(try await test.store.recentSearches().map(\.text) == acknowledged)
      #expect(test.store.recoveries.map(\.rescuedRowCount) == [acknowledged.count])
    }

    /// Whether the system says so of the process.
    private func isStopped(_ number: Int32) throws -> Bool {
      let state = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // Behind the name, which is in brackets.
      return state.split(separator: ")").last?.hasPrefix(" T ") == true
    }
  #endif
}
