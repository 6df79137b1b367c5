import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock

// Our adapter responding to every request with a body of the given length.
// Usage: adapter-baseline [BODY-BYTES]

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 17_000
let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
let response = MockResponse(head: head, body: Data(repeating: UInt8(ascii: "x"), count: count))
let server = try await MockServer.start { _ in response }
// Not `print`, which keeps the line to itself when the output is a file.
try FileHandle.standardOutput.write(contentsOf: Data("listening on \(server.url)\n".utf8))
while true { try await Task.sleep(for: .seconds(3_600)) }
