import Foundation
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite(.timeLimit(.minutes(5))) struct LocalSocketTests {
  /// A folder as the socket wants it, with a short path.
  private func privateFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    return folder
  }

  private func refusal(_ body: () throws -> Void) throws -> HTTPError {
    try #require(#expect(throws: HTTPError.self) { try body() })
  }

  private func listen(at url: URL) throws -> HTTPError { try refusal { _ = try LocalSocket.listen(at: url) } }

  @Test("a socket is for its owner only, and both ends see the user at the other")
  func permissions() throws {
    let folder = try privateFolder()
    let url = folder.url.appending(path: "s")
    let server = try LocalSocket.listen(at: url)
    defer { close(server) }
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let client = try LocalSocket.connect(to: url)
    defer { close(client) }
    #expect(LocalSocket.peer(of: client) == geteuid())
  }

  @Test("a path that is too long, a link, a file and a folder that others can open are refused with a reason")
  func refused() throws {
    let folder = try privateFolder()
    let path = folder.url.path
    let long = folder.url.appending(path: String(repeating: "a", count: 108))
    #expect(try listen(at: long).message.contains("may have 100"))
    let file = folder.url.appending(path: "file")
    try Data("kept".utf8).write(to: file)
    #expect(try listen(at: file).message.contains("something else"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "kept")
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "\(path)/target")
    #expect(try listen(at: link).message.contains("something else"))
    #expect(try refusal { _ = try LocalSocket.connect(to: link) }.message.contains("no socket"))
    let missing = folder.url.appending(path: "missing/s")
    #expect(try listen(at: missing).message.contains("not there"))
    for mode in [0o755, 0o770, 0o707] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.path)
      #expect(try listen(at: folder.url.appending(path: "s")).message.contains("chmod 700"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    let linked = try TemporaryFolder()
    let other = linked.url.appending(path: "folder")
    try FileManager.default.createSymbolicLink(atPath: other.path, withDestinationPath: path)
    #expect(try listen(at: other.appending(path: "s")).message.contains("your own"))
  }

  @Test("what belongs to another user is neither used nor connected to", .enabled(if: geteuid() == 0))
  func foreign() throws {
    let folder = try privateFolder()
    let url = folder.url.appending(path: "s")
    close(try LocalSocket.listen(at: url))
    let stranger: [FileAttributeKey: Any] = [.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534]
    try FileManager.default.setAttributes(stranger, ofItemAtPath: url.path)
    #expect(try refusal { _ = try LocalSocket.connect(to: url) }.message.contains("another user"))
    #expect(try listen(at: url).message.contains("something else"))
    try FileManager.default.setAttributes(stranger, ofItemAtPath: folder.url.path)
    #expect(try listen(at: folder.url.appending(path: "t")).message.contains("your own"))
  }

  @Test("a socket that an ended process has left is taken over, one that is listened at is not")
  func leftBehind() throws {
    let folder = try privateFolder()
    let url = folder.url.appending(path: "s")
    let first = try LocalSocket.listen(at: url)
    #expect(try listen(at: url).message.contains("another process"))
    close(first)
    #expect(try refusal { _ = try LocalSocket.connect(to: url) }.code == .unreachable)
    let second = try LocalSocket.listen(at: url)
    close(second)
  }
}
