import Foundation
import OpenMarketHTTP
import Testing

@Suite struct MultipartDecoderTests {
  /// A body that must be read, as its parts `name|file name|content type|content`.
  struct Tolerated: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var contentType = "multipart/form-data; boundary=XYZ"
    var body: String
    var parts: [String]
  }

  static let tolerated: [Tolerated] = [
    Tolerated(
      testDescription: "boundary quoted",
      contentType: "Multipart/Form-Data;charset=utf-8; Boundary=\"a b:c\"",
      body: "--a b:c\r\n\(params)\r\n\r\n{}\r\n--a b:c--\r\n", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "boundary of asterisks", contentType: "multipart/form-data;boundary=*****",
      body: "--*****\r\n\(params)\r\n\r\n{}\r\n--*****--\r\n", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "boundary starting with hyphens", contentType: "multipart/form-data; boundary=----X",
      body: "------X\r\n\(params)\r\n\r\n{}\r\n------X--\r\n", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "CRLF before the first boundary",
      body: "\r\n--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--\r\n", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "preamble with near misses and an epilogue",
      body: "--XY\r\n-\r\n--X--XYZ\r\n\r\n--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--\r\n--XYZ\r\nmore",
      parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "no CRLF after the closing boundary",
      body: "--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "two CRLFs after the JSON",
      body: "--XYZ\r\n\(params)\r\n\r\n{}\r\n\r\n--XYZ--\r\n", parts: ["params|-|-|{}\r\n"]),
    Tolerated(
      testDescription: "blanks after a boundary",
      body: "--XYZ \t \r\n\(params)\r\n\r\n{}\r\n--XYZ--  \r\n", parts: ["params|-|-|{}"]),
    Tolerated(
      testDescription: "JSON typed with a trailing space, empty file name, no space after the colon",
      body: "--XYZ\r\ncontent-type:application/json \r\n"
        + "CONTENT-DISPOSITION:form-data;name=\"params\";filename=\"\"\r\n\r\n{}\r\n--XYZ--\r\n",
      parts: ["params||application/json|{}"]),
    Tolerated(
      testDescription: "bare names",
      body:
        "--XYZ\r\nContent-Disposition: form-data; name=params; filename= a.json \r\n\r\n{}\r\n--XYZ--\r\n",
      parts: ["params|a.json|-|{}"]),
    Tolerated(
      testDescription: "images before params, repeated and Korean names, extra parts, odd types",
      body: "--XYZ\r\n\(image("의자.jpg", "image/jpg"))\r\n\r\nA\r\n"
        + "--XYZ\r\n\(image("의자.jpg", "multipart/form-data"))\r\n\r\nB\r\n"
        + "--XYZ\r\n\(image("noextension", "image/png"))\r\n\r\nC\r\n"
        + "--XYZ\r\nContent-Disposition: form-data; name=\"identifier\"\r\n\r\nid\r\n"
        + "--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--\r\n",
      parts: [
        "images|의자.jpg|image/jpg|A", "images|의자.jpg|multipart/form-data|B", "images|noextension|image/png|C",
        "identifier|-|-|id", "params|-|-|{}",
      ]),
    Tolerated(
      testDescription: "percent-encoded quote and line break, backslash, semicolon in a name",
      body: "--XYZ\r\n\(image("a%22;%0D%0A%41\\", "image/png"))\r\n\r\n\r\n--XYZ--\r\n",
      parts: ["images|a\";\r\n%41\\|image/png|"]),
    Tolerated(
      testDescription: "empty parts with and without a line break of their own",
      body: "--XYZ\r\n\(params)\r\n\r\n\r\n--XYZ\r\n\(params)\r\n\r\n--XYZ--\r\n",
      parts: ["params|-|-|", "params|-|-|"]),
    Tolerated(
      testDescription: "content full of beginnings of the boundary",
      body:
        "--XYZ\r\n\(params)\r\n\r\n\r\r\n\r\n-\r\n--\r\n--X\r\n--XY--XYZ\n--XYZ\r--XYZ\r\n\r\n--XYZ--\r\n",
      parts: ["params|-|-|\r\r\n\r\n-\r\n--\r\n--X\r\n--XY--XYZ\n--XYZ\r--XYZ\r\n"]),
    Tolerated(
      testDescription: "content that begins with a line break or hyphens",
      body: "--XYZ\r\n\(params)\r\n\r\n--XY\r\n--XYZ\r\n\(params)\r\n\r\n\r\n\r\n--XYZ--\r\n",
      parts: ["params|-|-|--XY", "params|-|-|\r\n"]),
    Tolerated(testDescription: "no parts", body: "--XYZ--\r\n", parts: []),
  ]

  /// A body that must be refused.
  struct Rejected: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var contentType = "multipart/form-data; boundary=XYZ"
    var body: String
    var code: MultipartError.Code
  }

  static let rejected: [Rejected] = [
    Rejected(
      testDescription: "not multipart", contentType: "application/json", body: "{}", code: .notMultipart),
    Rejected(
      testDescription: "another multipart", contentType: "multipart/mixed; boundary=XYZ", body: "",
      code: .notMultipart),
    Rejected(
      testDescription: "unclosed quote", contentType: "multipart/form-data; boundary=\"XYZ", body: "",
      code: .notMultipart),
    Rejected(
      testDescription: "no boundary", contentType: "multipart/form-data", body: "", code: .invalidBoundary),
    Rejected(
      testDescription: "empty boundary", contentType: "multipart/form-data; boundary=", body: "",
      code: .invalidBoundary),
    Rejected(
      testDescription: "boundary of 71 bytes",
      contentType: "multipart/form-data; boundary=" + String(repeating: "x", count: 71), body: "",
      code: .invalidBoundary),
    Rejected(
      testDescription: "boundary with a line break", contentType: "multipart/form-data; boundary=\"a\r\nb\"",
      body: "", code: .invalidBoundary),
    Rejected(testDescription: "empty body", body: "", code: .truncated),
    Rejected(
      testDescription: "other boundary", body: "--ABC\r\n\(params)\r\n\r\n{}\r\n--ABC--", code: .truncated),
    Rejected(
      testDescription: "no closing boundary", body: "--XYZ\r\n\(params)\r\n\r\n{}\r\n", code: .truncated),
    Rejected(
      testDescription: "half a closing boundary", body: "--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ-",
      code: .truncated),
    Rejected(testDescription: "body ends in a header", body: "--XYZ\r\n\(params)\r\n", code: .truncated),
    Rejected(
      testDescription: "boundary inside a longer word", body: "--XYZZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--",
      code: .malformedDelimiter),
    Rejected(
      testDescription: "boundary line ended by LF", body: "--XYZ\n\(params)\r\n\r\n{}\r\n--XYZ--",
      code: .malformedDelimiter),
    Rejected(
      testDescription: "no blank line, JSON follows",
      body: "--XYZ\r\n\(params)\r\n{\"a\":1}\r\n\r\n--XYZ--\r\n",
      code: .malformedHeader),
    Rejected(
      testDescription: "no blank line, boundary follows",
      body: "--XYZ\r\n\(params)\r\n--XYZ\r\n\(params)\r\n\r\n{}\r\n--XYZ--\r\n", code: .malformedHeader),
    Rejected(
      testDescription: "no blank line, boundary with a colon follows",
      contentType: "multipart/form-data; boundary=X:Z",
      body: "--X:Z\r\n\(params)\r\n--X:Z\r\n\(params)\r\n\r\n{}\r\n--X:Z--\r\n", code: .malformedHeader),
    Rejected(
      testDescription: "no headers", body: "--XYZ\r\n\r\n{}\r\n--XYZ--\r\n", code: .malformedHeader),
    Rejected(
      testDescription: "no name", body: "--XYZ\r\nContent-Disposition: form-data\r\n\r\n{}\r\n--XYZ--\r\n",
      code: .malformedHeader),
    Rejected(
      testDescription: "an attachment",
      body: "--XYZ\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n{}\r\n--XYZ--\r\n",
      code: .malformedHeader),
    Rejected(
      testDescription: "text after a quoted name",
      body: "--XYZ\r\nContent-Disposition: form-data; name=\"a\"b\r\n\r\n{}\r\n--XYZ--\r\n",
      code: .malformedHeader),
  ]

  static let params = "Content-Disposition: form-data; name=\"params\""
  static func image(_ name: String, _ type: String) -> String {
    "Content-Disposition: form-data; name=\"images\"; filename=\"\(name)\"\r\nContent-Type: \(type)"
  }

  @Test("What clients send is read, also in a slice", arguments: tolerated)
  func tolerates(_ body: Tolerated) throws {
    let slice = Data("\r\n--XYZ\(body.body)--XYZ".utf8).dropFirst(7).dropLast(5)
    let parts = try decode(slice, contentType: body.contentType).get()
    #expect(parts.map(describe) == body.parts)
  }

  @Test("Of a body that is cut off no part is read", arguments: tolerated)
  func cutOff(_ body: Tolerated) throws {
    let bytes = Data(body.body.utf8)
    let boundary = try MultipartBoundary(contentType: body.contentType)
    let end = try #require(bytes.range(of: Data("--\(boundary.text)--".utf8)))
    for count in 0..<end.upperBound {
      #expect(decode(bytes.prefix(count), contentType: body.contentType).code == .truncated, "\(count) bytes")
    }
  }

  @Test("What is no form is refused", arguments: rejected)
  func rejects(_ body: Rejected) {
    #expect(decode(Data(body.body.utf8), contentType: body.contentType).code == body.code)
  }

  @Test("Each limit admits its last byte and refuses the next")
  func limits() throws {
    let body = Data(
      "--XYZ\r\n\(Self.params)\r\n\r\n12345\r\n--XYZ\r\n\(Self.params)\r\n\r\n1\r\n--XYZ--\r\n".utf8)
    var exact = MultipartDecoder.Limits()
    exact.partCount = 2
    exact.headerBytes = Self.params.utf8.count + 4
    exact.partBytes = 5
    exact.bodyBytes = body.count
    #expect(try decode(body, limits: exact).get().count == 2)
    let lowered: [(WritableKeyPath<MultipartDecoder.Limits, Int>, MultipartError.Code)] = [
      (\.partCount, .tooManyParts), (\.headerBytes, .headerTooLarge), (\.partBytes, .partTooLarge),
      (\.bodyBytes, .bodyTooLarge),
    ]
    for (limit, code) in lowered {
      var limits = exact
      limits[keyPath: limit] -= 1
      #expect(decode(body, limits: limits).code == code)
    }
  }

  @Test("Nothing behind the body's limit is looked at")
  func bodyLimitComesFirst() {
    let body = Data("--XYZ\r\nmalformed\r\n\r\n".utf8)
    var limits = MultipartDecoder.Limits()
    limits.bodyBytes = body.count - 1
    #expect(decode(body, limits: limits).code == .bodyTooLarge)
  }

  @Test("Headers above 10,240 bytes are refused by default")
  func headerLimit() throws {
    let filler = 10_240 - Self.params.utf8.count - "\r\nX: \r\n\r\n".utf8.count
    for (surplus, isRefused) in [(0, false), (1, true)] {
      let header = Self.params + "\r\nX: " + String(repeating: "x", count: filler + surplus)
      let outcome = decode(Data("--XYZ\r\n\(header)\r\n\r\n{}\r\n--XYZ--".utf8))
      #expect(outcome.code == (isRefused ? .headerTooLarge : nil))
    }
  }
}
