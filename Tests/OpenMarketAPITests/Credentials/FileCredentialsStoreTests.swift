import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@Suite("The credentials file")
struct FileCredentialsStoreTests {
  let root: TemporaryFolder
  let store: FileCredentialsStore
  let server: URL
  let signIn: SignIn

  init() throws {
    root = try TemporaryFolder()
    store = FileCredentialsStore(folder: root.url.appending(path: "openmarket/credentials"))
    server = try #require(URL(string: "http://market.test"))
    signIn = SignIn(try VendorCredentials(identifier: "7b9a2c52", secret: "dawn-market-7"))
  }

  func permissions(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// The error that reading and writing both give.
  func code(sourceLocation: SourceLocation = #_sourceLocation) -> CredentialsError.Code? {
    let reading = #expect(throws: CredentialsError.self, sourceLocation: sourceLocation) {
      try store.signIn(for: server)
    }
    let writing = #expect(throws: CredentialsError.self, sourceLocation: sourceLocation) {
      try store.save(signIn, for: server)
    }
    #expect(reading?.code == writing?.code, sourceLocation: sourceLocation)
    for error in [reading, writing] {
      #expect(error?.description.contains("dawn-market") == false, sourceLocation: sourceLocation)
    }
    return reading?.code
  }

  @Test(
    "what is saved comes back, whatever the secret consists of",
    arguments: [
      "plain", " spaces ", "\"quotes\\\"", "가나다 각", "👩‍👩‍👧 🇰🇷", "\u{FEFF}\u{202E}", "e\u{301} vs é",
      String(repeating: "x", count: 1_024),
    ])
  func roundTrip(secret: String) throws {
    let vendor = Vendor(id: 7, name: "새벽\n장터")
    let signIn = SignIn(try VendorCredentials(identifier: "7b9a2c52", secret: secret), vendor: vendor)
    try store.save(signIn, for: server)
    let found = try #require(try FileCredentialsStore(folder: store.folder).signIn(for: server))
    #expect(found.vendor == vendor)
    #expect(Array(found.credentials.secret.reveal().utf8) == Array(secret.utf8))
  }

  @Test("a secret of other bytes takes the place of the one before, also if its characters are the same")
  func composition() throws {
    for secret in ["caf\u{E9}", "cafe\u{301}"] {
      try store.save(SignIn(try VendorCredentials(identifier: "7b9a2c52", secret: secret)), for: server)
      let found = try #require(try store.signIn(for: server))
      #expect(Array(found.credentials.secret.reveal().utf8) == Array(secret.utf8))
    }
  }

  @Test("each server has its own, however its address is spelled")
  func servers() throws {
    try store.save(signIn, for: server)
    let other = try #require(URL(string: "http://market.test:8080"))
    let second = SignIn(try VendorCredentials(identifier: "second", secret: "s"))
    try store.save(second, for: other)
    #expect(try store.signIn(for: #require(URL(string: "HTTP://Market.TEST:80/"))) == signIn)
    #expect(try store.signIn(for: other) == second)
    #expect(try store.remove(for: server) && store.remove(for: server) == false)
    #expect(try store.signIn(for: server) == nil)
    #expect(try store.signIn(for: other) == second)
  }

  @Test("only its owner can open the file and the folder, whatever the umask")
  func privacy() throws {
    #expect(try store.signIn(for: server) == nil)
    #expect(!FileManager.default.fileExists(atPath: store.folder.path))
    try store.save(signIn, for: server)
    #expect(try permissions(store.file) == 0o600)
    #expect(try permissions(store.folder) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted() == [
        "credentials.json", "lock",
      ])
  }

  @Test("a file that others can read is neither read nor replaced", arguments: [0o640, 0o604, 0o666, 0o602])
  func exposedFile(mode: Int) throws {
    try store.save(signIn, for: server)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.file.path)
    #expect(code() == .exposed)
  }

  @Test("a folder in which others can replace files is not used", arguments: [0o770, 0o702, 0o777])
  func exposedFolder(mode: Int) throws {
    try store.save(signIn, for: server)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.folder.path)
    #expect(code() == .exposed)
  }

  @Test("a symbolic link in the file's or the folder's place is not followed")
  func links() throws {
    try store.save(signIn, for: server)
    let elsewhere = root.url.appending(path: "elsewhere.json")
    try FileManager.default.moveItem(at: store.file, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: store.file, withDestinationURL: elsewhere)
    #expect(code() == .exposed)

    try FileManager.default.removeItem(at: store.folder)
    let real = root.url.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: store.folder, withDestinationURL: real)
    #expect(code() == .exposed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: real.path).isEmpty)
  }

  @Test("a pipe or a folder in the file's place is refused at once", .timeLimit(.minutes(5)))
  func strangeFiles() throws {
    try store.save(signIn, for: server)
    try FileManager.default.removeItem(at: store.file)
    #expect(unsafe mkfifo(store.file.path, 0o600) == 0)
    #expect(code() == .exposed)
    try FileManager.default.removeItem(at: store.file)
    try FileManager.default.createDirectory(at: store.file, withIntermediateDirectories: false)
    #expect(code() == .exposed)
  }

  @Test("a file torn at any byte is damaged, says so, and goes with removeAll")
  func torn() throws {
    try store.save(signIn, for: server)
    let whole = try Data(contentsOf: store.file)
    // The last byte closes the outermost object.
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: store.file)
      let error = #expect(throws: CredentialsError.self) { try store.signIn(for: server) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("delete it and sign in again") == true)
    }
    #expect(code() == .damaged)
    #expect(try store.removeAll())
    try store.save(signIn, for: server)
    #expect(try store.signIn(for: server) == signIn)
  }

  @Test(
    "contents that nobody can have meant are damaged, those of a newer version are left alone",
    arguments: [
      ("[]", CredentialsError.Code.damaged), ("\u{FEFF}", .damaged), (#"{"version": 2}"#, .newerVersion),
      (#"{"version": 99, "accounts": []}"#, .newerVersion), (#"{"version": 0, "servers": {}}"#, .damaged),
      (#"{"version":1,"servers":{"http://market.test":{"identifier":"a b","secret":"s"}}}"#, .damaged),
      (#"{"version":1,"servers":{"http://market.test":{"identifier":"a","secret":""}}}"#, .damaged),
    ])
  func contents(text: String, expected: CredentialsError.Code) throws {
    try store.save(signIn, for: server)
    try Data(text.utf8).write(to: store.file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.file.path)
    #expect(code() == expected)
    #expect(try Data(contentsOf: store.file) == Data(text.utf8))
  }

  @Test("a file that could not be read any more is not written, and the one before stays")
  func tooLarge() throws {
    try store.save(signIn, for: server)
    let other = try #require(URL(string: "http://other.test"))
    let endless = Vendor(id: 7, name: String(repeating: "x", count: 1 << 20))
    let error = #expect(throws: CredentialsError.self) {
      try store.save(SignIn(signIn.credentials, vendor: endless), for: other)
    }
    #expect(error?.message.contains("would have more than 1048576 bytes") == true)
    #expect(try store.signIn(for: server) == signIn)
    #expect(try store.signIn(for: other) == nil)
  }

  @Test("what a killed process has left is removed with the next change")
  func leftovers() throws {
    try store.save(signIn, for: server)
    let left = store.folder.appending(path: "credentials.json.new")
    try Data("half".utf8).write(to: left)
    try store.save(SignIn(try VendorCredentials(identifier: "i", secret: "s")), for: server)
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(try permissions(store.file) == 0o600)
  }

  @Test("several at the same time lose nothing")
  func concurrency() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        let store = FileCredentialsStore(folder: store.folder)
        group.addTask {
          let server = try #require(URL(string: "http://market\(number).test"))
          try store.save(SignIn(VendorCredentials(identifier: "\(number)", secret: "s")), for: server)
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<10 {
      let server = try #require(URL(string: "http://market\(number).test"))
      #expect(try store.signIn(for: server)?.credentials.identifier.reveal() == "\(number)")
    }
  }

  @Test("listeners hear of changes that other stores make, and of nothing else")
  func changes() async throws {
    let clock = ManualClock()
    let store = FileCredentialsStore(folder: store.folder, clock: AnyClock(clock))
    var changes = store.changes.makeAsyncIterator()
    await clock.sleepers(atLeast: 1)
    try self.store.save(signIn, for: server)
    clock.advance(by: .seconds(1))
    _ = await changes.next(isolation: nil)
    await clock.sleepers(atLeast: 1)
    try self.store.remove(for: server)
    clock.advance(by: .seconds(1))
    _ = await changes.next(isolation: nil)
  }

  @Test("a provider gives the vendor's new secret at once, and nothing when somebody else signs in")
  func provider() async throws {
    #expect(try store.storedCredentials(for: server) == nil)
    try store.save(signIn, for: server)
    let provider = try #require(try store.storedCredentials(for: server))
    let renewed = try VendorCredentials(identifier: "7b9a2c52", secret: "new")
    try store.save(SignIn(renewed), for: server)
    #expect(try provider.credentials() == renewed)
    await provider.didLearn(Vendor(id: 7, name: "새벽장터"))
    #expect(try store.signIn(for: server) == SignIn(renewed, vendor: Vendor(id: 7, name: "새벽장터")))
    let other = SignIn(try VendorCredentials(identifier: "other", secret: "s"))
    try store.save(other, for: server)
    await provider.didLearn(Vendor(id: 7, name: "새벽장터"))
    #expect(try provider.credentials() == nil)
    #expect(try store.signIn(for: server) == other)
    try await provider.signOut()
    #expect(try store.signIn(for: server) == other)
    try await store.storedCredentials(for: server)?.signOut()
    #expect(try store.signIn(for: server) == nil)
  }
}
