import Foundation
import HTTPTypes
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite("Recordings", .timeLimit(.minutes(5)))
struct RecordingTests {
  let folder: TemporaryFolder
  let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "recording.har")
  }

  private func request(_ path: String) -> TransportRequest { request(.get, path) }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: RequestBody = .none
  ) -> TransportRequest {
    let head = HTTPRequest(
      method: method, scheme: "https", authority: "market.test", path: path, headerFields: fields)
    return TransportRequest(head: head, body: body, template: path)
  }

  private func record(_ stubs: [ScriptedTransport.Stub], _ requests: [TransportRequest]) async throws {
    try await ScriptedTransport.play(stubs) { base in
      let transport = try RecordingTransport(over: base, to: file)
      for request in requests {
        let response = try? await transport.send(request)
        _ = try await response?.body.collected(upTo: 1 << 24)
      }
      try transport.close()
    }
  }

  private var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }

  // MARK: The file

  @Test("a recording has what the archive format requires, from its first exchange on, for its owner only")
  func format() async throws {
    try await ScriptedTransport.play([
      .get("/a?q=%EC%9D%98%EC%9E%90", .json("{\"name\":\"의자\"}")), .get("/b", .fail(.cannotResolve)),
    ]) { base in
      let transport = try RecordingTransport(over: base, to: file)
      try check(entries: 0)
      _ = try await transport.send(request("/a?q=%EC%9D%98%EC%9E%90"))
      try check(entries: 1)
      _ = try? await transport.send(request("/b"))
      try check(entries: 2)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }

  /// Against the members that the specification (HAR 1.2, sections log to timings) requires.
  private func check(entries count: Int) throws {
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let log = try #require(root["log"] as? [String: Any])
    #expect(log["version"] as? String == "1.2")
    let creator = try #require(log["creator"] as? [String: Any])
    #expect(creator["name"] is String && creator["version"] is String)
    let entries = try #require(log["entries"] as? [[String: Any]])
    #expect(entries.count == count)
    for entry in entries {
      let date = try #require(entry["startedDateTime"] as? String)
      _ = try Date(date, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      #expect(entry["time"] is NSNumber && entry["cache"] is [String: Any])
      let request = try #require(entry["request"] as? [String: Any])
      let response = try #require(entry["response"] as? [String: Any])
      let timings = try #require(entry["timings"] as? [String: Any])
      for (object, texts, numbers, lists) in [
        (
          request, ["method", "url", "httpVersion"], ["headersSize", "bodySize"],
          ["cookies", "headers", "queryString"]
        ),
        (
          response, ["statusText", "httpVersion", "redirectURL"], ["status", "headersSize", "bodySize"],
          ["cookies", "headers"]
        ),
        (timings, [], ["send", "wait", "receive"], []),
        (try #require(response["content"] as? [String: Any]), ["mimeType"], ["size"], []),
      ] {
        for text in texts { #expect(object[text] is String, "\(text)") }
        for number in numbers { #expect(object[number] is NSNumber, "\(number)") }
        for list in lists { #expect(object[list] is [[String: Any]], "\(list)") }
      }
    }
  }

  @Test("nothing is overwritten, and a missing folder is an error that says so")
  func existing() throws {
    try Data("mine".utf8).write(to: file)
    let error = #expect(throws: HTTPError.self) {
      try RecordingTransport(over: ScriptedTransport([]), to: file)
    }
    #expect(error?.code == .invalidInput && error?.message.contains("overwrite") == true)
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
    let lost = folder.url.appending(path: "no/recording.har")
    #expect(throws: HTTPError.self) { try RecordingTransport(over: ScriptedTransport([]), to: lost) }
  }

  @Test("wherever a recording is cut off, its whole exchanges are replayed and the cut is reported")
  func cutOff() async throws {
    try await record(
      [.get("/1", .json("[1]")), .get("/2", .json("[2]")), .get("/3", .json("[3]"))],
      [request("/1"), request("/2"), request("/3")])
    let whole = try Data(contentsOf: file)
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for cut in 0..<(whole.count - 6) {
      try whole.prefix(cut).write(to: file)
      guard let head = ends.first, cut >= head else {
        #expect(throws: HTTPError.self) { try ReplayTransport(file) }
        continue
      }
      let replay = try ReplayTransport(file)
      let count = ends.dropFirst().count { cut >= $0 - 1 }
      for number in 1...3 where number <= count { _ = try await replay.send(request("/\(number)")) }
      let error = #expect(throws: HTTPError.self) { try replay.verify() }
      #expect(error?.message.contains("cut off after \(min(count, 3)) exchanges") == true, "\(cut)")
    }
  }

  @Test(
    "what is no recording is refused with a sentence",
    arguments: ["", "{}", "null", "{\"log\":{}}", "x", "\u{0}"])
  func noRecording(text: String) throws {
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: HTTPError.self) { try ReplayTransport(file) }
    #expect(error?.code == .invalidInput)
    try FileManager.default.removeItem(at: file)
    #expect(throws: HTTPError.self) { try ReplayTransport(file) }
  }

  // MARK: Replay

  @Test("random bodies and statuses come again byte for byte, in memory, as a stream and in a file")
  func roundTrip() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var stubs: [ScriptedTransport.Stub] = []
    var requests: [TransportRequest] = []
    var bodies: [(Int, Data)] = []
    for index in 0..<60 {
      let length = Int.random(in: 0...3_000, using: &random)
      let isText = Bool.random(using: &random)
      let body = Data((0..<length).map { _ in UInt8.random(in: isText ? 97...122 : 0...255, using: &random) })
      let status = [200, 201, 304, 404, 500].randomElement(using: &random) ?? 200
      bodies.append((status, body))
      let head = HTTPResponse(status: .init(code: status), headerFields: [.eTag: "\"\(index)\""])
      stubs.append(
        .init(.post, "/\(index % 7)", .perform { _ in TransportResponse(head: head, body: .data(body)) }))
      requests.append(request(.post, "/\(index % 7)", body: .data(body)))
    }
    try await record(stubs, requests)
    let replay = try ReplayTransport(file)
    for (index, (status, body)) in bodies.enumerated() {
      var request = requests[index]
      let target = folder.url.appending(path: "body")
      request.destination = [.memory, .stream, .file(target)].randomElement(using: &random) ?? .memory
      let response = try await replay.send(request)
      #expect(response.head.status.code == status)
      #expect(response.head.headerFields[.eTag] == "\"\(index)\"" || bodies.filter { $0.1 == body }.count > 1)
      #expect(try await response.body.collected(upTo: 1 << 20) == body, "seed \(seed), \(index)")
    }
    try replay.verify()
  }

  @Test("failures come again with the same code and fault")
  func failures() async throws {
    let faults: [TransportFault] = [
      .cannotResolve, .connectionLost, .truncatedBody, .deadlineExceeded, .insecure,
    ]
    try await record(faults.map { .get("/", .fail($0)) }, faults.map { _ in request("/") })
    let replay = try ReplayTransport(file)
    for fault in faults {
      let error = await #expect(throws: HTTPError.self) { try await replay.send(request("/")) }
      #expect(error?.fault == fault && error?.code == HTTPError(fault: fault, "").code)
    }
    try replay.verify()
  }

  @Test("a failure that is no error of this library comes again as a lost connection, without its words")
  func foreignFailure() async throws {
    struct Foreign: Error { var text = "words of its own" }
    try await record([.get("/", .perform { _ in throw Foreign() })], [request("/")])
    #expect(try !text.contains("words"))
    let replay = try ReplayTransport(file)
    let error = await #expect(throws: HTTPError.self) { try await replay.send(request("/")) }
    #expect(error?.code == .connectionLost)
    try replay.verify()
  }

  @Test(
    "a full disk ends a recording and no request: what was recorded stays, and closing says once that something is missing",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() async throws {
    let stubs = (1...3).map { ScriptedTransport.Stub.get("/\($0)", .json("[\($0)]")) }
    try await ScriptedTransport.play(stubs) { base in
      let transport = try RecordingTransport(over: base, to: file)
      _ = try await transport.send(request("/1"))
      let descriptor = try #require(
        (3..<4_096).first {
          let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
          return path == file.path
        })
      let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
      #expect(dup2(full.fileDescriptor, Int32(descriptor)) >= 0)
      for path in ["/2", "/3"] { #expect(try await transport.send(request(path)).head.status == .ok) }
      let error = #expect(throws: HTTPError.self) { try transport.close() }
      #expect(error?.fault == .cannotWriteFile && error?.message.contains(file.path) == true)
      try transport.close()
    }
    try check(entries: 1)
  }

  @Test("a request that is not recorded is an error that names it and the nearest, as is one left over")
  func strict() async throws {
    try await record([.get("/products?page=1", .json("[]"))], [request("/products?page=1")])
    let replay = try ReplayTransport(file)
    let error = await #expect(throws: HTTPError.self) { try await replay.send(request("/products?page=2")) }
    #expect(error?.code == .recordingMismatch)
    #expect(error?.message.contains("GET /products?page=2; the nearest is GET /products?page=1") == true)
    let left = #expect(throws: HTTPError.self) { try replay.verify() }
    #expect(left?.message.contains("not recorded: GET /products?page=2") == true)
    #expect(left?.message.contains("left over: GET /products?page=1") == true)
    _ = try await replay.send(request("/products?page=1"))
    await #expect(throws: HTTPError.self) { try await replay.send(request("/products?page=1")) }
  }

  @Test("a replay keeps to limits and deadlines")
  func limits() async throws {
    try await record([.get("/", .json("[1,2,3,4]"))], [request("/")])
    var small = request("/")
    small.responseLimit = 3
    let replay = try ReplayTransport(file)
    #expect(
      await #expect(throws: HTTPError.self) { try await replay.send(small) }?.fault == .responseTooLarge)
    var late = request("/")
    late.deadline = late.clock.now
    #expect(await #expect(throws: HTTPError.self) { try await replay.send(late) }?.fault == .deadlineExceeded)
    let cancelled = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      _ = try await replay.send(request("/"))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test("a thousand concurrent requests take a thousand exchanges, each once")
  func concurrent() async throws {
    let stubs = (0..<1_000).map { ScriptedTransport.Stub.get("/", .json("[\($0)]")) }
    try await record(stubs, stubs.map { _ in request("/") })
    let replay = try ReplayTransport(file)
    let seen = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<1_000 { group.addTask { try await replay.send(request("/")).body.collected(upTo: 100) } }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(seen.count == 1_000)
    try replay.verify()
  }

  // MARK: Secrets

  @Test("no secret reaches the file, wherever it is, and flows that use one found earlier are replayed")
  func secrets() async throws {
    let secret = "pa\"ss/wörd-\(UUID().uuidString)"
    let token = "tok-\(UUID().uuidString)"
    let key = "del/+ \(UUID().uuidString)"
    let encoded = try #require(key.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    func run(_ send: (TransportRequest) async throws -> TransportResponse, secret: String) async throws {
      let json = try JSONEncoder().encode(["secret": secret, "name": "의자"])
      let form = MultipartForm(parts: [
        .init(name: "params", contentType: "application/json", data: json),
        .init(name: "password", data: Data(secret.utf8)),
        .init(name: "images", fileName: "a.jpg", contentType: "image/jpeg", data: Data([0xFF, 0xD8, 0, 1])),
      ])
      var fields: HTTPFields = [.contentType: form.contentType, .identifier: "vendor-\(secret.count)-id"]
      fields[.authorization] = "Bearer \(token)"
      fields[.cookie] = "session=\(token)"
      fields[.proxyAuthorization] = "Basic \(Data(secret.utf8).base64EncodedString())"
      fields[.idempotencyKey] = UUID().uuidString
      _ = try await send(request(.post, "/products", fields, body: form.body()))
      let archived = try await send(
        request(.post, "/products/1/archived", [.contentType: "application/json"], body: .data(json)))
      let path = try await String(decoding: archived.body.collected(upTo: 1_000), as: UTF8.self)
      _ = try await send(request(.delete, path))
      _ = try await send(request("/signed?X-Amz-Signature=\(token)&page=2"))
    }
    let transport = ScriptedTransport([
      .init(.post, "/products", .response(201, [.setCookie: "s=\(token)"], body: "{\"echo\":\"\(token)\"}")),
      .init(.post, "/products/1/archived", .response(200, body: "/products/\(encoded)")),
      .init(.delete, "/products/\(encoded)", .json("{\"access_token\":\"\(token)\"}")),
      .get("/signed?X-Amz-Signature=\(token)&page=2", .response(302, [.location: "/next?token=\(token)"])),
    ])
    let recording = try RecordingTransport(over: transport, to: file)
    try await run({ try await recording.send($0) }, secret: secret)
    let recorded = try text
    let escaped = String(decoding: try JSONEncoder().encode(secret).dropFirst().dropLast(), as: UTF8.self)
    for text in [secret, escaped, token, key, encoded, Data(secret.utf8).base64EncodedString(), "vendor-"] {
      #expect(!recorded.contains(text), "\(text)")
    }
    #expect(recorded.contains("의자") && recorded.contains("page=2") && recorded.contains("~redacted-1~"))
    // Another vendor, with another secret.
    let replay = try ReplayTransport(file)
    try await run({ try await replay.send($0) }, secret: "another")
    try replay.verify()
  }

  @Test(
    "a password in an address is left out, also in one within another",
    arguments: [
      ("http://u:pw@host/a?b=c", "http://host/a?b=c"), ("http://host/@a?b=c@d", "http://host/@a?b=c@d"),
      ("/r?to=http://u:pw@host/", "/r?to=http://host/"),
      ("http://h/?to=ftp://u@b:pw@c#x@y", "http://h/?to=ftp://c#x@y"),
    ])
  func passwords(_ url: String, _ expected: String) {
    var redactor = Redactor(isNumbered: true)
    #expect(redactor.redacting(url: url) == expected)
  }

  @Test(
    "a secret is replaced wherever it occurs, also if one of other bytes with the same characters was found before"
  )
  func compositions() {
    let secrets = ["caf\u{E9}-key", "cafe\u{301}-key"]
    var redactor = Redactor(isNumbered: true)
    for secret in secrets { _ = redactor.placeholder(for: secret) }
    #expect(redactor.redacting(secrets.joined(separator: "/")) == "~redacted-1~/~redacted-2~")
  }

  @Test("secret names are found in any JSON, also nested, escaped or cut off; all else stays byte for byte")
  func json() async throws {
    let bodies = [
      #"{"a": {"Client-Secret" : "hidden-1"}, "price": 1.10}"#, #"{"s\u0065cret":"hidden-1"}"#,
      #"{"secret":"hidden-1"#, #"{"secret":["hidden-1",{"x":"hidden-2"}],"b":2}"#, #"{"token":12345678901}"#,
    ]
    let plain = #"{"name":"secret", "price": 1.50,"secret":null,"password":""}"#
    try await record(
      (bodies + [plain]).map { .get("/", .json($0)) }, (bodies + [plain]).map { _ in request("/") })
    let recorded = try text
    #expect(!recorded.contains("hidden") && !recorded.contains("12345678901"))
    let replay = try ReplayTransport(file)
    var last = Data()
    for _ in 0...bodies.count { last = try await replay.send(request("/")).body.collected(upTo: 1_000) }
    #expect(String(decoding: last, as: UTF8.self) == plain)
  }
}
