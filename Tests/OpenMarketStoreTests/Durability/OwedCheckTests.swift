import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct OwedCheckTests {
  private func mark(_ content: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: UseMark.fileName)
    try Data(content.utf8).write(to: file)
    return (folder, file.path)
  }

  @Test("a check that one store owes stays owed when another one leaves in good order")
  func stays() throws {
    let (folder, path) = try mark("x")
    defer { withExtendedLifetime(folder) {} }
    let first = try UseMark(path: path)
    let second = try UseMark(path: path)
    #expect(first.wasLeftOpen && !second.wasLeftOpen)
    first.leave(inGoodOrder: false)
    second.leave(inGoodOrder: true)
    #expect(try UseMark(path: path).wasLeftOpen)
  }

  @Test("a check that is done is owed no longer, whoever leaves last", arguments: [true, false])
  func ends(checkerLeavesLast: Bool) throws {
    let (folder, path) = try mark("x")
    defer { withExtendedLifetime(folder) {} }
    let first = try UseMark(path: path)
    let second = try UseMark(path: path)
    for mark in checkerLeavesLast ? [second, first] : [first, second] { mark.leave(inGoodOrder: true) }
    #expect(FileIdentity.Status(path: path)?.byteCount == 0)
    #expect(try !UseMark(path: path).wasLeftOpen)
  }
}
